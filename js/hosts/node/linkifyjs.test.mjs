import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";

import { load } from "../current/load.mjs";
import { HOSTILE, TEXTS } from "../texts.mjs";
import { assertHarmless, linksOf } from "./html.mjs";

const theirs = await load("linkifyjs");
const { default: theirLinkifyStr } = await load("linkify-string");
const ours = await load("linkspan/compat/linkifyjs");

describe("linkifyjs", () => {
  afterEach(() => ours.reset());

  const texts = [
    "Any links to github.com here? If not, contact test@example.com",
    "For help with github.com, please email support@example.com",
    "https://example.com/a?b=c#d, http://example.org and www.example.com.",
    "nothing here",
    "",
    "first\nhttp://example.com/\r\nlast & <b>",
  ];

  test("find, as in its documentation", () => {
    for (const text of texts) {
      assert.deepEqual(ours.find(text), theirs.find(text), text);
      assert.deepEqual(ours.find(text, "email"), theirs.find(text, "email"), text);
      assert.deepEqual(ours.find(text, "url"), theirs.find(text, "url"), text);
      const options = { defaultProtocol: "https", truncate: 8, formatHref: (href) => `${href}#x` };
      assert.deepEqual(ours.find(text, options), theirs.find(text, options), text);
      assert.deepEqual(ours.find(text, "url", options), theirs.find(text, "url", options), text);
    }
  });

  test("test, as in its documentation", () => {
    for (const text of ["github.com", "http://github.com", "dev@example.com", "not a link", "see github.com", ""]) {
      for (const type of [undefined, "url", "email"]) {
        assert.equal(ours.test(text, type), theirs.test(text, type), `${text} ${type}`);
      }
    }
  });

  test("tokenize", () => {
    const read = (tokens) => tokens.map((token) => [token.t, token.toString(), token.isLink, token.toHref("https")]);
    for (const text of texts) assert.deepEqual(read(ours.tokenize(text)), read(theirs.tokenize(text)), text);
    const [, link] = ours.tokenize("see example.com");
    assert.deepEqual(link.toObject(), theirs.tokenize("see example.com")[1].toObject());
  });

  test("linkifyStr with each option, as in its documentation", () => {
    const options = [
      {},
      { nl2br: true },
      { attributes: { title: "External Link" }, className: "new-link--url", target: "_blank", rel: "noopener" },
      { className: (href, type) => `new-link-${type}` },
      { target: { url: "_blank", email: null } },
      { tagName: { url: "span" } },
      { format: (value, type) => (type === "url" && value.length > 10 ? `${value.slice(0, 10)}…` : value) },
      { format: { email: () => "an address" } },
      { truncate: 12 },
      { validate: false },
      { validate: { url: (value) => /^https?:\/\//.test(value) } },
      { validate: (value, type) => type === "email" },
      { render: ({ attributes, content }) => `[${content}](${attributes.href})` },
      { attributes: (href, type) => ({ "data-type": type }) },
    ];
    for (const option of options) {
      for (const text of texts) {
        assert.equal(ours.linkifyStr(text, option), theirLinkifyStr(text, option), `${JSON.stringify(option)} ${text}`);
      }
    }
  });

  test("defaults can be changed", () => {
    ours.options.defaults.defaultProtocol = "https";
    assert.equal(ours.linkifyStr("example.com"), '<a href="https://example.com">example.com</a>');
    ours.options.defaults.defaultProtocol = "http";
  });

  test("custom protocols", () => {
    ours.registerCustomProtocol("steam");
    ours.registerCustomProtocol("fake", true);
    assert.deepEqual(
      ours.find("steam://example.com/a fake://example.com/b other://example.com/c").map(({ value }) => value),
      ["steam://example.com/a", "fake://example.com/b"],
    );
    assert.throws(() => ours.registerCustomProtocol("Steam:"), Error);
  });

  test("the documented differences", () => {
    const hrefs = (text) => ours.find(text).map(({ href }) => href);
    assert.deepEqual(hrefs("GitHub.com"), ["http://github.com"]);
    assert.deepEqual(hrefs("https://example.com/ä"), ["https://example.com/%C3%A4"]);
    assert.deepEqual(hrefs("example.dev 例子.中国"), ["http://example.dev", "http://xn--fsqu00a.xn--fiqs8s"]);
    ours.setFinder({ impliedScheme: "https", bareDomains: "skip" });
    assert.deepEqual(hrefs("example.com https://example.org"), ["https://example.org"]);
  });

  test("plugins are refused", () => {
    assert.throws(() => ours.registerPlugin("hashtag", () => {}), /hashtag/);
    assert.throws(() => ours.registerTokenPlugin("hashtag", () => {}), /hashtag/);
  });

  test("links of all texts, and nothing harmful in hostile ones", () => {
    for (const { text, links } of TEXTS) {
      const found = linksOf(ours.linkifyStr(text, { defaultProtocol: "https" }));
      assert.deepEqual(found, links);
    }
    for (const text of HOSTILE) {
      assertHarmless(ours.linkifyStr(text));
      ours.setFinder({ unknownSchemes: "link" });
      assertHarmless(ours.linkifyStr(text, { rel: '"><script>' }));
    }
  });
});
