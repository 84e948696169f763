// The types of the adapter for CodeMirror, which has one version.

import { EditorState } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { linkAt, linkspan, relink, unlink } from "linkspan/codemirror";

const keys = keymap.of([
  { key: "Mod-k", run: unlink },
  { key: "Mod-j", run: relink },
]);
const state = EditorState.create({ extensions: [linkspan({ open: false, class: "x", isExcluded: (state, link) => state.doc.length < link.end }), keys] });
export const target: string | undefined = linkAt(state, 0)?.href;
