import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { VERSIONS } from "../hosts.mjs";
import { HOSTILE, TEXTS } from "../texts.mjs";
import { assertHarmless, linksOf } from "./html.mjs";

for (const [version, load] of VERSIONS) {
  const { Marked } = await load("marked");
  const { default: linkspan } = await load("linkspan/marked");
  const { Finder } = await load("linkspan");

  describe(`marked, ${version}`, () => {
    const create = (options) => new Marked(linkspan(options));
    const inline = (source, options) => create(options).parseInline(source);

    for (const { name, text, links } of TEXTS) {
      test(`links in ${name}`, () => assert.deepEqual(linksOf(create().parse(text)), links));
    }

    test("hostile texts are harmless", () => {
      // marked passes HTML on. Here it is escaped, so that what remains is ours.
      const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
      for (const options of [{}, { finder: { unknownSchemes: "link" } }, { finder: { unknownSchemes: "link" }, class: "x" }]) {
        const marked = create(options).use({ renderer: { html: ({ text }) => escape(text) } });
        for (const text of HOSTILE) assertHarmless(marked.parse(text));
      }
    });

    test("Markdown stays Markdown", () => {
      const cases = [
        ["**https://example.com/a**", '<strong><a href="https://example.com/a">https://example.com/a</a></strong>'],
        ["_example.com_", '<em><a href="https://example.com">example.com</a></em>'],
        ["https://example.com/a_b_c*d*e", '<a href="https://example.com/a_b_c*d*e">https://example.com/a_b_c*d*e</a>'],
        ["example.com/a_b_c, x", '<a href="https://example.com/a_b_c">example.com/a_b_c</a>, x'],
        ["`https://example.com` x", "<code>https://example.com</code> x"],
        ["[https://example.com](/x)", '<a href="/x">https://example.com</a>'],
        ["[a **example.com** b](/x)", '<a href="/x">a <strong>example.com</strong> b</a>'],
        ['<a href="/x">example.com</a> x', '<a href="/x">example.com</a> x'],
        ["a <kbd>example.com</kbd> x", "a <kbd>example.com</kbd> x"],
        ["<https://example.com/b>", '<a href="https://example.com/b">https://example.com/b</a>'],
        ["*a* example.com *b* example.org", '<em>a</em> <a href="https://example.com">example.com</a> <em>b</em> <a href="https://example.org">example.org</a>'],
      ];
      for (const [source, html] of cases) assert.equal(inline(source), html);
    });

    test("the renderer of the application writes the links", () => {
      const marked = create().use({ renderer: { link: ({ href, text }) => `[${href}|${text}]` } });
      assert.equal(marked.parseInline("see bücher.example.com"), "see [https://xn--bcher-kva.example.com|bücher.example.com]");
    });

    test("attributes, shown text and refusal of one link", () => {
      const options = {
        rel: "nofollow",
        title: { readable: true },
        show: "readable",
        each: (link) => (link.href.includes("secret") ? false : undefined),
      };
      assert.equal(
        inline('example.com/%C3%A4 https://secret.example/', options),
        '<a href="https://example.com/%C3%A4" rel="nofollow" title="example.com/ä">example.com/ä</a> https://secret.example/',
      );
    });

    test("a long paragraph is searched once, whatever its markup", () => {
      const real = new Finder({ profile: "prose" });
      let searched = 0;
      const finder = {
        findFirst: (text) => real.findFirst(text),
        find(text) {
          searched += text.length;
          return real.find(text);
        },
      };
      const source = "*a* `b` _c_ example.com d! ".repeat(2000);
      const html = create({ finder }).parse(source);
      assert.equal(linksOf(html).length, 2000);
      // The text of each emphasis is parsed apart, and the window starts anew after it.
      assert.ok(searched < 2000 * 2 * 2100, `searched ${searched} of ${source.length}`);
    });

    test("links at the borders of windows are whole", () => {
      for (let shift = 0; shift < 40; shift++) {
        const source = `${"x".repeat(shift)} ${"word https://example.com/path and ".repeat(300)}`;
        const links = linksOf(create().parse(source));
        assert.equal(links.length, 300);
        assert.ok(links.every(([text]) => text === "https://example.com/path"));
      }
      const withoutSpaces = "、https://example.com/a、".repeat(1000);
      assert.equal(linksOf(create().parse(withoutSpaces)).length, 1000);
      for (let shift = 0; shift < 20; shift++) {
        const source = `${"あ".repeat(4070 + shift)}https://example.com/path、${"あ".repeat(9000)}`;
        assert.deepEqual(linksOf(create().parse(source)), [["https://example.com/path", "https://example.com/path"]]);
      }
    });
  });
}
