import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";

import { TEXTS } from "../texts.mjs";
import { linksIn, startBrowser } from "./harness.mjs";

describe("Tiptap", () => {
  let browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.finish());

  for (const version of ["current", "previous"]) {
    describe(version, () => {
      let page;
      before(async () => {
        page = await browser.open("tiptap", version);
      });
      beforeEach(() => page.evaluate(() => window.create()));
      const links = () => linksIn(page, ".ProseMirror");

      test("type, link, unlink, undo and redo", async () => {
        await page.keyboard.type("see example.com/a");
        assert.deepEqual(await links(), [["example.com/a", "https://example.com/a"]]);
        await page.keyboard.type("?b=c, or");
        assert.deepEqual(await links(), [["example.com/a?b=c", "https://example.com/a?b=c"]]);
        for (let step = 0; step < 4; step++) await page.keyboard.press("Backspace");
        await page.keyboard.press("Control+k");
        assert.deepEqual(await links(), []);
        await page.keyboard.press("Control+z");
        assert.equal((await links()).length, 1);
        await page.keyboard.press("Control+Shift+z");
        assert.deepEqual(await links(), []);
        await page.keyboard.type("/x and example.org");
        assert.deepEqual(await links(), [["example.org", "https://example.org"]]);
      });

      test("the command of Tiptap unlinks, too", async () => {
        await page.keyboard.type("example.com");
        await page.evaluate(() => window.editor.chain().extendMarkRange("link").unsetLink().setTextSelection(12).run());
        await page.keyboard.type(" now");
        assert.deepEqual(await links(), []);
      });

      test("pasted text is linked", async () => {
        await page.evaluate(() => navigator.clipboard.writeText("見るexample.comです"));
        await page.keyboard.press("Control+v");
        assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
      });

      for (const { name, text, links: expected } of TEXTS.slice(0, -1)) {
        test(`links in ${name}`, async () => {
          for (const character of text) await page.keyboard.insertText(character);
          assert.deepEqual(await links(), expected);
        });
      }

      test("a link in a stored document stays, and its attributes are those of Tiptap", async () => {
        await page.evaluate(() => window.create('<p><a href="https://example.org/">click example.com</a></p>'));
        await page.keyboard.type(" example.net");
        const found = await links();
        assert.ok(found.some(([text, href]) => text.startsWith("click example.com") && href === "https://example.org/"));
        assert.ok((await page.$$eval(".ProseMirror a", (all) => all.map((a) => a.rel))).every((rel) => rel.includes("noopener")));
      });
    });
  }
});
