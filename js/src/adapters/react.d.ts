import type { ComponentType, ReactElement, ReactNode } from "react";

import type { FinderOptions, Segment } from "../index.js";
import type { AdapterOptions, AnyFinder, HtmlAdapterOptions, Link } from "./shared/options.js";

export type { AdapterOptions, HtmlAdapterOptions, Link };

/** What a component for links receives: the attributes of `<a>`, with the names of React. */
export interface LinkProps {
  link: Link;
  href: string;
  children?: ReactNode;
  [attribute: string]: unknown;
}

interface ComponentOptions {
  /** The component of a link. Default: `"a"`. */
  component?: "a" | ComponentType<LinkProps> | undefined;
}

export interface LinkifyProps extends HtmlAdapterOptions, ComponentOptions {
  children?: ReactNode;
}

/**
 * Its children, with links in their text. Adjacent strings are one text; text is not joined across elements. By default,
 * links have `rel="nofollow noopener ugc"`.
 */
export function Linkify(props: LinkifyProps): ReactElement;

/** A text as a node with links. */
export function linkify(text: string, options?: AdapterOptions & ComponentOptions): ReactNode;

/** The links of a text and the text between them. They are found again only if the text or the finder changes. */
export function useSegments(text: string, finder?: AnyFinder | FinderOptions): Segment[];
