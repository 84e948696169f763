import type { AdapterOptions } from "./shared/options.js";

export type { AdapterOptions };

/** The root of a syntax tree, as unist has it. */
interface Tree {
  type: string;
}

/**
 * A plugin for remark: `unified().use(remarkParse).use(linkspan, options)`. By default, links have no attribute but `href`.
 */
export default function linkspan(options?: AdapterOptions): (tree: Tree) => void;
