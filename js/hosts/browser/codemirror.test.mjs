import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";

import { HOSTILE, TEXTS } from "../texts.mjs";
import { startBrowser } from "./harness.mjs";

describe("CodeMirror", () => {
  let browser;
  let page;
  before(async () => {
    browser = await startBrowser();
    page = await browser.open("codemirror", "current");
  });
  after(() => browser?.finish());
  beforeEach(() => page.evaluate(() => window.create()));

  const links = () => page.$$eval(".cm-link", (all) => all.map((one) => [one.textContent, one.dataset.href]));
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  test("type, link, grow, unlink, undo, redo, relink", async () => {
    await page.keyboard.type("see example.com");
    assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
    await page.keyboard.type("/a?b");
    assert.deepEqual(await links(), [["example.com/a?b", "https://example.com/a?b"]]);
    await press("Control+k");
    assert.deepEqual(await links(), []);
    await press("Control+z");
    assert.deepEqual(await links(), [["example.com/a?b", "https://example.com/a?b"]]);
    await press("Control+y");
    assert.deepEqual(await links(), []);
    await page.keyboard.type(" and example.org");
    assert.deepEqual(await links(), [["example.org", "https://example.org"]]);
    await press("Home");
    await page.keyboard.type("first ");
    assert.deepEqual(await links(), [["example.org", "https://example.org"]]);
    await press("Control+a", "Control+j");
    assert.equal((await links()).length, 2);
    await press("Control+a", "Control+k");
    assert.equal((await links()).length, 0);
    await press("Control+z");
    assert.equal((await links()).length, 2);
  });

  test("text that is deleted takes its unlinking with it", async () => {
    await page.keyboard.type("example.com");
    await press("Control+k", "Control+a", "Backspace");
    await page.keyboard.type("example.com");
    assert.equal((await links()).length, 1);
  });

  test("pasted text is linked, and undo removes it", async () => {
    await page.evaluate(() => navigator.clipboard.writeText("見るexample.comです\nhttps://example.org/"));
    await press("Control+v");
    assert.deepEqual(await links(), [
      ["example.com", "https://example.com"],
      ["https://example.org/", "https://example.org/"],
    ]);
    await press("Control+z");
    assert.deepEqual(await links(), []);
  });

  for (const { name, text, links: expected } of TEXTS) {
    test(`links in ${name}`, async () => {
      await page.evaluate((text) => window.create({}, text), text);
      assert.deepEqual(await links(), expected);
    });
  }

  test("hostile texts add nothing but their attributes", async () => {
    for (const text of HOSTILE) {
      await page.evaluate((text) => window.create({ finder: { unknownSchemes: "link" } }, text), text);
      for (const [, href] of await links()) assert.match(href, /^(?:https?|mailto|ftp):/);
      assert.equal(await page.$(".cm-content script, .cm-content img, .cm-content [onmouseover]"), null);
    }
  });

  test("a click with the control key opens the link, another one does not", async () => {
    await page.evaluate(() => window.create({}, "see example.com"));
    await page.click(".cm-link");
    await page.click(".cm-link", { modifiers: ["Control"] });
    assert.deepEqual(await page.evaluate(() => window.opened), ["https://example.com"]);
  });

  test("the link at a position", async () => {
    await page.evaluate(() => window.create({}, "a example.com b"));
    const found = await page.evaluate(() => [0, 1, 2, 5, 13, 14].map((at) => window.linkAt(at) ?? null));
    assert.deepEqual(found, [null, null, "example.com", "example.com", "example.com", null]);
  });

  test("only what is visible is searched, also in a long line", async () => {
    const counts = await page.evaluate(async () => {
      let searched = 0;
      const finder = {
        findFirst() {},
        find(text) {
          searched += text.length;
          return [];
        },
      };
      window.create({ finder }, "example.com x\n".repeat(100_000));
      const many = searched;
      searched = 0;
      window.create({ finder }, "example.com x ".repeat(100_000));
      return [many, searched];
    });
    for (const searched of counts) assert.ok(searched < 200_000, `searched ${searched}`);
  });

  test("classes, and excluded parts of a document", async () => {
    await page.evaluate(() =>
      window.create({ class: "mine", isExcluded: (state, link) => link.start < 5 }, "example.com example.org"),
    );
    assert.deepEqual(await page.$$eval(".mine", (all) => all.map((one) => one.textContent)), ["example.org"]);
  });
});
