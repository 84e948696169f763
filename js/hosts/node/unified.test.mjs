import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { VERSIONS } from "../hosts.mjs";
import { HOSTILE, TEXTS } from "../texts.mjs";
import { assertHarmless, linksOf } from "./html.mjs";

for (const [version, load] of VERSIONS) {
  const { unified } = await load("unified");
  const plugins = ["remark-parse", "remark-gfm", "remark-rehype", "rehype-parse", "rehype-stringify"];
  const [remarkParse, remarkGfm, remarkRehype, rehypeParse, rehypeStringify] = await Promise.all(
    plugins.map(async (name) => (await load(name)).default),
  );
  const { default: remarkLinkspan } = await load("linkspan/remark");
  const { default: rehypeLinkspan } = await load("linkspan/rehype");
  const { visit } = await load("unist-util-visit");

  describe(`remark, ${version}`, () => {
    const create = (options, ...others) =>
      unified().use(remarkParse).use(others).use(remarkLinkspan, options).use(remarkRehype).use(rehypeStringify);
    const render = (source, options) => String(create(options).processSync(source)).replace(/^<p>|<\/p>$/g, "");

    for (const { name, text, links } of TEXTS) {
      // Its stringifier writes lone surrogates as they are.
      test(`links in ${name}`, () => assert.deepEqual(linksOf(render(text)), links));
    }

    test("hostile texts are harmless", () => {
      for (const text of HOSTILE) {
        assertHarmless(render(text));
        assertHarmless(render(text, { finder: { unknownSchemes: "link" } }));
      }
    });

    test("Markdown stays Markdown", () => {
      const cases = [
        ["**https://example.com/a**", '<strong><a href="https://example.com/a">https://example.com/a</a></strong>'],
        ["`example.com` x", "<code>example.com</code> x"],
        ["[a example.com *example.org*](/x)", '<a href="/x">a example.com <em>example.org</em></a>'],
        ["[example.com]\n\n[example.com]: /x", '<a href="/x">example.com</a>'],
        ["*a* example.com", '<em>a</em> <a href="https://example.com">example.com</a>'],
        ['<a href="/x">example.com</a> example.org', 'example.com <a href="https://example.org">example.org</a>'],
        ["example.com/a&amp;b", '<a href="https://example.com/a&#x26;b">example.com/a&#x26;b</a>'],
      ];
      for (const [source, html] of cases) assert.equal(render(source), html);
    });

    test("after remark-gfm, what it did not link", () => {
      const html = String(create({}, remarkGfm).processSync("https://example.com/ and example.org"));
      assert.equal(
        html,
        '<p><a href="https://example.com/">https://example.com/</a> and <a href="https://example.org">example.org</a></p>',
      );
    });

    test("attributes", () => {
      const options = { rel: "nofollow ugc", class: "a b", target: "_blank", title: "T", attributes: { "data-x-y": "1", hreflang: "de" } };
      assert.equal(
        render("example.com", options),
        '<a href="https://example.com" title="T" rel="nofollow ugc" target="_blank" class="a b" data-x-y="1" hreflang="de">example.com</a>',
      );
    });

    test("positions in the source, where they are known", () => {
      const processor = unified().use(remarkParse).use(remarkLinkspan);
      const source = "# A *b*\n\nfirst\nsee example.com now\n\n> q\n> example.org\n\nx&amp; example.net";
      const tree = processor.runSync(processor.parse(source));
      const found = [];
      visit(tree, "link", ({ url, position }) => {
        found.push([url, position && source.slice(position.start.offset, position.end.offset), position?.start.line, position?.start.column]);
      });
      assert.deepEqual(found, [
        ["https://example.com", "example.com", 4, 5],
        ["https://example.org", undefined, undefined, undefined],
        ["https://example.net", undefined, undefined, undefined],
      ]);
    });
  });

  describe(`rehype, ${version}`, () => {
    const render = (html, options) =>
      String(
        unified().use(rehypeParse, { fragment: true }).use(rehypeLinkspan, options).use(rehypeStringify).processSync(html),
      );
    const escape = (text) => text.replace(/[&<]/g, (c) => `&#${c.charCodeAt(0)};`);

    for (const { name, text, links } of TEXTS) {
      // The parser replaces lone surrogates, as the standard says. They are not part of any link.
      test(`links in ${name}`, () => assert.deepEqual(linksOf(render(escape(text))), links));
    }

    test("hostile texts are harmless", () => {
      for (const text of HOSTILE) {
        assertHarmless(render(escape(text)));
        assertHarmless(render(escape(text), { finder: { unknownSchemes: "link" } }));
      }
    });

    test("what must be skipped is skipped", () => {
      const skipped = [
        '<a href="/x">example.com <b>example.org</b></a>',
        "<script>'example.com'</script>",
        "<style>/* example.com */</style>",
        "<textarea>example.com</textarea>",
        "<code>example.com</code>",
        "<pre>example.com</pre>",
        "<button>example.com</button>",
        "<select><option>example.com</option></select>",
        '<p contenteditable>example.com</p>',
        '<p contenteditable="true">example.com</p>',
        "<svg><text>example.com</text></svg>",
        "<template>example.com</template>",
        "<!-- example.com -->",
      ];
      for (const html of skipped) assert.deepEqual(render(html), render(html, { finder: { linking: "off" } }));
      assert.equal(linksOf(render('<p contenteditable="false">example.com</p>')).length, 1);
      assert.equal(linksOf(render("<pre>example.com</pre>", { code: "link" })).length, 1);
      assert.throws(() => render("x", { code: "yes" }), RangeError);
    });

    test("text is not joined across elements", () => {
      assert.equal(render("exam<b>ple</b>.c<i>om</i>"), "exam<b>ple</b>.c<i>om</i>");
      assert.equal(render("<b>a</b>example.com<b>/c</b>"), '<b>a</b><a href="https://example.com">example.com</a><b>/c</b>');
    });

    test("many links in one text", () => {
      const count = 200_000;
      const text = { type: "text", value: "a.com\n".repeat(count), position: { start: { line: 1, column: 1, offset: 0 }, end: { line: count, column: 1, offset: 6 * count } } };
      const tree = { type: "root", children: [text] };
      rehypeLinkspan()(tree);
      assert.equal(tree.children.length, 2 * count);
      assert.equal(tree.children.at(-2).position.start.line, count);
    });

    test("a document nested deeper than the stack", () => {
      const tree = { type: "root", children: [] };
      let parent = tree;
      for (let depth = 0; depth < 20_000; depth++) {
        const child = { type: "element", tagName: "b", properties: {}, children: [] };
        parent.children.push(child);
        parent = child;
      }
      parent.children.push({ type: "text", value: "example.com" });
      rehypeLinkspan()(tree);
      assert.equal(parent.children[0].tagName, "a");
    });
  });
}
