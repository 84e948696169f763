import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { startBrowser } from "./harness.mjs";

describe("Web Worker", () => {
  let browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.finish());

  test("finds links, and sends them to the page", async () => {
    const page = await browser.open("worker", "current");
    const { found, added } = await page.evaluate(() => window.result);
    assert.deepEqual(
      found.map(({ start, end, kind, text, href }) => ({ start, end, kind, text, href })),
      [{ start: 4, end: 9, kind: "url", text: "例え.jp", href: "https://xn--r8jz45g.jp" }],
    );
    assert.deepEqual(added, ["b.org"]);
  });
});
