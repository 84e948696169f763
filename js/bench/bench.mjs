// Ratios against other libraries: the time of the other divided by ours. Rounds are interleaved, so that noise hits all
// alike. Times are those of the processor, and the shortest one of each library counts.
//
//   npm run bench -- [--corpora FOLDER] [--rounds N] [--only whole,lines,lengths,growth,ready] [--against "linkify-it 6"]

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import Autolinker from "autolinker";
import { LinkifyIt as LinkifyIt6 } from "linkify-it";
import LinkifyIt5 from "linkify-it-5";
import * as linkifyjs from "linkifyjs";

import { find } from "../dist/esm/index.js";

const { values } = parseArgs({
  options: {
    corpora: { type: "string", default: fileURLToPath(new URL("../../../shared/corpora", import.meta.url)) },
    rounds: { type: "string", default: "7" },
    only: { type: "string" },
    against: { type: "string", default: "" },
  },
});
const ROUNDS = Number(values.rounds);

// Links without a scheme are off by default since version 6; the others find them, as we do.
const it6 = new LinkifyIt6({ fuzzyLink: true });
const it6Default = new LinkifyIt6();
const it5 = new LinkifyIt5();
const autolinker = { parse: (text) => Autolinker.parse(text, { stripPrefix: false, stripTrailingSlash: false }) };

/** Each returns the number of links. */
const LIBRARIES = {
  linkspan: (text) => find(text, PROSE).length,
  "linkify-it 6": (text) => it6.match(text)?.length ?? 0,
  "linkify-it 6, default": (text) => it6Default.match(text)?.length ?? 0,
  "linkify-it 5": (text) => it5.match(text)?.length ?? 0,
  linkifyjs: (text) => linkifyjs.find(text).length,
  autolinker: (text) => autolinker.parse(text).length,
};
const PROSE = { profile: "prose" };
for (const name of Object.keys(LIBRARIES).slice(1)) {
  if (!name.includes(values.against)) delete LIBRARIES[name];
}
const OTHERS = Object.keys(LIBRARIES).slice(1);

/** The time of the processor for some work, which other programs on the machine do not prolong as they do the time. */
function seconds(work) {
  const MIN = 30_000;
  const start = process.cpuUsage();
  for (let count = 1; ; count++) {
    work();
    const { user, system } = process.cpuUsage(start);
    if (user + system >= MIN) return (user + system) / count / 1e6;
  }
}

/** The ratio of each library to ours, over texts. Slow libraries get fewer rounds. */
function ratios(texts, rounds = ROUNDS) {
  const times = Object.fromEntries(Object.keys(LIBRARIES).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, library] of Object.entries(LIBRARIES)) {
      if (round > 2 && times[name][0] > 20 * times.linkspan[0]) continue;
      const work = () => texts.reduce((count, text) => count + library(text), 0);
      times[name].push(seconds(work));
    }
  }
  const ours = Math.min(...times.linkspan);
  const result = {};
  for (const name of OTHERS) result[name] = (Math.min(...times[name]) / ours).toFixed(1);
  return { ...result, "µs per text": ((ours / texts.length) * 1e6).toFixed(2) };
}

function corpora() {
  if (!existsSync(values.corpora)) {
    console.log(`skipped: no corpora in ${values.corpora}`);
    return [];
  }
  const names = readdirSync(values.corpora).filter((name) => name.endsWith(".txt"));
  return names.sort().map((name) => [name, readFileSync(join(values.corpora, name), "utf8")]);
}

const TEXTS = corpora();

// The first calls compile code, also in other threads, whose time would count.
for (const library of Object.values(LIBRARIES)) {
  for (let round = 0; round < 3; round++) for (const [, text] of TEXTS) library(text.slice(0, 50_000));
}
await new Promise((resolve) => setTimeout(resolve, 500));

const SECTIONS = {
  whole() {
    console.log("\n## Whole texts of 1 MB");
    console.table(Object.fromEntries(TEXTS.map(([name, text]) => [name, ratios([text])])));
  },
  lines() {
    console.log("\n## Line by line");
    const lines = (text) => text.split("\n").filter(Boolean);
    console.table(Object.fromEntries(TEXTS.map(([name, text]) => [name, ratios(lines(text), 5)])));
  },
  lengths() {
    console.log("\n## Texts of one length, cut from all corpora (smallest ratio of the corpora)");
    const rows = {};
    for (const length of [20, 50, 100, 200, 500, 1000, 2000]) {
      const lowest = {};
      for (const [, text] of TEXTS) {
        const texts = [];
        for (let at = 0; at + length <= text.length && texts.length < 100; at += length) {
          // Copies: parts of a long string are slower to read.
          texts.push(Buffer.from(text.slice(at, at + length)).toString());
        }
        const row = ratios(texts, 2);
        for (const name of OTHERS) lowest[name] = Math.min(lowest[name] ?? Infinity, Number(row[name]));
      }
      rows[length] = lowest;
    }
    console.table(rows);
  },
  growth() {
    console.log("\n## Hostile texts: time for 10 times the length, divided by 10 (1 is linear)");
    const hostile = {
      "a.a.a.": (n) => "a.".repeat(n / 2),
      "http://http://": (n) => "http://".repeat(n / 7),
      "a@a@a@": (n) => "a@".repeat(n / 2),
      "((((": (n) => `http://a.com/${"(".repeat(n)}`,
      "....": (n) => ".".repeat(n),
      "a.com/a.com/": (n) => "a.com/".repeat(n / 6),
      "例え。例え。": (n) => "例え。".repeat(n / 3),
      "mailto:mailto:": (n) => "mailto:".repeat(n / 7),
    };
    const rows = {};
    for (const [name, make] of Object.entries(hostile)) {
      const [short, long] = [make(100_000), make(1_000_000)];
      const time = (text) => Math.min(...Array.from({ length: 9 }, () => seconds(() => LIBRARIES.linkspan(text))));
      rows[name] = { growth: (time(long) / time(short) / 10).toFixed(2), "ns per character": ((time(long) / 1e6) * 1e9).toFixed(2) };
    }
    console.table(rows);
  },
};

/** The time from the start of a script to its first result, in a process of its own. */
SECTIONS.ready = () => {
  console.log("\n## Milliseconds from the import to the first result, in a new process (shortest of 9)");
  const path = (name) => JSON.stringify(new URL(name, import.meta.url).href);
  const use = {
    linkspan: `const { find } = await import(${path("../dist/esm/index.js")}); find("see a.com")`,
    "linkspan/live": `const { find } = await import(${path("../dist/esm/live.js")}); find("see a.com")`,
    "linkspan/assess": `const { find } = await import(${path("../dist/esm/assess.js")}); find("see a.com")`,
    "linkspan/async": `const { load } = await import(${path("../dist/esm/async.js")}); (await load()).find("see a.com")`,
    "linkify-it 6": `const { LinkifyIt } = await import("linkify-it"); new LinkifyIt().match("see a.com")`,
    linkifyjs: `const { find } = await import("linkifyjs"); find("see a.com")`,
  };
  const rows = {};
  for (const [name, code] of Object.entries(use)) {
    const script = `const start = performance.now(); ${code}; console.log(performance.now() - start)`;
    const time = () => Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", cwd: new URL(".", import.meta.url) }));
    rows[name] = { ms: Math.min(...Array.from({ length: 9 }, time)).toFixed(1) };
  }
  console.table(rows);
};

for (const [name, section] of Object.entries(SECTIONS)) {
  if (!values.only || values.only.split(",").includes(name)) section();
}
