import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";

import { HOSTILE, TEXTS } from "../texts.mjs";
import { linksIn, startBrowser } from "./harness.mjs";

describe("Lexical", () => {
  let browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.finish());

  for (const version of ["current", "previous"]) {
    describe(version, () => {
      let page;
      before(async () => {
        page = await browser.open("lexical", version);
      });
      beforeEach(() => page.evaluate(() => window.create("own")));
      const links = async () => {
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 5)));
        return linksIn(page, "#editor");
      };
      const text = () => page.evaluate(() => window.text());
      const press = async (...keys) => {
        for (const key of keys) await page.keyboard.press(key);
      };

      test("a link appears while it is typed, grows, shrinks and disappears", async () => {
        await page.keyboard.type("see example.co");
        assert.deepEqual(await links(), [["example.co", "https://example.co"]]);
        await page.keyboard.type("m/a?b=c, or");
        assert.deepEqual(await links(), [["example.com/a?b=c", "https://example.com/a?b=c"]]);
        for (let step = 0; step < 11; step++) await press("Backspace");
        assert.equal(await text(), "see example.co");
        assert.deepEqual(await links(), [["example.co", "https://example.co"]]);
        for (let step = 0; step < 3; step++) await press("Backspace");
        assert.deepEqual(await links(), []);
      });

      test("a question mark after a link, and a query", async () => {
        await page.keyboard.type("is it example.com?");
        assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
        await page.keyboard.type("q=1 yes");
        assert.deepEqual(await links(), [["example.com?q=1", "https://example.com?q=1"]]);
      });

      test("typing in the middle of a link", async () => {
        await page.keyboard.type("a example.com");
        for (let step = 0; step < 4; step++) await press("ArrowLeft");
        await page.keyboard.type("s");
        assert.deepEqual(await links(), [["examples.com", "https://examples.com"]]);
        await page.keyboard.type("s ");
        assert.deepEqual(await links(), []);
        await press("Backspace");
        assert.deepEqual(await links(), [["exampless.com", "https://exampless.com"]]);
      });

      test("unlink, undo and redo", async () => {
        await page.keyboard.type("see example.com");
        await press("ArrowLeft");
        await page.evaluate(() => window.unlink());
        assert.deepEqual(await links(), []);
        await press("Control+z");
        assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
        await press("Control+y");
        assert.deepEqual(await links(), []);
        await press("End");
        await page.keyboard.type(" and example.org");
        assert.deepEqual(await links(), [["example.org", "https://example.org"]]);
      });

      test("undo and redo of typed text", async () => {
        await page.keyboard.type("a example.com b", { delay: 2 });
        for (let step = 0; step < 40 && (await text()) !== ""; step++) await press("Control+z");
        assert.equal(await text(), "");
        for (let step = 0; step < 40; step++) await press("Control+y");
        assert.equal(await text(), "a example.com b");
        assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
      });

      test("pasted text is linked", async () => {
        await page.evaluate(() => navigator.clipboard.writeText("見るexample.comです https://example.org/ä"));
        await press("Control+v");
        assert.deepEqual(await links(), [
          ["example.com", "https://example.com"],
          ["https://example.org/ä", "https://example.org/%C3%A4"],
        ]);
      });

      for (const { name, text: typed, links: expected } of TEXTS.slice(0, -1)) {
        test(`links in ${name}`, async () => {
          for (const character of typed) await page.keyboard.insertText(character);
          assert.equal(await text(), typed);
          assert.deepEqual(await links(), expected);
        });
      }

      test("links in surrogates", async () => {
        await page.evaluate((text) => window.insert(text), TEXTS.at(-1).text);
        assert.deepEqual(await links(), TEXTS.at(-1).links);
      });

      test("hostile texts are harmless", async () => {
        for (const hostile of HOSTILE) {
          await page.evaluate((text) => {
            window.create("own", { finder: { unknownSchemes: "link" } });
            window.insert(text);
          }, hostile);
          const protocols = await page.$$eval("#editor a", (all) => all.map((a) => a.protocol));
          assert.ok(protocols.every((name) => /^(?:https?|mailto|ftp):$/.test(name)), `${hostile} ${protocols}`);
        }
      });

      test("a link that a person made stays as it is", async () => {
        await page.evaluate(() => window.makeLink("https://target.example/", "click example.com"));
        await press("End");
        await page.keyboard.type(" example.org");
        const found = await links();
        assert.ok(found.some(([shown, href]) => shown.startsWith("click example.com") && href === "https://target.example/"));
        assert.ok(!found.some(([, href]) => href === "https://example.com"));
      });

      test("attributes", async () => {
        await page.evaluate(() => window.create("own", { rel: "nofollow", target: "_blank" }));
        await page.keyboard.type("example.com ");
        assert.deepEqual(await page.$$eval("#editor a", (all) => all.map((a) => [a.rel, a.target])), [["nofollow", "_blank"]]);
      });

      test("random edits: automatic links are those of the whole text", async () => {
        const failure = await page.evaluate(() => {
          const pieces = ["example.com", "https://", "a.org/x", " ", ".", "。", "/", "(", ")", "co", "m", "ann@", "例子.中国", "?"];
          let seed = 11;
          const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
          for (let step = 0; step < 250; step++) {
            const size = window.text().length;
            const from = random(size + 1);
            const to = Math.min(size, from + (random(3) === 0 ? random(6) : 0));
            window.replace(from, to, random(4) === 0 ? "" : pieces[random(pieces.length)]);
            const [linked, found] = [window.autoLinks(), window.foundLinks()];
            if (JSON.stringify(linked) !== JSON.stringify(found)) return { step, text: window.text(), linked, found };
          }
          return null;
        });
        assert.equal(failure, null);
      });

      test("a long text with many links", async () => {
        await page.evaluate(() => window.insert("see example.com and ".repeat(1000)));
        assert.equal((await links()).length, 1000);
      });

      test("the matcher in Lexical's own automatic links", async () => {
        assert.ok(await page.evaluate(() => window.hasRegisterAutoLink));
        await page.evaluate(() => window.create("matcher"));
        await page.keyboard.type("see example.com/a now");
        assert.deepEqual(await links(), [["example.com/a", "https://example.com/a"]]);
        await page.evaluate(() => {
          window.create("matcher");
          window.insert("見るexample.comです。(https://example.org/)");
        });
        assert.deepEqual(await links(), [
          ["example.com", "https://example.com"],
          ["https://example.org/", "https://example.org/"],
        ]);
        await press("ArrowLeft", "ArrowLeft", "ArrowLeft");
        await page.evaluate(() => window.unlink());
        assert.deepEqual(await links(), [["example.com", "https://example.com"]]);
        await press("Control+z");
        assert.equal((await links()).length, 2);
      });
    });
  }
});
