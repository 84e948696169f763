import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { HOSTILE, TEXTS } from "../texts.mjs";
import { linksIn, startBrowser } from "./harness.mjs";

describe("DOM", () => {
  let browser;
  let page;
  before(async () => {
    browser = await startBrowser();
    page = await browser.open("dom", "current");
  });
  after(() => browser?.finish());

  /** Runs a function in the page, with an element that contains the HTML. */
  const inPage = (html, run, argument) =>
    page.evaluate(
      ([html, code, argument]) => {
        window.root.innerHTML = html;
        return new Function("root", "argument", `return (${code})(root, argument)`)(window.root, argument);
      },
      [html, String(run), argument],
    );
  const linkified = (html, options) =>
    inPage(
      html,
      (root, options) => {
        linkifyElement(root, options);
        return root.innerHTML;
      },
      options,
    );

  for (const { name, text, links } of TEXTS) {
    test(`links in ${name}`, async () => {
      const sameText = await inPage(
        "",
        (root, text) => {
          root.textContent = text;
          linkifyElement(root);
          return root.textContent === text;
        },
        text,
      );
      assert.ok(sameText);
      assert.deepEqual(await linksIn(page, "#root"), links);
    });
  }

  test("hostile texts are harmless", async () => {
    for (const text of HOSTILE) {
      const found = await inPage(
        "",
        (root, text) => {
          root.textContent = text;
          linkifyElement(root, { finder: { unknownSchemes: "link" } });
          const elements = [...root.querySelectorAll("*")];
          return {
            isSame: root.textContent === text,
            names: elements.map((element) => element.localName),
            attributes: elements.flatMap((element) => element.getAttributeNames()),
            protocols: elements.map((element) => element.protocol),
          };
        },
        text,
      );
      assert.ok(found.isSame, text);
      assert.ok(found.names.every((name) => name === "a"), text);
      assert.ok(found.attributes.every((name) => name === "href" || name === "rel"), text);
      assert.ok(found.protocols.every((name) => /^(?:https?|mailto|ftp):$/.test(name)), `${text} ${found.protocols}`);
    }
  });

  test("what must be skipped is skipped", async () => {
    const skipped = [
      '<a href="/x">example.com <b>example.org</b></a>',
      "<script>'example.com'</script>",
      "<style>/* example.com */</style>",
      "<textarea>example.com</textarea>",
      "<code>example.com</code>",
      "<pre><b>example.com</b></pre>",
      "<button>example.com</button>",
      "<select><option>example.com</option></select>",
      '<div contenteditable=""><p>example.com</p></div>',
      '<div contenteditable="true">example.com</div>',
      '<span role="link">example.com</span>',
      "<svg><text>example.com</text></svg>",
      "<noscript>example.com</noscript>",
      "<iframe>example.com</iframe>",
      "<!-- example.com -->",
    ];
    for (const html of skipped) {
      const unchanged = await inPage(html, (root) => root.innerHTML);
      assert.equal(await linkified(html), unchanged);
    }
    const link = '<a href="https://example.com" rel="nofollow noopener ugc">example.com</a>';
    assert.equal(await linkified('<p contenteditable="false">example.com</p>'), `<p contenteditable="false">${link}</p>`);
    assert.equal(await linkified("<pre>example.com</pre>", { code: "link" }), `<pre>${link}</pre>`);
    assert.equal(await linkified('<p class="no">example.com</p><p>example.com</p>', { skip: ".no" }), `<p class="no">example.com</p><p>${link}</p>`);
  });

  test("an element in a link or an editor is skipped, too", async () => {
    const changed = await inPage('<a href="/x"><b>example.com</b></a>', (root) => {
      linkifyElement(root.querySelector("b"));
      return root.innerHTML;
    });
    assert.equal(changed, '<a href="/x"><b>example.com</b></a>');
  });

  test("text is not joined across elements, but across text nodes", async () => {
    assert.equal(await linkified("exam<b>ple</b>.c<i>om</i>"), "exam<b>ple</b>.c<i>om</i>");
    const html = await inPage("", (root) => {
      root.append("see exam", "ple.c", "om", "/a now");
      linkifyElement(root, { rel: "" });
      return root.innerHTML;
    });
    assert.equal(html, 'see <a href="https://example.com/a">example.com/a</a> now');
  });

  test("undo restores the page, and its text nodes", async () => {
    const html = "<p>a example.com b https://example.org/c d</p><p>ann@example.com</p>x<b>example.net</b>";
    const state = await inPage(html, (root) => {
      const count = () => document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
      const nodes = () => {
        const all = [];
        for (let iterator = count(), node; (node = iterator.nextNode()); ) all.push(node);
        return all;
      };
      const before = nodes();
      const results = [];
      for (const options of [{}, { show: "readable" }, { show: () => "link" }]) {
        const linked = linkifyElement(root, options);
        const links = linked.anchors.length;
        linked.undo();
        const after = nodes();
        results.push([links, root.innerHTML, after.length === before.length && after.every((node, i) => node === before[i])]);
      }
      return results;
    });
    for (const result of state) assert.deepEqual(result, [4, html, true]);
  });

  test("changes are observed: text that is added, changed and removed", async () => {
    const states = await inPage("<p>first</p>", async (root) => {
      const linked = linkifyElement(root, { observe: true, rel: "" });
      const states = [];
      const settle = async () => {
        await new Promise((resolve) => setTimeout(resolve));
        states.push(root.innerHTML);
      };
      const paragraph = root.querySelector("p");
      paragraph.firstChild.data = "see example.com";
      await settle();
      paragraph.append("/path");
      await settle();
      paragraph.querySelector("a").firstChild.data = "example.org";
      await settle();
      paragraph.querySelector("a").textContent = "nothing";
      await settle();
      root.insertAdjacentHTML("beforeend", "<div><i>example.net</i><code>example.net</code></div>");
      await settle();
      linked.disconnect();
      root.append("example.info");
      await settle();
      linked.undo();
      states.push(root.innerHTML);
      return states;
    });
    assert.deepEqual(states, [
      '<p>see <a href="https://example.com">example.com</a></p>',
      '<p>see <a href="https://example.com/path">example.com/path</a></p>',
      '<p>see <a href="https://example.org/path">example.org/path</a></p>',
      "<p>see nothing</p>",
      '<p>see nothing</p><div><i><a href="https://example.net">example.net</a></i><code>example.net</code></div>',
      '<p>see nothing</p><div><i><a href="https://example.net">example.net</a></i><code>example.net</code></div>example.info',
      "<p>see nothing</p><div><i>example.net</i><code>example.net</code></div>example.info",
    ]);
  });

  test("random changes of observed text: the links are those of the whole text", async () => {
    const failure = await inPage("<p></p>", async (root) => {
      const pieces = ["example.com", "https://", "a.org/x", " ", ".", "。", "/", "(", ")", "co", "m", "ann@", "例子.中国", "?"];
      let seed = 5;
      const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
      const paragraph = root.firstChild;
      const linked = linkifyElement(root, { observe: true });
      const textNodes = () => {
        const iterator = document.createNodeIterator(paragraph, NodeFilter.SHOW_TEXT);
        const nodes = [];
        for (let node; (node = iterator.nextNode()); ) nodes.push(node);
        return nodes;
      };
      for (let step = 0; step < 250; step++) {
        const nodes = textNodes();
        const node = nodes[random(nodes.length)];
        const piece = pieces[random(pieces.length)];
        const kind = random(6);
        if (!node || kind === 0) paragraph.append(piece);
        else if (kind === 1 && nodes.length > 3) node.remove();
        else if (kind === 2) node.deleteData(random(node.length + 1), random(5));
        else node.insertData(random(node.length + 1), piece);
        await new Promise((resolve) => setTimeout(resolve));
        const text = paragraph.textContent;
        const expected = finder.find(text).map((link) => link.text);
        const found = [...paragraph.querySelectorAll("a")].map((a) => a.textContent);
        if (JSON.stringify(expected) !== JSON.stringify(found)) return { step, text, expected, found };
      }
      const text = paragraph.textContent;
      linked.undo();
      return paragraph.querySelector("a") || paragraph.textContent !== text ? "undo" : null;
    });
    assert.equal(failure, null);
  });

  test("a link that a script removes or moves away does not come back", async () => {
    const html = await inPage("<p>a example.com b</p>", async (root) => {
      const linked = linkifyElement(root, { observe: true });
      root.querySelector("a").remove();
      await new Promise((resolve) => setTimeout(resolve));
      linked.undo();
      return root.innerHTML;
    });
    assert.equal(html, "<p>a  b</p>");
  });

  test("a chat: typed text in an observed list becomes links", async () => {
    await inPage("<ul></ul><input>", (root) => {
      linkifyElement(root.querySelector("ul"), { observe: true });
      root.querySelector("input").addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        const item = document.createElement("li");
        item.textContent = event.target.value;
        root.querySelector("ul").append(item);
        event.target.value = "";
      });
    });
    await page.focus("#root input");
    for (const { text, links } of TEXTS.slice(0, -1)) {
      await page.keyboard.insertText(text);
      await page.keyboard.press("Enter");
      assert.deepEqual(await linksIn(page, "#root li:last-child"), links);
    }
  });

  test("a finder of linkspan/assess", async () => {
    const links = await inPage("example.com xn--e1awd7f.com https://аррӏе.com", (root) => {
      linkifyElement(root, { finder: new AssessFinder({ profile: "strict" }) });
      return [...root.querySelectorAll("a")].map((a) => a.textContent);
    });
    assert.ok(links.includes("example.com"));
    assert.ok(!links.includes("https://аррӏе.com"));
  });

  test("wrong options are errors", async () => {
    for (const options of [{ skip: 5 }, { code: "x" }, { rel: 5 }, { attributes: { onclick: "x" } }, { finder: { profil: "prose" } }]) {
      await assert.rejects(linkified("x", options), /expected/);
    }
  });
});
