import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { linkAt, linkspan, relink, unlink } from "linkspan/codemirror";

window.create = (options = {}, doc = "") => {
  window.view?.destroy();
  window.opened = [];
  const open = (_event, link) => window.opened.push(link.href);
  const keys = [
    { key: "Mod-k", run: unlink },
    { key: "Mod-j", run: relink },
  ];
  const extensions = [linkspan({ open, ...options }), history({ newGroupDelay: 0, joinToEvent: () => false }), keymap.of([...keys, ...historyKeymap, ...defaultKeymap])];
  const state = EditorState.create({ doc, extensions });
  window.view = new EditorView({ state, parent: document.getElementById("root") });
  window.view.focus();
};
window.linkAt = (position) => linkAt(window.view.state, position)?.text;
window.create();
