// Random texts: the same links as the program `linkspan`, which uses the library directly.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import * as core from "linkspan";
import * as full from "linkspan/assess";

import { findWithProgram, programArguments, random, randomText } from "./support.js";

/** Every option with every value, and profiles with options. */
const OPTIONS = [
  {},
  { profile: "prose" },
  { profile: "source" },
  { profile: "terminal" },
  { profile: "strict" },
  { unknownSchemes: "link" },
  { bareDomains: "skip" },
  { userinfo: "link" },
  { ipHosts: "skip" },
  { oneLabelHosts: "link" },
  { schemeTld: "listed" },
  { schemeTld: "any" },
  { bareTld: "syntactic" },
  { bareTld: "any" },
  { bracketedTld: "listed" },
  { scriptBoundaries: "ignore" },
  { trailingQuestion: "keep" },
  { attachedWords: "trim" },
  { unmatchedOpeners: "trim" },
  { badDots: "recover" },
  { quotedLocalParts: "link" },
  { codeNames: "link" },
  { codeNames: "skip-words" },
  { fileNames: "link" },
  { remotePaths: "link" },
  { localPartStart: "after-separator" },
  { mailtoQuery: "keep" },
  { delimiters: "quotes" },
  { delimiters: "code" },
  { impliedScheme: "http" },
  { profile: "prose", delimiters: "standard", mailtoQuery: "trim", localPartStart: "standard" },
  { profile: "source", unknownSchemes: "skip", oneLabelHosts: "skip", codeNames: "skip" },
];

describe("random texts", () => {
  for (const [seed, options] of OPTIONS.entries()) {
    it(JSON.stringify(options), () => {
      const below = random(seed + 1);
      const texts = Array.from({ length: 1500 }, () => randomText(below));
      texts.push(randomText(below, 20_000));
      const expected = findWithProgram(texts, programArguments(options));
      assert.ok(expected.flat().length > 100, "few links");
      for (const [name, module] of Object.entries({ core, full })) {
        if (options.profile === "strict" && name === "core") continue;
        const finder = new module.Finder(options);
        for (const [index, text] of texts.entries()) {
          const links = finder.find(text);
          const fields = ({ start, end, kind, text, href }) => ({ start, end, kind, text, href });
          assert.deepEqual(
            links.map(fields),
            expected[index].map((link) => fields({ ...link, start: link.start_utf16, end: link.end_utf16 })),
            `${name}: ${JSON.stringify(text)}`,
          );
          assert.equal(finder.test(text), links.length > 0);
          assert.equal(finder.findFirst(text)?.start, links[0]?.start);
          // The smaller module has no tables of confusable characters, so it displays some hosts otherwise.
          if (name === "full") {
            assert.deepEqual(links.map(({ display }) => display), expected[index].map(({ display }) => display));
          }
        }
      }
    });
  }
});
