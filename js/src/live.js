import { instantiate } from "./core/embedded.js";
import { createLiveApi } from "./core/live-api.js";
import bytes from "./wasm/live.js";

const { api } = createLiveApi(() => instantiate(bytes));

export const {
  Finder,
  LiveText,
  find,
  findFirst,
  test,
  linkAt,
  segments,
  render,
  toHtml,
  toMarkdown,
  explain,
  toReadable,
  toAscii,
} = api;
