// Text as pieces: links with their anchors, and the text between them.

import { createAnchors } from "./anchor.js";
import { finderOf } from "./finder.js";

/**
 * Returns a function that splits a text: `[{ start, end, text, link?, anchor? }]`, or `undefined` if nothing in it is
 * linked. The texts of the pieces, concatenated, are the text.
 */
export function createSplitter(options = {}, { profile, ...defaults } = {}) {
  const anchorOf = createAnchors(options, defaults);
  const finder = finderOf(options.finder, profile);

  return (text) => {
    const links = finder.find(text);
    if (links.length === 0) return undefined;
    const pieces = [];
    let end = 0;
    for (const link of links) {
      const anchor = anchorOf(link);
      if (anchor === undefined) continue;
      if (link.start > end) pieces.push({ start: end, end: link.start, text: text.slice(end, link.start) });
      pieces.push({ start: link.start, end: link.end, text: link.text, link, anchor });
      end = link.end;
    }
    if (pieces.length === 0) return undefined;
    if (end < text.length) pieces.push({ start: end, end: text.length, text: text.slice(end) });
    return pieces;
  };
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]);
}
