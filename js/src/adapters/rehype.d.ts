import type { HtmlAdapterOptions } from "./shared/options.js";

export type { HtmlAdapterOptions };

/** The root of a syntax tree, as unist has it. */
interface Tree {
  type: string;
}

/** A plugin for rehype: `unified().use(rehypeParse).use(linkspan, options)`. By default, links have no attribute but `href`. */
export default function linkspan(options?: HtmlAdapterOptions): (tree: Tree) => void;
