// WebAssembly modules that are part of a script, so that they can be used right after the import.

/** @param {string} base64 */
export function instantiate(base64) {
  const module = new WebAssembly.Module(decode(base64));
  return new WebAssembly.Instance(module);
}

function decode(base64) {
  if (typeof Uint8Array.fromBase64 === "function") return Uint8Array.fromBase64(base64);
  if (typeof Buffer === "function") return Buffer.from(base64, "base64");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
