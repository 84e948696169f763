import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { VERSIONS } from "../hosts.mjs";
import { HOSTILE, TEXTS } from "../texts.mjs";
import { assertHarmless, linksOf } from "./html.mjs";

for (const [version, load] of VERSIONS) {
  const { default: MarkdownIt } = await load("markdown-it");
  const { default: linkspan, createLinkify } = await load("linkspan/markdown-it");
  const { Finder } = await load("linkspan");

  describe(`markdown-it, ${version}`, () => {
    const plugin = (options) => new MarkdownIt().use(linkspan, options);
    const asLinkify = (options) => {
      const md = new MarkdownIt({ linkify: true });
      md.linkify = createLinkify(options);
      return md;
    };

    for (const { name, text, links } of TEXTS) {
      test(`links in ${name}, as a plugin`, () => assert.deepEqual(linksOf(plugin().render(text)), links));
      test(`links in ${name}, as md.linkify`, () => {
        const found = linksOf(asLinkify().render(text));
        assert.deepEqual(
          found.map(([, href]) => href),
          links.map(([, href]) => href),
        );
        assert.deepEqual(
          found.map(([shown]) => shown),
          links.map(([shown]) => shown),
        );
      });
    }

    test("hostile texts are harmless", () => {
      const finder = { unknownSchemes: "link" };
      for (const text of HOSTILE) {
        for (const md of [plugin(), plugin({ finder }), asLinkify(), asLinkify({ finder })]) {
          assertHarmless(md.render(text));
        }
      }
    });

    test("Markdown stays Markdown", () => {
      const cases = [
        ["**https://example.com/a**", '<strong><a href="https://example.com/a">https://example.com/a</a></strong>'],
        ["_example.com_", '<em><a href="https://example.com">example.com</a></em>'],
        ["https://example.com/a_b_c*d*e", '<a href="https://example.com/a_b_c*d*e">https://example.com/a_b_c*d*e</a>'],
        ["`https://example.com` x", "<code>https://example.com</code> x"],
        ["[https://example.com](/x)", '<a href="/x">https://example.com</a>'],
        ["[a example.com b](/x)", '<a href="/x">a example.com b</a>'],
        ["<https://example.com/b>", '<a href="https://example.com/b">https://example.com/b</a>'],
        ["http\\://example.com/", "http://example.com/"],
        ["![example.com](x.png)", '<img src="x.png" alt="example.com">'],
      ];
      for (const [source, html] of cases) {
        assert.equal(plugin().renderInline(source), html);
        assert.equal(asLinkify().renderInline(source), html);
      }
    });

    test("nothing is linked between the tags of a link in HTML", () => {
      const md = new MarkdownIt({ html: true }).use(linkspan);
      const html = '<a href="/x">example.com</a> <a href="https://example.org">example.org</a>';
      assert.equal(md.renderInline('<a href="/x">example.com</a> example.org'), html);
    });

    test("an IPv6 host and escapes stay as they are", () => {
      assert.deepEqual(linksOf(plugin().render("http://[2001:db8::1]/a%20b")), [
        ["http://[2001:db8::1]/a%20b", "http://[2001:db8::1]/a%20b"],
      ]);
    });

    test("attributes, shown text and refusal of one link", () => {
      const md = plugin({
        rel: ["nofollow", "ugc"],
        target: "_blank",
        class: "auto",
        show: "readable",
        attributes: { "data-from": 'a"b' },
        each: (link) => (link.href.includes("secret") ? false : undefined),
      });
      assert.equal(
        md.renderInline("example.com/%C3%A4 https://secret.example/"),
        '<a href="https://example.com/%C3%A4" rel="nofollow ugc" target="_blank" class="auto" data-from="a&quot;b">' +
          "example.com/ä</a> https://secret.example/",
      );
      assert.throws(() => plugin({ attributes: { onclick: "x" } }), RangeError);
      assert.throws(() => plugin({ rel: 5 }), TypeError);
    });

    test("a finder of the application", () => {
      const finder = new Finder({ bareDomains: "skip" });
      assert.deepEqual(linksOf(plugin({ finder }).render("example.com https://example.org")), [
        ["https://example.org", "https://example.org"],
      ]);
    });

    test("a validateLink or normalizeLink of the application is used", () => {
      const md = plugin();
      md.validateLink = (url) => !url.includes("example.org");
      md.normalizeLink = (url) => `${url}?from=md`;
      assert.equal(
        md.renderInline("example.com https://example.org/ https://example.net/"),
        '<a href="https://example.com?from=md">example.com</a> https://example.org/ ' +
          '<a href="https://example.net/?from=md">https://example.net/</a>',
      );
    });

    test("links can be turned off again", () => {
      assert.equal(plugin().set({ linkify: false }).renderInline("https://example.com"), "https://example.com");
    });

    test("the methods that markdown-it calls", () => {
      const linkify = createLinkify();
      assert.equal(linkify.test("Nothing."), false);
      assert.equal(linkify.match("Nothing."), null);
      assert.equal(linkify.pretest("nothing"), false);
      assert.equal(linkify.test("bücher.example.com"), true);
      assert.deepEqual(linkify.match("bücher.example.com:8080/ä a@example.com"), [
        {
          schema: "",
          index: 0,
          lastIndex: 25,
          raw: "bücher.example.com:8080/ä",
          text: "bücher.example.com:8080/ä",
          url: "https://xn--bcher-kva.example.com:8080/%C3%A4",
        },
        {
          schema: "mailto:",
          index: 26,
          lastIndex: 39,
          raw: "a@example.com",
          text: "a@example.com",
          url: "mailto:a@example.com",
        },
      ]);
      const atStart = linkify.matchAtStart("https://bücher.example.com/ä x");
      assert.equal(atStart.raw, "https://bücher.example.com/ä");
      assert.equal(atStart.url, atStart.raw);
      assert.equal(linkify.matchAtStart("example.com"), null);
      assert.equal(linkify.matchAtStart(" https://example.com"), null);
    });

    test("the finder sees each text once, and texts with many colons not again and again", () => {
      const real = new Finder({ profile: "prose" });
      let searched = 0;
      const count =
        (name) =>
        (text, ...rest) => {
          searched += text.length;
          return real[name](text, ...rest);
        };
      const finder = { find: count("find"), findFirst: count("findFirst") };
      const line = "see http://x http://example.com/a b://c ";
      const text = line.repeat(500);
      plugin({ finder }).render(text);
      assert.ok(searched <= 3 * text.length, `searched ${searched} of ${text.length}`);
      searched = 0;
      asLinkify({ finder }).render(text);
      assert.ok(searched <= 6 * text.length, `searched ${searched} of ${text.length}`);
    });
  });
}
