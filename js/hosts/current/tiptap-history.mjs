export { UndoRedo as History } from "@tiptap/extensions";
