// markdown-it without links, with linkify-it, and with this package: the processor time of rendering, divided by that
// without links. Rounds are interleaved, so that noise hits all alike, and the median of the ratios of the rounds is printed.
//
//   node bench.mjs [--corpora FOLDER] [--rounds N] [--length CHARACTERS]

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { VERSIONS } from "./hosts.mjs";

const { values } = parseArgs({
  options: {
    corpora: { type: "string", default: fileURLToPath(new URL("../../../shared/corpora", import.meta.url)) },
    rounds: { type: "string", default: "9" },
    length: { type: "string", default: "300000" },
  },
});

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const links = (html) => html.split("<a href").length - 1;

for (const [version, load] of VERSIONS) {
  const { default: MarkdownIt } = await load("markdown-it");
  const { default: linkspan, createLinkify } = await load("linkspan/markdown-it");
  const theirs = new MarkdownIt({ linkify: true });
  theirs.linkify.set({ fuzzyLink: true });
  const replaced = new MarkdownIt({ linkify: true });
  replaced.linkify = createLinkify();
  const variants = {
    without: new MarkdownIt(),
    "linkify-it": theirs,
    "linkspan, plugin": new MarkdownIt().use(linkspan),
    "linkspan, md.linkify": replaced,
  };
  const names = Object.keys(variants);
  console.log(`\nmarkdown-it, ${version}; in brackets, the number of links\n`);
  console.log(`| text | ${names.slice(1).join(" | ")} |`);
  console.log(`|---|${names.slice(1).map(() => "---").join("|")}|`);
  for (const file of readdirSync(values.corpora).filter((name) => name.endsWith(".txt")).sort()) {
    const text = readFileSync(join(values.corpora, file), "utf8").slice(0, Number(values.length));
    const ratios = Object.fromEntries(names.map((name) => [name, []]));
    const counts = {};
    for (let round = 0; round < Number(values.rounds) + 2; round++) {
      const times = {};
      // Each round starts with another one, since garbage of one is collected in the time of the next.
      for (let index = 0; index < names.length; index++) {
        const name = names[(index + round) % names.length];
        const start = process.cpuUsage().user;
        counts[name] = links(variants[name].render(text));
        times[name] = process.cpuUsage().user - start;
      }
      // The first rounds warm up.
      if (round >= 2) for (const name of names) ratios[name].push(times[name] / times.without);
    }
    const middle = Object.fromEntries(names.map((name) => [name, median(ratios[name])]));
    const cells = names.slice(1).map((name) => `${middle[name].toFixed(2)} (${counts[name]})`);
    console.log(`| ${file.replace(".txt", "")} | ${cells.join(" | ")} |`);
  }
}
