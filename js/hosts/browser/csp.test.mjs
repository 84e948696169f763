import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { linksIn, startBrowser } from "./harness.mjs";

describe("Content Security Policy", () => {
  let browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.finish());

  test("'wasm-unsafe-eval' is all that is needed", async () => {
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'unsafe-inline'";
    const page = await browser.open("csp", "current", { policy });
    assert.deepEqual(await page.evaluate(() => window.result), ["https://example.com"]);
    await page.evaluate(() => {
      document.getElementById("root").textContent = "see example.com/a";
      window.linkspan.linkifyElement(document.getElementById("root"));
    });
    assert.deepEqual(await linksIn(page, "#root"), [["example.com/a", "https://example.com/a"]]);
  });

  test("without it, the first use throws an error that names the policy", async () => {
    const policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'";
    const page = await browser.open("csp", "current", { policy, expectsErrors: true });
    const result = await page.evaluate(() => window.result);
    assert.match(result, /CompileError: .*(?:Content Security Policy|wasm-eval|unsafe-eval)/);
  });
});
