import type { AnchorOptions, Finder, FinderOptions, Link } from "../../index.js";

export type { Link };

/** The methods of a finder that adapters call. Those of `linkspan/assess` have them, too. */
export type AnyFinder = Pick<Finder, "find" | "findFirst" | "linkAt" | "segments">;

/** The attributes of a link and the text that it shows. */
export interface LinkOptions extends Omit<AnchorOptions, "show"> {
  /** What the link shows: itself as written, its readable form, or what a function returns. Default: `"written"`. */
  show?: "written" | "readable" | ((link: Link) => string) | undefined;
}

/** The options of all adapters. */
export interface AdapterOptions extends LinkOptions {
  /** A finder, also one of `linkspan/assess`, or the options of one. Default: the profile `prose`. */
  finder?: AnyFinder | FinderOptions | undefined;
  /** Chooses the attributes of one link: those that it returns override the others, `false` leaves the link as text. */
  each?: ((link: Link) => LinkOptions | false | null | undefined | void) | undefined;
}

/** The options of adapters for HTML. */
export interface HtmlAdapterOptions extends AdapterOptions {
  /** Text in `code`, `kbd`, `pre`, `samp`, `tt` and `var`. Default: `"skip"`. */
  code?: "skip" | "link" | undefined;
}
