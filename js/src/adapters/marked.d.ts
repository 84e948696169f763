import type { MarkedExtension } from "marked";

import type { AdapterOptions } from "./shared/options.js";

export type { AdapterOptions };

/**
 * An extension for marked: `marked.use(linkspan(options))`. It replaces the autolinks of GitHub. By default, links have no
 * attribute but `href`, and the link renderer of the application writes them.
 */
export default function linkspan(options?: AdapterOptions): MarkedExtension;
