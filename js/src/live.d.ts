/**
 * Everything in `linkspan`, with texts that change and explanations.
 *
 * This is a module of its own: it has its own finders and does not need `linkspan`.
 */

import { Finder as CoreFinder, type FinderOptions, type HtmlOptions, type Link, type MarkdownOptions, type Segment } from "./index.js";

export type {
  AnchorOptions,
  FinderOptions,
  HtmlOptions,
  Link,
  LinkKind,
  LinkParts,
  MarkdownOptions,
  Profile,
  Rel,
  Segment,
  Show,
  Span,
  TopLevel,
} from "./index.js";

export { toAscii, toReadable } from "./index.js";

/** Why something is not a link. */
export interface Rejection {
  readonly message: string;
  /** The rule that says so, such as `"UTS #58 §3.5.1"`. */
  readonly rule: string;
}

/** What one character after the host does: a step of the termination algorithm of UTS #58 §3.5.1. */
export interface Step {
  readonly start: number;
  readonly end: number;
  readonly character: string;
  /** The part that the character belongs to, or `undefined` before the first part. */
  readonly part?: "path" | "query" | "fragment" | "directive";
  readonly effect: "starts" | "includes" | "waits" | "opens" | "closes" | "clears" | "stops";
  /** Why the link stops here. */
  readonly reason?: "hard" | "unmatched" | "too-deep" | "no-part";
}

/** A candidate for a link: the link, or the reason for its rejection. */
export interface Candidate {
  /** Where the candidate was detected: the dot, colon or `@`. */
  readonly offset: number;
  readonly link?: Link;
  readonly rejection?: Rejection;
  /** The steps that find the end of the link, character by character, up to the first character after it. */
  readonly steps?: readonly Step[];
  /** Where and why the link ends before the standard says so. */
  readonly earlyEnd?: { readonly offset: number; readonly reason: string; readonly message: string };
}

/**
 * Finds the links in texts, and explains what it finds.
 *
 * @throws {TypeError} if an option is unknown or of a wrong type
 * @throws {RangeError} if the value of an option is not valid
 */
export class Finder extends CoreFinder {
  /** Every candidate for a link, with the link or the reason for its rejection. */
  explain(text: string): Candidate[];
}

/** A finder, its options, or nothing for the default options. Equal options share one finder. */
export type FinderLike = CoreFinder | FinderOptions;

export function find(text: string, options?: FinderLike): Link[];
export function findFirst(text: string, options?: FinderLike): Link | undefined;
export function test(text: string, options?: FinderLike): boolean;
export function linkAt(text: string, offset: number, options?: FinderLike): Link | undefined;
export function segments(text: string, options?: FinderLike): Segment[];
export function render(
  text: string,
  link: (link: Link) => string,
  options?: { finder?: FinderLike | undefined; between?: ((text: string) => string) | undefined },
): string;
export function toHtml(text: string, options?: HtmlOptions & { finder?: FinderLike | undefined }): string;
export function toMarkdown(text: string, options?: MarkdownOptions & { finder?: FinderLike | undefined }): string;
export function explain(text: string, options?: FinderLike): Candidate[];

/** A link in a text that changes. Its `id` is stable as long as the link does not change. */
export interface LiveLink extends Link {
  readonly id: number;
}

/** What an edit changed. Links at or after `shift.from` in the old text that are not removed moved by `shift.by`. */
export interface LiveChanges {
  readonly removed: readonly number[];
  readonly added: readonly LiveLink[];
  readonly shift: { readonly from: number; readonly by: number };
}

/** The decision of a user that a string is not a link, in a form that can be stored with the text. */
export interface Unlinked {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly occurrence: number;
}

/**
 * The links of a text that changes: while people type, paste, delete and undo. After each edit it holds the links that a
 * search of the whole text would return.
 */
export class LiveText {
  constructor(text: string, finder?: FinderLike);

  /** The current text. */
  readonly text: string;
  /** Replaces `text.slice(start, end)`. */
  edit(start: number, end: number, replacement: string): LiveChanges;
  /** Replaces the text. Only the part that differs is searched. */
  setText(text: string): LiveChanges;
  /** All links, or those that overlap a range. */
  links(start?: number, end?: number): LiveLink[];
  linkAt(offset: number): LiveLink | undefined;
  /** The link at the caret that may change with the next characters that are typed there; all others are settled. */
  growing(caret: number): LiveLink | undefined;
  /** Removes the links that overlap a range, or that touch it if it is empty: "this is not a link". */
  unlink(start: number, end: number): LiveChanges;
  /** Undoes `unlink`. */
  relink(start: number, end: number): LiveChanges;
  /** The decisions of `unlink`, to be stored with the text. */
  unlinked(): Unlinked[];
  /** Applies stored decisions. */
  restore(stored: readonly Unlinked[]): LiveChanges;
  /** Turns all links off or on. */
  setLinking(linking: "on" | "off"): LiveChanges;
  /** Searches the text with another finder. */
  setFinder(finder: FinderLike): LiveChanges;
  /** Frees its memory at once. */
  free(): void;
}
