// Links in the source of Markdown.

import { moveLink } from "./finder.js";

/**
 * A link without the Markdown in it: a backtick starts code, and asterisks at the end belong to emphasis. Finders with
 * the profile `prose` exclude both.
 */
export function cutMarkup(finder, link) {
  const end = link.text.search(/`|\*+$/);
  if (end < 0) return link;
  const shorter = finder.findFirst(link.text.slice(0, end));
  return shorter?.start === 0 ? moveLink(shorter, link.start) : undefined;
}
