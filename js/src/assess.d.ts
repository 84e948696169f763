/**
 * Everything in `linkspan` and `linkspan/live`, with assessments: what may deceive about a link.
 *
 * This is a module of its own: it has its own finders, with more options, and does not need the others.
 */

import { Finder as CoreFinder, type FinderOptions, type Link } from "./index.js";
import { Finder as LiveFinder, LiveText as CoreLiveText } from "./live.js";

export type {
  AnchorOptions,
  Candidate,
  FinderOptions,
  HtmlOptions,
  Link,
  LinkKind,
  LinkParts,
  LiveChanges,
  LiveLink,
  MarkdownOptions,
  Profile,
  Rejection,
  Rel,
  Segment,
  Show,
  Span,
  Step,
  TopLevel,
  Unlinked,
} from "./live.js";

/** How severe a finding is. */
export type Level = "info" | "warn" | "danger";

/** What a finding is about: where the link leads, or how it looks. */
export type Concern = "target" | "look";

/** Something that may deceive about a link. */
export interface Finding {
  /** Such as `"host-mixed-scripts"`. */
  readonly code: string;
  readonly level: Level;
  readonly concern: Concern;
  readonly message: string;
  /** What the code means. */
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
  /** Where it is, in the text that was assessed. */
  readonly start: number;
  readonly end: number;
}

/** The findings of a link, in the order of the text. */
export interface Report {
  readonly findings: readonly Finding[];
  /** The highest level, or `undefined` if nothing was found. */
  readonly level?: Level;
}

/** The report of a whole link. */
export interface LinkReport extends Report {
  /** The link with everything that may deceive written in a form that does not. */
  readonly safeDisplay: string;
}

/** A link and its report. */
export interface AssessedLink {
  readonly link: Link;
  readonly report: LinkReport;
  /** Why the finder does not link it. */
  readonly rejection?: { readonly message: string; readonly rule: string };
}

/** What happens to links with findings: they are linked, refused from a level on, by code, or as in profile `strict`. */
export type Policy = "report" | "strict" | { readonly refuseFrom: Level } | { readonly refuse: readonly string[] };

export interface AssessOptions extends FinderOptions {
  /** Default: `"report"`, or `"strict"` in the profile `strict`. */
  policy?: Policy | undefined;
  /** Tables of registries: the text of each, and the domain that it is for, unless the table names it. */
  idnTables?: readonly { readonly text: string; readonly domain?: string | undefined }[] | undefined;
  /** Names that others may imitate, such as `example.com`. */
  protectedNames?: readonly string[] | undefined;
}

export interface SafeDisplayOptions {
  /** The maximum length, in user-perceived characters. */
  limit?: number | undefined;
  /** Default: `"right-to-left"`. */
  isolation?: "right-to-left" | "always" | "never" | undefined;
}

export class Finder extends LiveFinder {
  constructor(options?: AssessOptions);
  /** All links of a text with their reports, and URLs that were rejected for a reason that a report contains. */
  assess(text: string): AssessedLink[];
  /** Assesses one URL. */
  assessUrl(url: string): LinkReport;
  /**
   * Assesses an existing link: its visible text and its target, which may be relative to `base`. The offsets are those of
   * the visible text.
   */
  assessAnchor(text: string, href: string, base?: string): Report;
  /** The safe display form of a URL. */
  safeDisplay(url: string, options?: SafeDisplayOptions): string;
}

export type FinderLike = CoreFinder | AssessOptions;

export function assess(text: string, options?: FinderLike): AssessedLink[];
/** Assesses one URL. */
export function assessUrl(url: string, options?: FinderLike): LinkReport;
export function assessAnchor(
  text: string,
  href: string,
  options?: { finder?: FinderLike | undefined; base?: string | undefined },
): Report;
/**
 * The safe display form of a URL.
 *
 * @throws {RangeError} if it is not a URL
 */
export function safeDisplay(url: string, options?: SafeDisplayOptions & { finder?: FinderLike | undefined }): string;
/** The URL in a form that nothing links, as in `hxxps://example[.]com`. */
export function defang(url: string): string;
/** Undoes `defang`. */
export function refang(text: string): string;

export function find(text: string, options?: FinderLike): Link[];
export function findFirst(text: string, options?: FinderLike): Link | undefined;
export function test(text: string, options?: FinderLike): boolean;
export function linkAt(text: string, offset: number, options?: FinderLike): Link | undefined;
export function segments(text: string, options?: FinderLike): import("./index.js").Segment[];
export function render(
  text: string,
  link: (link: Link) => string,
  options?: { finder?: FinderLike | undefined; between?: ((text: string) => string) | undefined },
): string;
export function toHtml(
  text: string,
  options?: import("./index.js").HtmlOptions & { finder?: FinderLike | undefined },
): string;
export function toMarkdown(
  text: string,
  options?: import("./index.js").MarkdownOptions & { finder?: FinderLike | undefined },
): string;
export function explain(text: string, options?: FinderLike): import("./live.js").Candidate[];
export function toReadable(url: string): string;
export function toAscii(url: string): string;
export class LiveText extends CoreLiveText {
  constructor(text: string, finder?: FinderLike);
  setFinder(finder: FinderLike): import("./live.js").LiveChanges;
}
