import { createApi } from "./core/api.js";
import { instantiateFrom } from "./core/fetched.js";

/** Loads the module, by default from the file beside this package. */
export async function load(source = new URL("../linkspan.wasm", import.meta.url)) {
  const instance = await instantiateFrom(source);
  return createApi(() => instance).api;
}
