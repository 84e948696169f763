import type { EditorState, Extension, StateCommand } from "@codemirror/state";

import type { AdapterOptions, Link } from "./shared/options.js";

export type { AdapterOptions, Link };

export interface CodeMirrorOptions extends Omit<AdapterOptions, "show"> {
  /** Opens a link that was clicked with Ctrl or Command, or `false`. Default: in a new window. */
  open?: ((event: MouseEvent, link: Link) => void) | false | undefined;
  /** Whether a link is not decorated, for example because the syntax tree says that it is code. */
  isExcluded?: ((state: EditorState, link: Link) => boolean) | undefined;
}

/**
 * An extension for CodeMirror 6 that decorates the links in the visible text, with the class `cm-link` unless the option
 * `class` says otherwise, and the attribute `data-href`. The offsets of links are those of the document.
 */
export function linkspan(options?: CodeMirrorOptions): Extension;

/** The link at a position of the document, or the one that ends there. */
export function linkAt(state: EditorState, position: number): Link | undefined;

/** A command: the links in the selection, or at the cursor, are not links. It can be undone. */
export const unlink: StateCommand;

/** A command: what was unlinked in the selection, or at the cursor, is linked again. It can be undone. */
export const relink: StateCommand;
