import { createApi } from "./core/api.js";
import { instantiate } from "./core/embedded.js";
import bytes from "./wasm/linkspan.js";

export const { Finder, find, findFirst, test, linkAt, segments } = createApi(() => instantiate(bytes));
