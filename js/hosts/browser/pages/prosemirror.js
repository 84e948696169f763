import { linkspan, relink, unlink } from "linkspan/prosemirror";
import { baseKeymap, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { Schema } from "prosemirror-model";
import { schema as basic } from "prosemirror-schema-basic";
import { EditorState, Plugin, TextSelection } from "prosemirror-state";
import { EditorView } from "prosemirror-view";

/** Creates the editor again, with options of the adapter. */
window.create = (options = {}, { inclusive = false, html = "" } = {}) => {
  window.view?.destroy();
  const link = { ...basic.spec.marks.get("link"), inclusive };
  const schema = new Schema({ nodes: basic.spec.nodes, marks: basic.spec.marks.update("link", link) });
  const keys = {
    "Mod-z": undo,
    "Mod-y": redo,
    "Mod-b": toggleMark(schema.marks.strong),
    "Mod-e": toggleMark(schema.marks.code),
    "Mod-k": unlink,
    "Mod-j": relink,
  };
  const plugins = [new Plugin(linkspan(options)), history({ newGroupDelay: -1 }), keymap(keys), keymap(baseKeymap)];
  window.view = new EditorView(document.getElementById("root"), { state: EditorState.create({ schema, plugins }) });
  window.setText = (text) => {
    const { state } = window.view;
    const content = text === "" ? [] : [schema.text(text)];
    const doc = schema.node("doc", null, [schema.node("paragraph", null, content)]);
    window.view.updateState(EditorState.create({ doc, plugins: state.plugins }));
  };
  window.linkText = (from, to, href) => {
    window.view.dispatch(window.view.state.tr.addMark(from, to, schema.marks.link.create({ href })));
  };
  window.removeMark = (from, to) => window.view.dispatch(window.view.state.tr.removeMark(from, to, schema.marks.link));
  window.insertAt = (position, text) => window.view.dispatch(window.view.state.tr.insertText(text, position));
  /** Replaces each occurrence of a character, in one transaction. */
  window.replaceAll = ([from, to]) => {
    const { tr, doc } = window.view.state;
    const text = doc.textContent;
    for (let at = 0; at < text.length; at++) if (text[at] === from) tr.insertText(to, at + 1, at + 2);
    window.view.dispatch(tr);
  };
  window.select = (from, to = from) => {
    const { state } = window.view;
    window.view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to)));
    window.view.focus();
  };
  window.view.focus();
};
window.create();
