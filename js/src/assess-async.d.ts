import type { WasmSource } from "./async.js";

export type { WasmSource };

/**
 * Fetches and compiles `assess.wasm`, instead of having it as a part of the script, and returns the functions and classes
 * of `linkspan/assess`.
 *
 * @param source Default: the file `linkspan/assess.wasm` of the package, which bundlers find.
 */
export function load(source?: WasmSource | PromiseLike<WasmSource>): Promise<typeof import("./assess.js")>;
