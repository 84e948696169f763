/**
 * Finds links in plain text in every writing system, and formats URLs so that people can read them (UTS #58).
 *
 * Offsets are UTF-16 code units, as everywhere in JavaScript. Any string is valid input, also one with lone surrogates,
 * which no link contains.
 */

/** What a link is. */
export type LinkKind = "url" | "email";

/** A part of the text: `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The parts of a link, without the syntax between them. The offsets are those of the text in which the link was found.
 * An absent part is `undefined`; an empty one, such as the query of `example.com?`, is an empty span.
 */
export interface LinkParts {
  /** Without the colon, as written. */
  readonly scheme?: Span;
  /** The user name and password of a URL. */
  readonly userinfo?: Span;
  /** What precedes the `@` of an email address. */
  readonly localPart?: Span;
  /** The domain or IP address; empty for `tel:` and other schemes without a host. */
  readonly host: Span;
  readonly port?: Span;
  /** With its first slash; empty if there is none. */
  readonly path: Span;
  readonly query?: Span;
  /** Without the directive. */
  readonly fragment?: Span;
  /** What follows `:~:` in the fragment. */
  readonly directive?: Span;
}

/** A link in a text. */
export interface Link {
  readonly start: number;
  readonly end: number;
  readonly kind: LinkKind;
  /** The link as written: `text.slice(start, end)`. */
  readonly text: string;
  /** The target, in ASCII and with a scheme. */
  readonly href: string;
  /** The form for people: the host in Unicode, and as few escapes as possible. */
  readonly display: string;
  readonly parts: LinkParts;
}

/** A piece of a text: a link, or what is between links. */
export type Segment =
  | { readonly type: "text"; readonly start: number; readonly end: number; readonly text: string }
  | { readonly type: "link"; readonly start: number; readonly end: number; readonly text: string; readonly link: Link };

/** A named set of options for a kind of text. */
export type Profile =
  /** The standard, with the defaults of this library where the standard leaves a choice. */
  | "uts58"
  /** Chat, mail and other text for people. */
  | "prose"
  /** Source code, data and markup. */
  | "source"
  /** Terminals and logs. */
  | "terminal"
  /** Text from untrusted authors. Its rules about deceptive hosts need `linkspan/assess`; `linkspan` throws. */
  | "strict";

/** The requirement on a top-level domain: listed, syntactically valid, or anything but a number. */
export type TopLevel = "listed" | "syntactic" | "any";

/** The options of a finder. An option that is absent or `undefined` has the value of the profile. */
export interface FinderOptions {
  /** Sets all options but `suffixes`, `never` and the lists of `linkspan/assess`. Default: `"uts58"`. */
  profile?: Profile | undefined;
  /** The schemes that are linked, without `://`. Default: `http`, `https`, `ftp`, `ws`, `wss`. */
  schemes?: readonly string[] | undefined;
  /** URLs with other schemes than those of the list. Default: `"skip"`. */
  unknownSchemes?: "skip" | "link" | undefined;
  /** Domains without a scheme, such as `example.com`. Default: `"link"`. */
  bareDomains?: "link" | "skip" | undefined;
  /** Email addresses. Default: `"link"`. */
  emails?: "link" | "skip" | undefined;
  /** URLs with a user name. Default: `"skip"`. */
  userinfo?: "skip" | "link" | undefined;
  /** URLs with a scheme whose host is an IP address. Default: `"link"`. */
  ipHosts?: "link" | "skip" | undefined;
  /** URLs with a scheme whose host is a single label, such as `http://localhost:3000`. Default: `"skip"`. */
  oneLabelHosts?: "skip" | "link" | undefined;
  /** Top-level domains of URLs with a scheme. Default: `"syntactic"`. */
  schemeTld?: TopLevel | undefined;
  /** Top-level domains of bare domains and email addresses. Default: `"listed"`. */
  bareTld?: TopLevel | undefined;
  /** Top-level domains of email addresses in angle brackets. Default: `"syntactic"`. */
  bracketedTld?: TopLevel | undefined;
  /** Whether a host ends where words of another script follow or precede it. Default: `"split"`. */
  scriptBoundaries?: "split" | "ignore" | undefined;
  /** A `?` at the end of a link that no query follows. Default: `"trim"`. */
  trailingQuestion?: "trim" | "keep" | undefined;
  /** Words of a script without spaces that directly follow an ASCII path. Default: `"keep"`. */
  attachedWords?: "keep" | "trim" | undefined;
  /** Opening brackets at the end of a link. Default: `"keep"`. */
  unmatchedOpeners?: "keep" | "trim" | undefined;
  /** Email addresses with misplaced dots. Default: `"skip"`. */
  badDots?: "skip" | "recover" | undefined;
  /** Email addresses with a quoted local part. Default: `"skip"`. */
  quotedLocalParts?: "skip" | "link" | undefined;
  /** Bare domains that look like names in source code. Default: `"skip"`. */
  codeNames?: "link" | "skip" | "skip-words" | undefined;
  /** Bare domains whose top-level domain is better known as a file extension, such as `README.md`. Default: `"skip"`. */
  fileNames?: "link" | "skip" | undefined;
  /** The address at the start of a remote path, as in `git@example.com:user/project`. Default: `"skip"`. */
  remotePaths?: "link" | "skip" | undefined;
  /** Where the local part of an email address starts. Default: `"standard"`. */
  localPartStart?: "standard" | "after-separator" | undefined;
  /** The query of a `mailto:` address. Default: `"trim"`. */
  mailtoQuery?: "keep" | "trim" | undefined;
  /** Which syntax around a link ends it. Default: `"standard"`. */
  delimiters?: "standard" | "quotes" | "code" | undefined;
  /** The maximum length of a link in bytes of UTF-8. Default: 8192. */
  lengthLimit?: number | undefined;
  /** The scheme in the `href` of links without one. Default: `"https"`. */
  impliedScheme?: "https" | "http" | undefined;
  /** The text of a list of public suffixes or of top-level domains. Default: the embedded list. */
  suffixes?: { readonly psl: string } | { readonly iana: string } | undefined;
  /** Hosts and links that are not linked, one per entry or line. */
  never?: string | readonly string[] | undefined;
  /** Whether anything is linked at all. Default: `"on"`. */
  linking?: "on" | "off" | undefined;
}

