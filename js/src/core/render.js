// Settings of HTML and Markdown. `crates/linkspan-wasm/src/render.rs` reads them.

import { Fields } from "./module.js";
import { checkObject, checkString, indexIn, isObject, rangeError, strings, typeError } from "./options.js";

const REL = ["nofollow", "noopener", "noreferrer", "ugc", "sponsored", "external"];
const NEWLINES = ["keep", "break", "paragraphs"];
const SHOW = ["written", "readable"];
export const ISOLATION = ["right-to-left", "always", "never"];

const ANCHOR = ["rel", "target", "class", "title", "attributes", "show"];
const HTML = [...ANCHOR, "newlines", "isolation", "page", "each"];

/** The arguments of `to_html`. */
export function htmlArguments(options, links) {
  checkOptions("options", options, HTML);
  const fields = new Fields();
  writeAnchor(fields, options);
  if (options.newlines !== undefined) fields.number(20, indexIn(NEWLINES, options.newlines, "newlines"));
  if (options.isolation !== undefined) fields.number(21, indexIn(ISOLATION, options.isolation, "isolation"));
  if (options.page !== undefined) {
    checkString("page", options.page);
    fields.text(22, options.page);
  }
  if (options.each !== undefined) {
    checkFunction("each", options.each);
    fields.field(23, chosenAnchors(options.each, links()).bytes);
  }
  return fields.bytes;
}

/** Calls a function of the caller for each link. The module is not involved, so it may throw and call the finder. */
function chosenAnchors(each, links) {
  const fields = new Fields();
  for (const link of links) {
    const chosen = each(link);
    const anchor = new Fields();
    if (chosen !== false && chosen !== undefined && chosen !== null) {
      checkOptions("the result of each", chosen, ANCHOR);
      writeAnchor(anchor, chosen);
    }
    fields.field(chosen === false ? 0 : 1, anchor.bytes);
  }
  return fields;
}

/** The arguments of `to_markdown`. */
export function markdownArguments(options) {
  checkOptions("options", options, ["show"]);
  const fields = new Fields();
  writeShow(fields, options.show);
  return fields.bytes;
}

function writeAnchor(fields, { rel, target, class: className, title, attributes, show }) {
  if (rel !== undefined) fields.number(0, relBits(rel));
  if (target !== undefined) {
    checkString("target", target);
    fields.text(1, target);
  }
  if (className !== undefined) {
    checkString("class", className);
    fields.text(2, className);
  }
  if (title !== undefined) {
    if (isObject(title) && title.readable === true) fields.field(4, []);
    else if (typeof title === "string") fields.text(3, title);
    else throw typeError("title", "a string or { readable: true }", title);
  }
  if (attributes !== undefined) {
    checkObject("attributes", attributes);
    for (const [name, value] of Object.entries(attributes)) {
      checkString(`attributes[${JSON.stringify(name)}]`, value);
      const pair = new Fields();
      pair.text(0, name);
      pair.text(1, value);
      fields.field(5, pair.bytes);
    }
  }
  writeShow(fields, show);
}

function writeShow(fields, show) {
  if (show === undefined) return;
  if (isObject(show) && "short" in show) {
    const { short } = show;
    if (typeof short !== "number") throw typeError("show.short", "a number", short);
    if (!Number.isInteger(short) || short < 0) throw rangeError("show.short", "a whole number from 0", short);
    fields.number(10, Math.min(short, 0xffff_ffff));
  } else {
    if (typeof show !== "string") throw typeError("show", "a string or { short: number }", show);
    fields.number(6, indexIn(SHOW, show, "show"));
  }
}

function relBits(rel) {
  const names = typeof rel === "string" ? rel.split(/\s+/).filter(Boolean) : strings(rel, "rel");
  return names.reduce((bits, name) => bits | (1 << indexIn(REL, name, "rel")), 0);
}

export function checkFunction(name, value) {
  if (typeof value !== "function") throw typeError(name, "a function", value);
}

export function checkOptions(name, options, known) {
  checkObject(name, options);
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) {
      throw new TypeError(`expected one of ${known.join(", ")} in ${name}, found ${JSON.stringify(key)}`);
    }
  }
}
