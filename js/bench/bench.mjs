// Ratios against other libraries: the time of the other divided by ours. Rounds are interleaved, so that noise hits all
// alike, and the median of the ratios of the rounds is printed.
//
//   npm run bench -- [--corpora FOLDER] [--rounds N] [--markdown]

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
  },
});
const ROUNDS = Number(values.rounds);

const it6 = new LinkifyIt6();
const it5 = new LinkifyIt5();
const autolinker = { parse: (text) => Autolinker.parse(text, { stripPrefix: false, stripTrailingSlash: false }) };

/** Each returns the number of links. */
const LIBRARIES = {
  linkspan: (text) => find(text, PROSE).length,
  "linkify-it 6": (text) => it6.match(text)?.length ?? 0,
  "linkify-it 5": (text) => it5.match(text)?.length ?? 0,
  linkifyjs: (text) => linkifyjs.find(text).length,
  autolinker: (text) => autolinker.parse(text).length,
};
const PROSE = { profile: "prose" };
const OTHERS = Object.keys(LIBRARIES).slice(1);

function seconds(work) {
  const start = process.hrtime.bigint();
  let count = 0;
  count += work();
  return [Number(process.hrtime.bigint() - start) / 1e9, count];
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** The ratio of each library to ours, over texts. Slow libraries get fewer rounds. */
function ratios(texts, rounds = ROUNDS) {
  const run = (name) => {
    const library = LIBRARIES[name];
    return seconds(() => {
      let count = 0;
      for (const text of texts) count += library(text);
      return count;
    });
  };
  const times = Object.fromEntries(Object.keys(LIBRARIES).map((name) => [name, []]));
  const counts = {};
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(LIBRARIES)) {
      if (round > 2 && times[name][0] > 5) continue;
      const [time, count] = run(name);
      times[name].push(time);
      counts[name] = count;
    }
  }
  const ours = times.linkspan;
  const result = {};
  for (const name of OTHERS) result[name] = median(times[name].map((time, round) => time / ours[round])).toFixed(1);
  return { ...result, "µs per text": ((median([...ours]) / texts.length) * 1e6).toFixed(2) };
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
        for (let at = 0; at + length <= text.length && texts.length < 2000; at += length) {
          // Copies: parts of a long string are slower to read.
          texts.push(Buffer.from(text.slice(at, at + length)).toString());
        }
        const row = ratios(texts, 5);
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
      const time = (text) => median([1, 2, 3, 4, 5].map(() => seconds(() => LIBRARIES.linkspan(text))[0]));
      rows[name] = { growth: (time(long) / time(short) / 10).toFixed(2), "ns per character": ((time(long) / 1e6) * 1e9).toFixed(2) };
    }
    console.table(rows);
  },
};

for (const [name, section] of Object.entries(SECTIONS)) {
  if (!values.only || values.only.split(",").includes(name)) section();
}
