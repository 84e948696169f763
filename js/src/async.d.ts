/** A WebAssembly file: its URL, its bytes, a response of `fetch`, a compiled module, or an instance. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module | WebAssembly.Instance;

/**
 * Fetches and compiles `linkspan.wasm`, instead of having it as a part of the script, and returns the functions and
 * classes of `linkspan`.
 *
 * @param source Default: the file `linkspan/linkspan.wasm` of the package, which bundlers find.
 */
export function load(source?: WasmSource | PromiseLike<WasmSource>): Promise<typeof import("./index.js")>;
