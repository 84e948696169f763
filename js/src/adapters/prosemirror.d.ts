import type { Command, PluginSpec, Transaction } from "prosemirror-state";

import type { AdapterOptions } from "./shared/options.js";

export type { AdapterOptions };

export interface ProseMirrorOptions extends AdapterOptions {
  /** The name of the mark for links. Its attribute `href` is the target. Default: `"link"`. */
  mark?: string | undefined;
  /**
   * Whether a transaction restores or receives text whose links are already right. Those of `prosemirror-history`,
   * `prosemirror-collab` and `y-prosemirror` are known.
   */
  isForeign?: ((transaction: Transaction) => boolean) | undefined;
}

/**
 * The specification of a plugin for ProseMirror and Tiptap that links text while people type: `new Plugin(linkspan())`.
 *
 * A link is automatic if its text is a link to its target. Automatic links follow their text, others stay. Text that was
 * unlinked, by `unlink` or a command of the application, stays unlinked while people type in it.
 */
export function linkspan(options?: ProseMirrorOptions): PluginSpec<any>;

/** Removes the links in the selection, or at the cursor. */
export const unlink: Command;

/** Links the text of the selection, or the words at the cursor, also what was unlinked. */
export const relink: Command;
