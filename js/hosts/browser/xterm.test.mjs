import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { HOSTILE, TEXTS } from "../texts.mjs";
import { startBrowser } from "./harness.mjs";

describe("xterm.js", () => {
  let browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.finish());

  for (const version of ["current", "previous"]) {
    describe(version, () => {
      let page;
      before(async () => {
        page = await browser.open("xterm", version);
      });
      const create = (columns, text, options) =>
        page.evaluate(([columns, text, options]) => window.create(columns, text, options), [columns, text, options]);
      const linksOfRow = (row) => page.evaluate((row) => window.linksOfRow(row), row);

      test("a link in one row", async () => {
        await create(40, "see https://example.com/a, ok\r\nnothing");
        assert.deepEqual(await linksOfRow(1), [["https://example.com/a", [5, 1], [25, 1]]]);
        assert.deepEqual(await linksOfRow(2), []);
        assert.deepEqual(await linksOfRow(999), []);
      });

      test("a link across wrapped rows is found from each of them", async () => {
        await create(20, "see https://example.com/a/long/path/over/rows ok");
        const expected = [["https://example.com/a/long/path/over/rows", [5, 1], [5, 3]]];
        for (const row of [1, 2, 3]) assert.deepEqual(await linksOfRow(row), expected);
      });

      test("a line feed ends a link, wrapping does not", async () => {
        await create(20, "https://example.com/\r\nabc https://example.org");
        assert.deepEqual(await linksOfRow(1), [["https://example.com/", [1, 1], [20, 1]]]);
        assert.deepEqual(await linksOfRow(2), [["https://example.org", [5, 2], [3, 3]]]);
      });

      test("wide characters take two cells", async () => {
        await create(60, "詳細はhttps://example.com/案内 で");
        assert.deepEqual(await linksOfRow(1), [["https://example.com/案内", [7, 1], [30, 1]]]);
      });

      test("a wide character that does not fit at the end of a row", async () => {
        // The first row has one cell left after the slash, so that the first wide character is in the second.
        await create(21, "https://example.com/案内図 x");
        assert.deepEqual(await linksOfRow(1), [["https://example.com/案内図", [1, 1], [6, 2]]]);
        assert.deepEqual(await linksOfRow(2), [["https://example.com/案内図", [1, 1], [6, 2]]]);
      });

      test("emoji and combining marks", async () => {
        await create(60, "🎉 https://example.com/e\u0301x z");
        const [[text, start, end]] = await linksOfRow(1);
        assert.equal(text, "https://example.com/e\u0301x");
        // Without an add-on, xterm.js gives emoji one cell.
        assert.deepEqual([start, end], [[3, 1], [24, 1]]);
      });

      test("after scrolling, rows count from the start of the buffer", async () => {
        await create(40, `${"line\r\n".repeat(50)}see example.com/a`);
        assert.deepEqual(await linksOfRow(51), [["example.com/a", [5, 51], [17, 51]]]);
      });

      test("logs: ports, one-label hosts, and no source names", async () => {
        await create(80, "GET http://localhost:3000/a at main.rs:5 in self.data.is");
        assert.deepEqual(
          (await linksOfRow(1)).map(([text]) => text),
          ["http://localhost:3000/a"],
        );
      });

      for (const { name, text, links } of TEXTS.slice(0, -1)) {
        test(`links in ${name}`, async () => {
          await create(200, text, { finder: { profile: "prose" } });
          assert.deepEqual(
            (await linksOfRow(1)).map(([found]) => found),
            links.map(([written]) => written),
          );
        });
      }

      test("the mouse: hover and click, in the second row of a link", async () => {
        await create(20, "see https://example.com/a/long/path ok");
        const { x, y } = await page.evaluate(() => window.centreOf(4, 2));
        await page.mouse.move(x, y + 1);
        await page.mouse.move(x, y);
        await page.waitForFunction(() => window.hovered.length > 0);
        await page.mouse.click(x, y);
        assert.deepEqual(await page.evaluate(() => window.opened), ["https://example.com/a/long/path"]);
      });

      test("hostile texts: nothing that runs a script can be opened", async () => {
        for (const text of HOSTILE) {
          await create(100, text, { finder: { profile: "terminal", unknownSchemes: "link" } });
          for (const [found] of await linksOfRow(1)) assert.doesNotMatch(found, /^(?:javascript|vbscript|data):/i);
        }
      });
    });
  }
});
