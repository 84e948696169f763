// WebAssembly modules that are fetched.

/**
 * Compiles and instantiates a module.
 *
 * @param source a URL, a `Response`, bytes, a compiled module or an instance, or a promise of one of them
 */
export async function instantiateFrom(source) {
  const input = await source;
  if (input instanceof WebAssembly.Module) return new WebAssembly.Instance(input);
  if (input instanceof WebAssembly.Instance) return input;
  const bytes = await (input instanceof ArrayBuffer || ArrayBuffer.isView(input) ? input : fetched(input));
  if (bytes instanceof WebAssembly.Instance) return bytes;
  const { instance } = await WebAssembly.instantiate(bytes);
  return instance;
}

async function fetched(input) {
  const isResponse = typeof Response === "function" && input instanceof Response;
  const url = isResponse ? undefined : new URL(input, globalThis.location?.href);
  // Node cannot fetch files.
  if (url?.protocol === "file:" && globalThis.process?.versions?.node) {
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
    return readFile(url);
  }
  const response = isResponse ? input : await fetch(url);
  if (!response.ok) throw new Error(`expected the file ${response.url}, found status ${response.status}`);
  // Servers that do not know the type of the file are common, and compiling while it arrives needs the type.
  if (response.headers.get("content-type") === "application/wasm") {
    const { instance } = await WebAssembly.instantiateStreaming(response);
    return instance;
  }
  return response.arrayBuffer();
}
