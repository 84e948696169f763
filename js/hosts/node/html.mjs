// Reads HTML with a parser of the standard, as a browser does.

import assert from "node:assert/strict";

import { load } from "../current/load.mjs";

const { unified } = await load("unified");
const { default: rehypeParse } = await load("rehype-parse");

export function* elementsOf(node) {
  if (node.type === "element") yield node;
  for (const child of node.children ?? []) yield* elementsOf(child);
}

export function textOf(node) {
  return node.type === "text" ? node.value : (node.children ?? []).map(textOf).join("");
}

export const parse = (html) => unified().use(rehypeParse, { fragment: true }).parse(html);

/** The links of HTML: text and target. */
export function linksOf(html) {
  return [...elementsOf(parse(html))]
    .filter(({ tagName }) => tagName === "a")
    .map((anchor) => [textOf(anchor), anchor.properties.href]);
}

/** Fails if HTML contains anything that could run a script. */
export function assertHarmless(html) {
  for (const { tagName, properties } of elementsOf(parse(html))) {
    assert.match(tagName, /^(?:a|p|em|strong|code|br|bdi)$/, html);
    for (const name of Object.keys(properties)) assert.match(name, /^(?:href|rel|target|className|title)$/, html);
    if (properties.href !== undefined) assert.match(properties.href, /^(?:https?|mailto|ftp):/, html);
  }
}
