import type { ILinkProvider, Terminal } from "@xterm/xterm";

import type { FinderOptions } from "../index.js";
import type { AnyFinder, Link } from "./shared/options.js";

export type { Link };

export interface XtermOptions {
  /** A finder, also one of `linkspan/assess`, or the options of one. Default: the profile `terminal`. */
  finder?: AnyFinder | FinderOptions | undefined;
  /** Opens a link that was clicked. Default: in a new window, without an opener. */
  activate?: ((event: MouseEvent, link: Link) => void) | undefined;
  hover?: ((event: MouseEvent, link: Link) => void) | undefined;
  leave?: ((event: MouseEvent, link: Link) => void) | undefined;
  /** The number of wrapped rows before and after a row that are searched with it. Default: 64. */
  maxRows?: number | undefined;
}

/** A provider for `terminal.registerLinkProvider`. A link may continue in the next row if the terminal wrapped the line. */
export function createLinkProvider(terminal: Terminal, options?: XtermOptions): ILinkProvider;
