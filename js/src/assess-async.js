import { createAssessApi } from "./core/assess.js";
import { instantiateFrom } from "./core/fetched.js";

/** Loads the module, by default from the file beside this package. */
export async function load(source = new URL("../assess.wasm", import.meta.url)) {
  const instance = await instantiateFrom(source);
  return createAssessApi(() => instance);
}
