import { instantiateFrom } from "./core/fetched.js";
import { createLiveApi } from "./core/live-api.js";

/** Loads the module, by default from the file beside this package. */
export async function load(source = new URL("../live.wasm", import.meta.url)) {
  const instance = await instantiateFrom(source);
  return createLiveApi(() => instance).api;
}
