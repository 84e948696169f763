import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

import { findChromium } from "../../js/hosts/chromium-path.mjs";
import { serve } from "../serve.mjs";

const executablePath = findChromium();
const skip = executablePath ? false : "Chromium is not installed (apt-get install chromium)";
/** Chromium as root, without connections of its own. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser;
let server;
let address;

before(async () => {
  if (skip) return;
  server = await serve(0);
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath, args: ARGUMENTS });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens the page, and fails at the end if it reported a problem. */
async function withPage(use, { url = address, ...options } = {}) {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("#status").textContent !== "");
  await use(page);
  assert.deepEqual(problems, []);
  await context.close();
}

const links = (page) => page.locator("#links button").allTextContents();
const marks = (page) => page.locator("#backdrop mark:not(.unlinked)").allTextContents();
const detail = (page, name) => page.locator(`#details dt:text-is("${name}") + dd`).first().textContent();

async function write(page, text) {
  await page.fill("#text", text);
  await page.locator("#text").press("End");
}

test("links appear while a person types, and follow what is changed", { skip }, () =>
  withPage(async (page) => {
    await write(page, "");
    const area = page.locator("#text");
    await area.pressSequentially("見てexample.com/東京");
    assert.deepEqual(await marks(page), ["example.com/東京"]);
    await area.pressSequentially("。 और उदाहरण.भारत");
    assert.deepEqual(await marks(page), ["example.com/東京", "उदाहरण.भारत"]);
    for (let count = 0; count < "उदाहरण.भारत".length; count += 1) await area.press("Backspace");
    assert.deepEqual(await marks(page), ["example.com/東京"]);
    await area.press("Control+z");
    assert.deepEqual((await marks(page)).at(0), "example.com/東京");
  }));

test("the caret selects a link, whose target and end are explained", { skip }, () =>
  withPage(async (page) => {
    await write(page, "(siehe bücher.example.com/größe!)");
    for (let count = 0; count < 5; count += 1) await page.locator("#text").press("ArrowLeft");
    assert.equal(await detail(page, "target"), "https://xn--bcher-kva.example.com/gr%C3%B6%C3%9Fe");
    const last = await page.locator(".characters li").evaluateAll((all) => all.slice(-2).map((one) => [one.textContent, one.className]));
    assert.deepEqual(last, [["!", "waits"], [")", "stops"]]);
    assert.match(await page.locator(".characters li").last().getAttribute("aria-label"), /closing bracket/);
  }));

test("a person can unlink a string, edit around it and link it again", { skip }, () =>
  withPage(async (page) => {
    await write(page, "We use node.com and deno.com");
    await page.getByRole("button", { name: "node.com", exact: true }).click();
    await page.getByRole("button", { name: "This is not a link" }).click();
    assert.deepEqual(await marks(page), ["deno.com"]);
    await page.locator("#text").press("Control+Home");
    await page.locator("#text").pressSequentially("Today ");
    assert.deepEqual(await marks(page), ["deno.com"]);
    await page.getByRole("button", { name: "node.com, not linked" }).press("Enter");
    await page.getByRole("button", { name: "Link it again" }).press("Enter");
    assert.deepEqual(await marks(page), ["node.com", "deno.com"]);
  }));

test("findings are shown, and no form decodes a deception", { skip }, () =>
  withPage(async (page) => {
    await page.selectOption("#sample", { label: "Links that deceive" });
    await page.locator("#links button").first().click();
    assert.match(await page.locator(".findings").textContent(), /danger: host-confusable/);
    assert.equal(await detail(page, "safe"), "https://xn--80ak6aa92e.com/login");
    assert.equal((await links(page))[0], "https://xn--80ak6aa92e.com/login");
  }));

test("profile and options change the links, and wrong ones are explained", { skip }, () =>
  withPage(async (page) => {
    await write(page, '{"url":"https://example.com/a","b":"tel:+12015550123 http://localhost/"}');
    await page.selectOption("#profile", "source");
    assert.deepEqual(await marks(page), ["https://example.com/a", "http://localhost/"]);
    await page.locator("#options summary").click();
    await page.fill("[name=schemes]", "https tel");
    assert.deepEqual(await marks(page), ["https://example.com/a", "tel:+12015550123"]);
    await page.fill("[name=schemes]", "javascript");
    assert.match(await page.getByRole("alert").textContent(), /javascript/);
    await page.fill("[name=schemes]", "");
    await page.selectOption("[name=linking]", "off");
    assert.deepEqual(await marks(page), []);
  }));

test("a shared address restores text, options and unlinked strings", { skip }, () =>
  withPage(async (page) => {
    await write(page, "سلام example.com/تهران و example.org 😀");
    await page.selectOption("#profile", "uts58");
    await page.getByRole("button", { name: "example.org" }).click();
    await page.getByRole("button", { name: "This is not a link" }).click();
    await page.locator("#share").click();
    await page.waitForFunction(() => document.querySelector("#shared").textContent !== "");
    const url = await page.evaluate(() => navigator.clipboard.readText());
    await withPage(
      async (other) => {
        assert.equal(await other.inputValue("#text"), "سلام example.com/تهران و example.org 😀");
        assert.equal(await other.inputValue("#profile"), "uts58");
        assert.deepEqual(await marks(other), ["example.com/تهران"]);
      },
      { url },
    );
    await withPage(async (other) => assert.ok((await links(other)).length > 10), { url: `${address}#1.broken!` });
  }));

test("the text is compared with other libraries", { skip }, () =>
  withPage(async (page) => {
    await write(page, "请看example.com。谢谢 https://example.jp/東京");
    assert.deepEqual(await page.locator(".column h3").allTextContents(), ["linkspan", "linkify-it", "linkifyjs"]);
    const ours = await page.locator(".column").first().locator("mark").allTextContents();
    assert.deepEqual(ours, ["example.com", "https://example.jp/東京"]);
    assert.ok((await page.locator(".column mark").count()) > 2);
  }));

test("all samples have links, and right-to-left lines start at the right", { skip }, () =>
  withPage(async (page) => {
    const titles = await page.locator("#sample option").allTextContents();
    assert.ok(titles.length >= 17);
    for (const label of titles) {
      await page.selectOption("#sample", { label });
      assert.ok((await links(page)).length > 0, label);
    }
    await page.selectOption("#sample", { label: "فارسی" });
    const side = await page.locator("#backdrop mark").first().evaluate((mark) => {
      const [box, parent] = [mark.getBoundingClientRect(), mark.parentElement.getBoundingClientRect()];
      return parent.right - box.right < box.left - parent.left || box.width > parent.width / 2;
    });
    assert.ok(side);
  }));

test("the marks lie exactly below the text of the editor", { skip }, () =>
  withPage(async (page) => {
    const heights = await page.evaluate(() => [document.querySelector("#text").scrollHeight, document.querySelector("#backdrop").scrollHeight]);
    assert.equal(heights[0], heights[1]);
  }));

test("the page has no accessibility problems that axe knows, in light and dark", { skip }, async () => {
  const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    await withPage(
      async (page) => {
        await page.selectOption("#sample", { label: "Links that deceive" });
        await page.locator("#links button").first().click();
        await page.locator("#options summary").click();
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
      },
      { colorScheme },
    );
  }
});

test("the page works without a server and without a network", { skip }, () =>
  withPage(async (page) => assert.equal((await marks(page)).length, 19), {
    url: pathToFileURL(new URL("../dist/index.html", import.meta.url).pathname).href,
    offline: true,
    permissions: [],
  }));
