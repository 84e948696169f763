// Measures one JavaScript rival. Arguments: its name, the folder where the rivals are installed, the folder with
// the texts, the file with the hostile shapes, the seconds after which growth needs no larger text.
// Writes one JSON object a line, as the other runners do; `run` makes tables of them.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [who, scratch, texts, shapes, enough] = process.argv.slice(2);
const require = createRequire(join(scratch, "package.json"));

// Each one finds URLs with and without a scheme, and emails where it can.
const rivals = {
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

const count = rivals[who]();
const say = (object) => console.log(JSON.stringify({ who, ...object }));

// The processor's time for the best of several runs, as many as fit into a second.
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

for (const file of readdirSync(texts).sort()) {
  const text = readFileSync(join(texts, file), "utf8");
  const links = count(text);
  say({ what: "text", name: file.replace(/\.txt$/, ""), bytes: Buffer.byteLength(text), links, seconds: seconds(text) });
}

for (const { front, repeated } of JSON.parse(readFileSync(shapes, "utf8"))) {
  for (let bytes = 1 << 10; bytes <= 1 << 20; bytes *= 2) {
    const text = front + repeated.repeat(bytes / repeated.length);
    try {
      const time = seconds(text);
      say({ what: "growth", front, repeated, bytes: text.length, seconds: time });
      if (time > Number(enough)) break;
    } catch (error) {
      say({ what: "growth", front, repeated, bytes: text.length, failed: error.message });
      break;
    }
  }
}
