import { Editor, Extension } from "@tiptap/core";
import Document from "@tiptap/extension-document";
import Link from "@tiptap/extension-link";
import Paragraph from "@tiptap/extension-paragraph";
import Text from "@tiptap/extension-text";
import { Plugin } from "@tiptap/pm/state";
import { History } from "hosts/tiptap-history.mjs";
import { linkspan, unlink } from "linkspan/prosemirror";

const Linkspan = Extension.create({
  name: "linkspan",
  addProseMirrorPlugins: () => [new Plugin(linkspan())],
  addKeyboardShortcuts() {
    return { "Mod-k": () => unlink(this.editor.state, this.editor.view.dispatch) };
  },
});

window.create = (content = "") => {
  window.editor?.destroy();
  window.editor = new Editor({
    element: document.getElementById("root"),
    content,
    extensions: [
      Document,
      Paragraph,
      Text,
      History.configure({ newGroupDelay: -1 }),
      // Its own rules for pasted text would link other parts of the text.
      Link.extend({ addPasteRules: () => [] }).configure({ autolink: false, linkOnPaste: false, openOnClick: false }),
      Linkspan,
    ],
  });
  window.editor.commands.focus("end");
  // Tiptap sets the focus in the next frame.
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
};
window.create();
