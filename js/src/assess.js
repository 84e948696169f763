import { createAssessApi } from "./core/assess.js";
import { instantiate } from "./core/embedded.js";
import bytes from "./wasm/assess.js";

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
  assess,
  assessUrl,
  assessAnchor,
  safeDisplay,
  defang,
  refang,
} = createAssessApi(() => instantiate(bytes));
