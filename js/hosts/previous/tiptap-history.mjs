export { History } from "@tiptap/extension-history";
