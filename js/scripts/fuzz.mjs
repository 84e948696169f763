// Random calls of the package, for as long as one likes: `npm run fuzz -- --minutes 20 [--seed 7]`, after `npm run build`.
//
// Each round draws options and texts, some with lone surrogates, and checks:
// - the links are those of the program `linkspan`, which uses the library directly,
// - all functions agree with `find`, and nothing of the text is lost,
// - a text that changes has the links of a fresh search after each edit,
// - wrong arguments are a `TypeError` or a `RangeError`, and leave everything usable.
// A failure prints the seed of its round.

import assert from "node:assert/strict";
import { parseArgs } from "node:util";

import * as core from "linkspan";
import * as full from "linkspan/assess";
import * as live from "linkspan/live";

import { findWithProgram, programArguments, random, randomText } from "../test/support.js";

/** The options that the program has, too, and their values. */
const CHOICES = {
  profile: ["uts58", "prose", "source", "terminal", "strict"],
  unknownSchemes: ["skip", "link"],
  bareDomains: ["skip", "link"],
  userinfo: ["skip", "link"],
  ipHosts: ["skip", "link"],
  oneLabelHosts: ["skip", "link"],
  schemeTld: ["listed", "syntactic", "any"],
  bareTld: ["listed", "syntactic", "any"],
  bracketedTld: ["listed", "syntactic", "any"],
  scriptBoundaries: ["split", "ignore"],
  trailingQuestion: ["trim", "keep"],
  attachedWords: ["trim", "keep"],
  unmatchedOpeners: ["trim", "keep"],
  badDots: ["skip", "recover"],
  quotedLocalParts: ["skip", "link"],
  codeNames: ["link", "skip", "skip-words"],
  fileNames: ["skip", "link"],
  remotePaths: ["skip", "link"],
  localPartStart: ["standard", "after-separator"],
  mailtoQuery: ["trim", "keep"],
  delimiters: ["standard", "quotes", "code"],
  impliedScheme: ["https", "http"],
};

const TEXTS_PER_ROUND = 200;
const EDITS_PER_ROUND = 100;
const WRONG_CALLS_PER_ROUND = 100;

const pick = (below, list) => list[below(list.length)];

function randomOptions(below) {
  const options = {};
  for (const [name, values] of Object.entries(CHOICES)) {
    if (below(4) === 0) options[name] = pick(below, values);
  }
  return options;
}

const fields = ({ start, end, kind, text, href }) => ({ start, end, kind, text, href });

