// Finds links with one JavaScript library. Arguments: its name, and the directory where the libraries are installed.
// Reads JSON lines, each with a text, and prints for each text a JSON line with the links: pairs of UTF-8 byte offsets.
// `wild` starts the adapters of all languages in this way.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [name, scratch] = process.argv.slice(2);
const require = createRequire(join(scratch, "package.json"));

// Each library returns pairs of UTF-16 offsets.
const libraries = {
  "linkify-it": () => linkifyIt(),
  "linkify-it-tlds": () => linkifyIt(require("tlds")),
  linkifyjs: () => {
    const { find } = require("linkifyjs");
    return (text) => find(text).map(({ start, end }) => [start, end]);
  },
};

function linkifyIt(topLevelDomains) {
  const { LinkifyIt } = require("linkify-it");
  const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true });
  if (topLevelDomains) finder.tlds(topLevelDomains);
  return (text) => (finder.match(text) ?? []).map(({ index, lastIndex }) => [index, lastIndex]);
}

const find = libraries[name]();
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const text = JSON.parse(line);
  const byteOffset = (offset) => Buffer.byteLength(text.slice(0, offset));
  console.log(JSON.stringify(find(text).map((span) => span.map(byteOffset))));
}
