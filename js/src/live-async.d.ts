import type { WasmSource } from "./async.js";

export type { WasmSource };

/**
 * Fetches and compiles `live.wasm`, instead of having it as a part of the script, and returns the functions and classes of
 * `linkspan/live`.
 *
 * @param source Default: the file `linkspan/live.wasm` of the package, which bundlers find.
 */
export function load(source?: WasmSource | PromiseLike<WasmSource>): Promise<typeof import("./live.js")>;