/** The characters that HTML and `toHtml` escape. */
const REFERENCES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The text of a fragment of HTML that `toHtml` has written. */
const textOfHtml = (html) =>
  html.replace(/<[^>]*>/g, "").replace(/&(?:amp|lt|gt|quot|#39);/g, (reference) => REFERENCES[reference]);

/** Asserts that all functions of a finder agree on a text. */
function checkText(finder, text) {
  const links = finder.find(text);
  assert.equal(finder.test(text), links.length > 0);
  assert.deepEqual(finder.findFirst(text), links[0]);
  const segments = finder.segments(text);
  assert.equal(segments.map((segment) => segment.text).join(""), text);
  assert.deepEqual(segments.filter(({ type }) => type === "link").map(({ link }) => link), links);
  assert.equal(finder.render(text, (link) => link.text), text);
  const candidates = finder.explain?.(text);
  if (candidates) assert.deepEqual(candidates.flatMap(({ link }) => link ?? []), links);
  for (const link of links) {
    assert.equal(text.slice(link.start, link.end), link.text);
    assert.deepEqual(finder.linkAt(text, link.start), link);
    assert.deepEqual(finder.linkAt(text, link.end - 1), link);
    assert.ok(link.text.isWellFormed?.() ?? true, "a lone surrogate in a link");
    for (const part of Object.values(link.parts)) {
      if (part) assert.equal(text.slice(part.start, part.end), part.text);
    }
  }
  if (text.isWellFormed?.() ?? false) {
    assert.equal(textOfHtml(finder.toHtml(text, { isolation: "never" })), text);
  }
  return links;
}

function checkEdits(below, module, finder) {
  const live = new module.LiveText(randomText(below, 40), finder);
  for (let step = 0; step < EDITS_PER_ROUND; step++) {
    const { text } = live;
    const start = below(text.length + 1);
    const end = below(3) ? start : Math.min(text.length, start + below(30));
    const replacement = pick(below, ["", "\ud83d", "\ude00", "x", ".", " ", randomText(below, 3)]);
    const expected = text.slice(0, start) + replacement + text.slice(end);
    live.edit(start, end, replacement);
    assert.equal(live.text, expected);
    assert.deepEqual(live.links().map(fields), finder.find(expected).map(fields), JSON.stringify(expected));
    if (expected.length > 1000) live.setText(randomText(below, 40));
  }
  live.free();
}

/** Values that no function expects, and some that they do. */
const VALUES = [
  undefined, null, true, 0, -1, 1.5, NaN, Infinity, 2 ** 31, 2 ** 53, 10n, "", "a.com", "\ud83d", "https://a.com/%F", "prose",
  Symbol("a"), () => "", {}, [], [1], { profile: "?" }, { schemes: [1] }, { lengthLimit: -1 }, { never: 7 }, { finder: 1 },
  { each: 1 }, { rel: ["a b"] }, { attributes: { onclick: "x" } }, new Map(), new Proxy({}, {}), Object.create(null),
  { get profile() { return Symbol("b"); } },
];

function checkWrongCalls(below, module, finder) {
  const functions = Object.entries(module).filter(([, value]) => typeof value === "function");
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(finder)).filter((name) => name !== "free");
  for (let step = 0; step < WRONG_CALLS_PER_ROUND; step++) {
    const values = Array.from({ length: below(5) }, () => pick(below, VALUES));
    const [name, callee] = pick(below, functions);
    const method = pick(below, methods);
    const calls = {
      [name]: () => (/^[A-Z]/.test(name) ? new callee(...values) : callee(...values)),
      [`Finder.${method}`]: () => finder[method](...values),
    };
    for (const [called, call] of Object.entries(calls)) {
      try {
        call();
      } catch (error) {
        const isExpected = error instanceof TypeError || error instanceof RangeError;
        assert.ok(isExpected, `${called}: ${error?.stack ?? String(error)}`);
      }
    }
    assert.equal(finder.find("see http://example.com now").length, 1);
  }
}

/** Runs one round, and returns how many texts it has checked. */
function checkRound(seed) {
  const below = random(seed);
  const options = randomOptions(below);
  const texts = Array.from({ length: TEXTS_PER_ROUND }, () => randomText(below));
  const expected = findWithProgram(texts, programArguments(options));
  for (const [name, module] of Object.entries({ core, live, full })) {
    // Its rules about deceptive hosts need the larger module.
    if (options.profile === "strict" && name !== "full") continue;
    const finder = new module.Finder(options);
    for (const [index, text] of texts.entries()) {
      const links = checkText(finder, text).map(fields);
      const wanted = expected[index].map((link) => fields({ ...link, start: link.start_utf16, end: link.end_utf16 }));
      assert.deepEqual(links, wanted, `${name}: ${JSON.stringify(options)}: ${JSON.stringify(text)}`);
      // A lone surrogate somewhere in the text. It ends links, as a control character does, which is as long.
      const at = below(text.length + 1);
      const [before, after] = [text.slice(0, at), text.slice(at)];
      if (!before.isWellFormed || (before.isWellFormed() && after.isWellFormed())) {
        const torn = checkText(finder, `${before}${pick(below, ["\ud800", "\udfff"])} ${after}`).map(fields);
        assert.deepEqual(torn, finder.find(`${before}\u0080 ${after}`).map(fields), JSON.stringify([before, after]));
      }
    }
    if (module.LiveText) checkEdits(below, module, finder);
    checkWrongCalls(below, module, new module.Finder());
    finder.free();
  }
  return texts.length;
}

const { values: flags } = parseArgs({ options: { minutes: { type: "string", default: "1" }, seed: { type: "string" } } });
const minutes = Number(flags.minutes);
if (!(minutes > 0)) throw new RangeError(`expected a positive number of minutes, found ${flags.minutes}`);
const first = flags.seed === undefined ? Date.now() % 2 ** 31 : Number(flags.seed);
const end = Date.now() + minutes * 60_000;

let checked = 0;
let seed = first;
do {
  try {
    checked += checkRound(seed);
  } catch (error) {
    console.error(`failed: npm run fuzz -- --seed ${seed}`);
    throw error;
  }
  seed++;
} while (Date.now() < end);
console.log(`${seed - first} rounds from seed ${first}, ${checked} texts: no difference`);