/** The link types of a `rel` attribute. */
export type Rel = "nofollow" | "noopener" | "noreferrer" | "ugc" | "sponsored" | "external";

/** What a link shows: itself as written, its readable form, or that truncated to a number of characters. */
export type Show = "written" | "readable" | { readonly short: number };

/** The attributes of a link in HTML, and the text that it displays. */
export interface AnchorOptions {
  /** Default: `["nofollow", "noopener", "ugc"]`. An empty list or string omits the attribute. */
  rel?: string | readonly Rel[] | undefined;
  /** `"_blank"`, `"_parent"`, `"_top"` or the name of a frame. Default: no attribute. */
  target?: string | undefined;
  class?: string | undefined;
  /** The tooltip: a text, or `{ readable: true }` for the readable form. */
  title?: string | { readonly readable: true } | undefined;
  /** Other attributes. Only names whose every value is safe are accepted: `data-…`, `aria-…` and some more. */
  attributes?: Readonly<Record<string, string>> | undefined;
  /** Default: `"written"`. */
  show?: Show | undefined;
}

export interface HtmlOptions extends AnchorOptions {
  /** Default: `"keep"`. */
  newlines?: "keep" | "break" | "paragraphs" | undefined;
  /** `<bdi>` around links: those with right-to-left characters, all, or none. Default: `"right-to-left"`. */
  isolation?: "right-to-left" | "always" | "never" | undefined;
  /** Writes a whole document with this title, instead of a fragment. */
  page?: string | undefined;
  /**
   * Chooses the attributes of one link: those that it returns override the others, `false` leaves the link as text.
   * An exception propagates, and the finder stays usable.
   */
  each?: ((link: Link) => AnchorOptions | false | null | undefined | void) | undefined;
}

export interface MarkdownOptions {
  /** Default: `"written"`. */
  show?: Show | undefined;
}

/**
 * Finds the links in texts. A finder is configured once and used for any number of texts.
 *
 * @throws {TypeError} if an option is unknown or of a wrong type
 * @throws {RangeError} if the value of an option is not valid
 */
export class Finder {
  constructor(options?: FinderOptions);

  /** All links of a text, in order. They do not overlap. */
  find(text: string): Link[];
  /** The first link of a text. */
  findFirst(text: string): Link | undefined;
  /** Whether a text contains a link. */
  test(text: string): boolean;
  /** The link that contains the code unit at `offset`: the link under a cursor. */
  linkAt(text: string, offset: number): Link | undefined;
  /** The links and the text between them. Concatenated, they are the text. */
  segments(text: string): Segment[];
  /** The text with each link replaced by what a function returns, and optionally the text between links, too. */
  render(text: string, link: (link: Link) => string, between?: (text: string) => string): string;
  /** The text as HTML with links. All of it is escaped. */
  toHtml(text: string, options?: HtmlOptions): string;
  /** The text as Markdown with links. All of it is escaped. */
  toMarkdown(text: string, options?: MarkdownOptions): string;
  /** The public suffix of a host, with the list of this finder. */
  publicSuffix(host: string): string | undefined;
  /** The registrable domain of a host, with the list of this finder. */
  registrableDomain(host: string): string | undefined;
  /** Frees the memory of the finder at once. Without it, that happens when the finder is garbage collected. */
  free(): void;
}

/** A finder, its options, or nothing for the default options. Equal options share one finder. */
export type FinderLike = Finder | FinderOptions;

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

/**
 * The readable form of a URL: the host in Unicode, and as few escapes as possible.
 *
 * @throws {RangeError} if it is not a URL
 */
export function toReadable(url: string): string;

/**
 * The ASCII form of a URL: the host in A-labels, and everything else escaped.
 *
 * @throws {RangeError} if it is not a URL
 */
export function toAscii(url: string): string;
