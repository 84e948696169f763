// Measures one JavaScript library. Arguments: its name, the directory where the libraries are installed, the directory
// with the corpora, the file with the shapes of hostile texts, and the time in seconds after which no longer hostile text
// is measured. Prints JSON lines, as all runners do. `run` collects them.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [name, scratch, corpora, shapes, timeLimit] = process.argv.slice(2);
const require = createRequire(join(scratch, "package.json"));

// Each library searches for URLs with and without a scheme, and for email addresses if it supports them.
const libraries = {
  "linkify-it": () => {
    const { LinkifyIt } = require("linkify-it");
    const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true });
    return (text) => (finder.match(text) ?? []).length;
  },
  linkifyjs: () => {
    const { find } = require("linkifyjs");
    return (text) => find(text).length;
  },
  autolinker: () => {
    const Autolinker = require("autolinker");
    const options = { urls: true, email: true, phone: false, mention: false, hashtag: false };
    return (text) => Autolinker.parse(text, options).length;
  },
  "twitter-text": () => {
    const twitter = require("twitter-text");
    return (text) => twitter.extractUrlsWithIndices(text).length;
  },
};

const count = libraries[name]();
const printLine = (fields) => console.log(JSON.stringify({ who: name, ...fields }));

// The best CPU time of up to five runs. After a second no further run starts.
function seconds(text) {
  let best = Infinity;
  const end = performance.now() + 1000;
  for (let run = 0; run < 5 && (run === 0 || performance.now() < end); run++) {
    const start = process.cpuUsage();
    count(text);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}

for (const file of readdirSync(corpora).sort()) {
  const text = readFileSync(join(corpora, file), "utf8");
  const links = count(text);
  printLine({ what: "text", name: file.replace(/\.txt$/, ""), bytes: Buffer.byteLength(text), links, seconds: seconds(text) });
}

for (const { front, repeated } of JSON.parse(readFileSync(shapes, "utf8"))) {
  for (let bytes = 1 << 10; bytes <= 1 << 20; bytes *= 2) {
    const text = front + repeated.repeat(bytes / repeated.length);
    try {
      const time = seconds(text);
      printLine({ what: "growth", front, repeated, bytes: text.length, seconds: time });
      if (time > Number(timeLimit)) break;
    } catch (error) {
      printLine({ what: "growth", front, repeated, bytes: text.length, failed: error.message });
      break;
    }
  }
}
