import type { AdapterOptions } from "./shared/options.js";

export type { AdapterOptions };

/** What this plugin uses of markdown-it. */
interface MarkdownItLike {
  linkify: unknown;
  options: object;
  set(options: object): unknown;
  enable(rules: string): unknown;
  normalizeLink(url: string): string;
  validateLink(url: string): boolean;
}

/**
 * A plugin for markdown-it 14 and 15: `md.use(linkspan, options)`. It replaces both rules of markdown-it that add links,
 * and enables them. By default, links have no attribute but `href`.
 */
export default function linkspan(md: MarkdownItLike, options?: AdapterOptions): void;

/** A match as linkify-it has it. */
export interface LinkifyMatch {
  /** The scheme and its colon, `mailto:` for email addresses, or an empty string. */
  schema: string;
  index: number;
  lastIndex: number;
  raw: string;
  text: string;
  url: string;
}

/**
 * An object for `md.linkify`, for applications that keep the rules of markdown-it. Those write attributes and text, so
 * of the options only `finder` and the refusals of `each` count.
 */
export function createLinkify(options?: AdapterOptions): {
  pretest(text: string): boolean;
  test(text: string): boolean;
  match(text: string): LinkifyMatch[] | null;
  /** The URL with a scheme at the start of a text. Its `url` is as long as its `raw`, as markdown-it needs it. */
  matchAtStart(text: string): LinkifyMatch | null;
};
