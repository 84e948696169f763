import { createApi } from "./core/api.js";
import { instantiate } from "./core/embedded.js";
import bytes from "./wasm/linkspan.js";

const { api } = createApi(() => instantiate(bytes));

export const {
  Finder,
  find,
  findFirst,
  test,
  linkAt,
  segments,
  render,
  toHtml,
  toMarkdown,
  toReadable,
  toAscii,
} = api;
