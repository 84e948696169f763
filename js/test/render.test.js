import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { find, Finder, render, toAscii, toHtml, toMarkdown, toReadable } from "linkspan";
import { explain } from "linkspan/live";

describe("toHtml", () => {
  it("escapes text and writes attributes", () => {
    assert.equal(toHtml("<b> a.com?x&y"), '&lt;b&gt; <a href="https://a.com?x&amp;y" rel="nofollow noopener ugc">a.com?x&amp;y</a>');
    assert.equal(
      toHtml("a.com", { rel: ["noreferrer"], target: "_blank", class: "x", title: '"', attributes: { "data-a": "<" } }),
      '<a href="https://a.com" rel="noreferrer" target="_blank" class="x" title="&quot;" data-a="&lt;">a.com</a>',
    );
    assert.equal(toHtml("xn--bcher-kva.de", { rel: "", show: "readable" }), '<a href="https://xn--bcher-kva.de">bücher.de</a>');
    assert.equal(toHtml("a\nb", { newlines: "break" }), "a<br>\nb");
    assert.match(toHtml("a.com", { page: "T<" }), /<title>T&lt;<\/title>/);
    assert.match(toHtml("a.com", { isolation: "always" }), /<bdi>/);
    assert.equal(toHtml("a.com/aaaaaaaaaaaaaaa", { rel: [], show: { short: 10 } }), '<a href="https://a.com/aaaaaaaaaaaaaaa">a.com/aaa…</a>');
    assert.equal(toHtml("http://localhost", { rel: "", finder: { profile: "prose" } }), '<a href="http://localhost">http://localhost</a>');
  });

  it("calls a function for each link, whose exception propagates", () => {
    const each = (link) => (link.kind === "email" ? false : link.text === "b.com" ? { class: "b", rel: "" } : undefined);
    assert.equal(
      toHtml("a@a.com b.com c.com", { each, rel: "ugc" }),
      'a@a.com <a href="https://b.com" class="b">b.com</a> <a href="https://c.com" rel="ugc">c.com</a>',
    );
    const finder = new Finder();
    const error = new Error("mine");
    const broken = () => {
      // The function may use the finder, too.
      assert.equal(finder.find("x.com y.com").length, 2);
      throw error;
    };
    for (let round = 0; round < 3; round++) {
      assert.throws(() => finder.toHtml("a.com b.com", { each: broken }), (thrown) => thrown === error);
      assert.throws(() => finder.render("a.com b.com", broken), (thrown) => thrown === error);
      assert.equal(finder.find("a.com b.com").length, 2);
    }
  });

  it("rejects wrong settings", () => {
    const wrong = [
      [{ rel: "nofolow" }, RangeError],
      [{ rel: 1 }, TypeError],
      [{ target: 1 }, TypeError],
      [{ attributes: { onclick: "x" } }, RangeError],
      [{ attributes: { "data-a": 1 } }, TypeError],
      [{ show: "all" }, RangeError],
      [{ show: { short: -1 } }, RangeError],
      [{ each: "x" }, TypeError],
      [{ each: () => ({ onclick: "x" }) }, TypeError],
      [{ newline: "break" }, TypeError],
      [null, TypeError],
    ];
    for (const [options, type] of wrong) {
      assert.throws(() => toHtml("a.com", options), { name: type.name }, JSON.stringify(options));
    }
  });
});

describe("toMarkdown and render", () => {
  it("write links", () => {
    assert.equal(toMarkdown("*a* a.com"), "\\*a\\* [a.com](<https://a.com>)");
    assert.equal(toMarkdown("xn--bcher-kva.de", { show: "readable" }), "[bücher.de](<https://xn--bcher-kva.de>)");
    assert.equal(render("a a.com b", (link) => `<${link.href}>`), "a <https://a.com> b");
    assert.equal(render("a a.com b", () => "L", { between: (text) => text.toUpperCase() }), "A L B");
    assert.equal(render("http://localhost", () => "L", { finder: { profile: "prose" } }), "L");
    assert.throws(() => render("a.com", "x"), TypeError);
  });
});

describe("URLs", () => {
  it("have two forms", () => {
    assert.equal(toReadable("https://xn--r8jz45g.jp/%E3%81%A8"), "https://例え.jp/と");
    assert.equal(toAscii("https://例え.jp/と"), "https://xn--r8jz45g.jp/%E3%81%A8");
    assert.throws(() => toAscii("http://"), { name: "RangeError", message: /expected a host/ });
    assert.throws(() => toAscii(1), TypeError);
    assert.throws(() => toReadable("http://a.com/\ud800"), RangeError);
  });
});

describe("explain", () => {
  it("explains every candidate, character by character", () => {
    const text = "😀 co.uk or http://例え.jp/(a).b! x";
    const [rejected, linked] = explain(text);
    assert.equal(rejected.offset, 5);
    assert.match(rejected.rejection.message, /public suffix/);
    assert.equal(linked.link.text, "http://例え.jp/(a).b");
    assert.deepEqual(
      linked.steps.map(({ character, effect, reason }) => [character, effect, reason]),
      [
        ["/", "starts", undefined],
        ["(", "opens", undefined],
        ["a", "includes", undefined],
        [")", "closes", undefined],
        [".", "waits", undefined],
        ["b", "includes", undefined],
        ["!", "waits", undefined],
        [" ", "stops", "hard"],
      ],
    );
    for (const { start, end, character } of linked.steps) assert.equal(text.slice(start, end), character);
  });

  it("says where a profile ends a link early", () => {
    const [{ link, earlyEnd }] = explain('url="https://example.com/a.",x=1', { profile: "source" });
    assert.equal(link.text, "https://example.com/a.");
    assert.equal(earlyEnd.reason, "quote");
    assert.equal(earlyEnd.offset, link.end);
  });

  it("finds the same links as find", () => {
    const text = "a.com, co.uk b@c.com x.y http://例え.jp/とa";
    assert.deepEqual(
      explain(text).flatMap(({ link }) => (link ? [link.start] : [])),
      find(text).map(({ start }) => start),
    );
  });
});
