import type { HtmlAdapterOptions } from "./shared/options.js";

export type { HtmlAdapterOptions };

export interface DomOptions extends HtmlAdapterOptions {
  /** A selector of elements that are skipped, or a function that returns whether one is. */
  skip?: string | ((element: Element) => boolean) | undefined;
  /** Whether to link text that is added or changed later. Default: `false`. */
  observe?: boolean | undefined;
}

/** An element whose text was linked. */
export interface LinkedElement {
  /** The links that were created and are in the element. */
  readonly anchors: HTMLAnchorElement[];
  /** Links text that was added or changed since. */
  update(): void;
  /** Links what is added or changed from now on. */
  observe(): void;
  /** Ends observing. The links stay. */
  disconnect(): void;
  /** Removes all links that were created, and ends observing. */
  undo(): void;
}

/**
 * Links the text in an element. Text is never joined across elements. Links, editors, form controls, scripts and other
 * elements whose text is not for readers are skipped, and code, unless the option `code` says otherwise. By default,
 * links have `rel="nofollow noopener ugc"`.
 */
export function linkifyElement(root: Element | DocumentFragment, options?: DomOptions): LinkedElement;
