// The attributes of a link, and the text that it shows: the same options in every adapter.

import { checkObject, checkString, typeError } from "../../core/options.js";
import { runsScript } from "./finder.js";

/** The names of other attributes: those whose every value is safe. `crates/linkspan/src/render/attribute.rs` has them. */
const SAFE_NAME =
  /^(?:(?:data|aria)-[a-z0-9-]+|dir|download|hreflang|id|lang|referrerpolicy|role|tabindex|translate|type)$/;

/** What `toHtml` writes, and adapters that write HTML from plain text. */
export const USER_CONTENT_REL = "nofollow noopener ugc";

/**
 * Returns a function that returns the anchor of a link: `{ href, text, attributes }`, or `undefined` if the link remains
 * text. `attributes` does not contain `href`.
 *
 * @param {{ rel?: string }} defaults
 */
export function createAnchors(options = {}, defaults = {}) {
  checkObject("options", options);
  const common = anchorParts(options, partsOf({ rel: "", show: "written", ...defaults }));
  const { each } = options;
  if (each !== undefined && typeof each !== "function") throw typeError("each", "a function", each);

  return (link) => {
    if (runsScript(link.href)) return undefined;
    let parts = common;
    if (each) {
      const own = each(link);
      if (own === false) return undefined;
      if (own !== undefined && own !== null) parts = anchorParts(own, common);
    }
    return {
      href: link.href,
      text: shownText(parts.show, link),
      attributes: parts.attributes(link),
    };
  };
}

function partsOf({ rel, show }) {
  return { rel, target: "", class: "", title: undefined, others: {}, show, attributes: collect };
}

/** Checks options, which override others. */
function anchorParts(options, inherited) {
  checkObject("options", options);
  const parts = { ...inherited };
  if (options.rel !== undefined) parts.rel = Array.isArray(options.rel) ? options.rel.join(" ") : options.rel;
  for (const name of ["target", "class"]) if (options[name] !== undefined) parts[name] = options[name];
  for (const name of ["rel", "target", "class"]) checkString(name, parts[name]);
  if (options.title !== undefined) {
    if (typeof options.title !== "string" && options.title?.readable !== true) {
      throw typeError("title", "a string or { readable: true }", options.title);
    }
    parts.title = options.title;
  }
  if (options.attributes !== undefined) {
    checkObject("attributes", options.attributes);
    for (const [name, value] of Object.entries(options.attributes)) {
      if (!SAFE_NAME.test(name)) {
        throw new RangeError(`expected an attribute whose every value is safe, found ${JSON.stringify(name)}`);
      }
      checkString(`attributes.${name}`, value);
    }
    parts.others = { ...inherited.others, ...options.attributes };
  }
  if (options.show !== undefined) {
    if (options.show !== "written" && options.show !== "readable" && typeof options.show !== "function") {
      throw typeError("show", '"written", "readable" or a function', options.show);
    }
    parts.show = options.show;
  }
  return parts;
}

/** The attributes in the order of `toHtml`. */
function collect(link) {
  const attributes = {};
  if (this.rel) attributes.rel = this.rel;
  if (this.target) attributes.target = this.target;
  if (this.class) attributes.class = this.class;
  if (this.title) attributes.title = typeof this.title === "string" ? this.title : link.display;
  return Object.assign(attributes, this.others);
}

function shownText(show, link) {
  if (show === "written") return link.text;
  return show === "readable" ? link.display : String(show(link));
}
