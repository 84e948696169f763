import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";

import { HOSTILE, TEXTS } from "../texts.mjs";
import { linksIn, startBrowser } from "./harness.mjs";

describe("ProseMirror", () => {
  let browser;
  let page;
  before(async () => {
    browser = await startBrowser();
    page = await browser.open("prosemirror", "current");
  });
  after(() => browser?.finish());
  beforeEach(() => page.evaluate(() => window.create()));

  const links = () => linksIn(page, ".ProseMirror");
  const text = () => page.evaluate(() => window.view.state.doc.textContent);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  test("a link appears while it is typed, grows, shrinks and disappears", async () => {
    await page.keyboard.type("see example.co");
    assert.deepEqual(await links(), [["example.co", "https://example.co"]]);
    await page.keyboard.type("m/a");
    assert.deepEqual(await links(), [["example.com/a", "https://example.com/a"]]);
    await page.keyboard.type("?b=c, and");
    assert.deepEqual(await links(), [["example.com/a?b=c", "https://example.com/a?b=c"]]);
    for (let step = 0; step < 10; step++) await press("Backspace");
    assert.equal(await text(), "see example.com/");
    assert.deepEqual(await links(), [["example.com/", "https://example.com/"]]);
    await press("Backspace", "Backspace", "Backspace", "Backspace", "Backspace");
    assert.deepEqual(await links(), []);
  });

  for (const inclusive of [false, true]) {
    test(`what is typed after a link is not part of it, with a mark that is ${inclusive ? "" : "not "}inclusive`, async () => {
      await page.evaluate((inclusive) => window.create({}, { inclusive }), inclusive);
      await page.keyboard.type("example.com is it. ");
      assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
    });
  }

  for (const { name, text: typed, links: expected } of TEXTS.slice(0, -1)) {
    test(`links in ${name}, typed`, async () => {
      for (const character of typed) await page.keyboard.insertText(character);
      assert.equal(await text(), typed);
      assert.deepEqual(await links(), expected);
    });
  }

  test("links in surrogates, inserted", async () => {
    const { text: inserted, links: expected } = TEXTS.at(-1);
    await page.evaluate((text) => window.insertAt(1, text), inserted);
    assert.deepEqual(await links(), expected);
  });

  test("pasted text is linked", async () => {
    await page.evaluate(() => navigator.clipboard.writeText("see https://example.com/ä and example.org\n\nexample.net"));
    await press("Control+v");
    assert.deepEqual(await links(), [
      ["https://example.com/ä", "https://example.com/%C3%A4"],
      ["example.org", "https://example.org"],
      ["example.net", "https://example.net"],
    ]);
  });

  test("unlink, undo and redo; and an unlinked text stays so while typing in and after it", async () => {
    await page.keyboard.type("see example.com");
    await press("Control+k");
    assert.deepEqual(await links(), []);
    await press("Control+z");
    assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
    await press("Control+y");
    assert.deepEqual(await links(), []);
    await page.keyboard.type("/path now example.org");
    assert.deepEqual(await links(), [["example.org", "https://example.org"]]);
    await page.evaluate(() => window.select(6));
    await page.keyboard.type("x");
    assert.equal(await text(), "see exxample.com/path now example.org");
    assert.deepEqual(await links(), [["example.org", "https://example.org"]]);
    await page.evaluate(() => window.select(8));
    await press("Control+j");
    assert.equal((await links()).length, 2);
  });

  test("undo and redo of typed text restore the links that there were", async () => {
    await page.keyboard.type("a example.com");
    await page.keyboard.type(" b");
    await press("Control+z", "Control+z", "Control+z");
    assert.deepEqual(await text(), "a example.co");
    assert.deepEqual(await links(), [["example.co", "https://example.co"]]);
    await press("Control+y");
    assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
    for (let step = 0; step < 30; step++) await press("Control+z");
    assert.equal(await text(), "");
    for (let step = 0; step < 30; step++) await press("Control+y");
    assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
  });

  test("a link that a person made stays as it is", async () => {
    await page.evaluate(() => {
      window.setText("click example.com now");
      window.linkText(1, 18, "https://target.example/");
      window.select(18);
    });
    await page.keyboard.type(" example.org");
    await page.evaluate(() => window.select(9));
    await page.keyboard.type("y");
    const found = await links();
    assert.ok(found.some(([, href]) => href === "https://target.example/"));
    assert.ok(!found.some(([, href]) => href.includes("example.com")));
    assert.ok(found.some(([, href]) => href === "https://example.org"));
  });

  test("a link that a person made to the target of an automatic one stays, too", async () => {
    await page.keyboard.type("example.com click");
    await page.evaluate(() => {
      window.linkText(13, 18, "https://example.com");
      window.select(18);
    });
    await page.keyboard.type("able, and so on");
    assert.deepEqual(await links(), [
      ["example.com", "https://example.com"],
      ["click", "https://example.com"],
    ]);
    await page.evaluate(() => window.replaceAll(["e", "é"]));
    assert.deepEqual((await links()).map(([shown]) => shown), ["éxamplé.com", "click"]);
  });

  test("a link that the application unlinks stays unlinked", async () => {
    await page.keyboard.type("example.com ");
    await page.evaluate(() => window.removeMark(1, 12));
    await page.keyboard.type("and so on");
    assert.deepEqual(await links(), []);
  });

  test("enter and backspace in a link split and join it", async () => {
    await page.keyboard.type("example.com");
    await page.evaluate(() => window.select(3));
    await press("Enter");
    assert.deepEqual(await links(), [["ample.com", "https://ample.com"]]);
    await press("Backspace");
    assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
    await page.evaluate(() => window.select(8));
    await press("Space");
    assert.deepEqual(await links(), []);
  });

  test("code is not linked, and a link may be partly bold", async () => {
    await press("Control+e");
    await page.keyboard.type("example.com");
    assert.deepEqual(await links(), []);
    await press("Control+e");
    await page.keyboard.type(" example.");
    await press("Control+b");
    await page.keyboard.type("org");
    const found = await links();
    assert.equal(found.map(([shown]) => shown).join(""), "example.org");
    assert.ok(found.every(([, href]) => href === "https://example.org"));
  });

  test("bold that was switched on stays on when a link appears", async () => {
    await press("Control+b");
    await page.keyboard.type("example.com ok");
    const bold = await page.$$eval(".ProseMirror strong", (all) => all.map((one) => one.textContent).join(""));
    assert.equal(bold, "example.com ok");
  });

  test("a composition is not interrupted, and linked after its end", async () => {
    const client = await page.context().newCDPSession(page);
    await page.keyboard.type("見る ");
    const compose = "example.com";
    for (let end = 1; end <= compose.length; end++) {
      await client.send("Input.imeSetComposition", { text: compose.slice(0, end), selectionStart: end, selectionEnd: end });
      assert.deepEqual(await links(), []);
    }
    await client.send("Input.insertText", { text: compose });
    await page.waitForSelector(".ProseMirror a");
    assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
    await page.keyboard.type("/a");
    assert.deepEqual(await links(), [["example.com/a", "https://example.com/a"]]);
  });

  test("hostile texts are harmless", async () => {
    for (const hostile of HOSTILE) {
      await page.evaluate((text) => {
        window.create({ finder: { unknownSchemes: "link" } });
        window.insertAt(1, text);
      }, hostile);
      const protocols = await page.$$eval(".ProseMirror a", (anchors) => anchors.map((a) => a.protocol));
      assert.ok(protocols.every((name) => /^(?:https?|mailto|ftp):$/.test(name)), `${hostile} ${protocols}`);
    }
  });

  test("attributes that the schema has, and refusal of one link", async () => {
    await page.evaluate(() => window.create({ title: "T", rel: "nofollow", each: (link) => (link.text.includes("secret") ? false : undefined) }));
    await page.keyboard.type("secret.com example.com ");
    assert.deepEqual(await page.$$eval(".ProseMirror a", (all) => all.map((a) => [a.title, a.rel])), [["T", ""]]);
  });

  test("what an option refuses is linked when it has become something else", async () => {
    await page.evaluate(() => window.create({ each: (link) => (link.text === "example.co" ? false : undefined) }));
    await page.keyboard.type("example.co");
    assert.deepEqual(await links(), []);
    await page.keyboard.type("m");
    assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
  });

  test("random edits: automatic links are those of the whole text", async () => {
    const failure = await page.evaluate(async () => {
      const pieces = ["example.com", "https://", "a.org/x", " ", ".", "。", "/", "(", ")", "co", "m", "ann@", "例子.中国", "x"];
      let seed = 7;
      const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
      window.create();
      const { view } = window;
      for (let step = 0; step < 400; step++) {
        const size = view.state.doc.textContent.length;
        const from = 1 + random(size + 1);
        const to = Math.min(1 + size, from + (random(3) === 0 ? random(6) : 0));
        view.dispatch(view.state.tr.insertText(random(4) === 0 ? "" : pieces[random(pieces.length)], from, to));
        const text = view.state.doc.textContent;
        const marked = [];
        view.state.doc.firstChild.forEach((node, offset) => {
          if (node.marks.length > 0) marked.push([offset, node.text]);
        });
        const found = view.state.plugins[0].spec.linkspan.finder.find(text).map((link) => [link.start, link.text]);
        if (JSON.stringify(marked) !== JSON.stringify(found)) return { step, text, marked, found };
      }
      return null;
    });
    assert.equal(failure, null);
  });
});
