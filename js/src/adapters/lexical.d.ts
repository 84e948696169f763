import type { AdapterOptions } from "./shared/options.js";

export type { AdapterOptions };

/** A match as `@lexical/link` has it. */
export interface LinkMatch {
  index: number;
  length: number;
  text: string;
  url: string;
  attributes: { rel?: string; target?: string; title?: string };
}

/**
 * A matcher for `registerAutoLink` and `AutoLinkPlugin` of Lexical. It needs `separatorRegex`, and Lexical decides which
 * text is searched again; `registerLinkspan` is exact.
 */
export function createLinkMatcher(options?: AdapterOptions): (text: string) => LinkMatch | null;

/** The characters that may precede or follow a link, for `registerAutoLink`. */
export const separatorRegex: RegExp;

export interface LexicalOptions extends AdapterOptions {
  /** Whether nothing is linked in a node. Default: in code blocks. */
  isExcluded?: ((parent: any) => boolean) | undefined;
}

/**
 * Keeps the automatic links of an editor up to date, instead of `registerAutoLink`: after each change, they are those that
 * a search of the text finds. `TOGGLE_LINK_COMMAND` with `null` unlinks, and links again.
 *
 * @param editor the editor; its nodes include `AutoLinkNode`
 * @param host the modules of the application: `{ ...lexical, ...lexicalLink }`
 * @returns a function that ends this
 */
export function registerLinkspan(
  editor: import("lexical").LexicalEditor,
  host: typeof import("lexical") & typeof import("@lexical/link"),
  options?: LexicalOptions,
): () => void;
