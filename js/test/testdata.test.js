// The cases of `testdata/`, as in the tests of the library.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

import * as core from "linkspan";
import * as full from "linkspan/assess";

import { listCases, readCases, testdata } from "./support.js";

/** The names of options in the data are those of Rust. */
const camelCase = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const optionsOf = (options = {}) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [camelCase(name), value]));

describe("testdata/find", () => {
  for (const file of listCases("find", ".toml")) {
    it(file, () => {
      for (const { name, text: marked, options } of readCases("find", file).case) {
        const text = marked.replace(/[⸠⸡]/gu, "");
        for (const { find, Finder } of [core, full]) {
          if (options?.profile === "strict" && find === core.find) continue;
          const finder = new Finder(optionsOf(options));
          assert.equal(finder.render(text, (link) => `⸠${link.text}⸡`), marked, name);
          assert.equal(finder.test(text), marked.includes("⸠"), name);
          for (const link of finder.find(text)) {
            assert.equal(finder.linkAt(text, link.start)?.end, link.end, name);
            assert.equal(finder.linkAt(text, link.end - 1)?.start, link.start, name);
          }
        }
      }
    });
  }
});

describe("testdata/format.toml", () => {
  const { case: cases, refused } = readCases("format.toml");

  it("URLs have the readable and the ASCII form of the cases", () => {
    for (const { name, url, readable, ascii, needs_assess: needsAssess } of cases) {
      for (const { toReadable, toAscii } of needsAssess ? [full] : [core, full]) {
        assert.equal(toReadable(url), readable, name);
        if (ascii !== undefined) assert.equal(toAscii(url), ascii, name);
      }
    }
  });

  it("what is not a URL is rejected", () => {
    for (const { name, url, error } of refused) {
      for (const { toReadable } of [core, full]) {
        assert.throws(() => toReadable(url), { name: "RangeError", message: error }, name);
      }
    }
  });
});

describe("testdata/render", () => {
  for (const file of listCases("render", ".html")) {
    const name = file.replace(/\.html$/, "");
    const expected = (ending) => readFileSync(join(testdata, "render", `${name}.${ending}`), "utf8");
    it(name, () => {
      const text = readFileSync(join(testdata, "cli", "texts", `${name}.txt`), "utf8");
      assert.equal(full.toHtml(text, { newlines: "paragraphs", title: { readable: true } }), expected("html"));
      assert.equal(full.toMarkdown(text, { show: "readable" }), expected("md"));
    });
  }
});

describe("testdata/assess", () => {
  it("attacks", () => {
    const finder = new full.Finder({ fileNames: "link" });
    const { case: cases } = readCases("assess", "attacks.toml");
    assert.ok(cases.length >= 120);
    for (const { name, text, codes, linked = true } of cases) {
      const found = finder.assess(text);
      const foundCodes = new Set(found.flatMap(({ report }) => report.findings.map(({ code }) => code)));
      assert.deepEqual([...foundCodes].sort(), [...codes].sort(), name);
      const isLinked = found.some(({ report, rejection }) => report.findings.length > 0 && !rejection);
      assert.equal(isLinked, linked, name);
    }
  });

  it("benign links", () => {
    for (const { name, text } of readCases("assess", "benign.toml").case) {
      const found = full.assess(text);
      assert.notEqual(found.length, 0, name);
      assert.deepEqual(found.flatMap(({ report }) => report.findings), [], name);
    }
  });

  it("anchors", () => {
    for (const { name, text, href, base, level, shown } of readCases("assess", "anchors.toml").case) {
      const { findings } = full.assessAnchor(text, href, { base });
      const others = findings.filter(({ code }) => code === "other-host");
      assert.deepEqual(others.map((finding) => finding.level), level === undefined ? [] : [level], name);
      if (shown !== undefined) assert.equal(text.slice(others[0].start, others[0].end), shown, name);
    }
  });

  it("protected names", () => {
    const { names, case: cases } = readCases("assess", "names.toml");
    const finder = new full.Finder({ protectedNames: names });
    for (const { name, text, level, message } of cases) {
      const findings = finder.assess(text).flatMap(({ report }) => report.findings);
      const imitations = findings.filter(({ code }) => code === "host-imitates");
      const found = imitations.map((finding) => [finding.level, finding.message]);
      assert.deepEqual(found, level === undefined ? [] : [[level, message]], name);
    }
  });
});
