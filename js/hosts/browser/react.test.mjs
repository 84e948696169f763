import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { VERSIONS } from "../hosts.mjs";
import { HOSTILE, TEXTS } from "../texts.mjs";
import { linksIn, startBrowser } from "./harness.mjs";

describe("React", () => {
  let browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.finish());

  for (const [version, load] of VERSIONS) {
    describe(version, () => {
      let page;
      before(async () => {
        page = await browser.open("react", version);
      });
      const renderTree = (name) => page.evaluate((name) => window.renderTree(name), name);

      for (const { name, text, links } of TEXTS) {
        test(`links in ${name}`, async () => {
          for (const render of ["renderText", "renderFunction"]) {
            await page.evaluate(([render, text]) => window[render](text), [render, text]);
            assert.deepEqual(await linksIn(page, "#root"), links);
            // A browser replaces lone surrogates when text leaves the page, not in it.
            assert.ok(await page.evaluate((text) => document.getElementById("root").textContent === text, text));
          }
        });
      }

      test("hostile texts are harmless", async () => {
        for (const text of HOSTILE) {
          await page.evaluate((text) => window.renderText(text, { finder: { unknownSchemes: "link" } }), text);
          const found = await page.$$eval("#root *", (all) => all.map((one) => [one.localName, one.protocol]));
          assert.ok(found.every(([name, protocol]) => name === "a" && /^(?:https?|mailto|ftp):$/.test(protocol)), text);
          assert.equal(await page.textContent("#root"), text);
        }
      });

      test("elements: those that are skipped, text in parts, lists, fragments and components", async () => {
        const link = (host) => `<a href="https://${host}">${host}</a>`;
        assert.equal(
          await renderTree("nested"),
          `a <b>${link("example.com")}</b><a href="/x">example.org</a><code>example.net</code>`,
        );
        assert.equal(await renderTree("parts"), `see ${link("example.com/5")} now`);
        assert.equal(await renderTree("list"), `<li>${link("example.com")}</li><li>${link("example.org")}</li>`);
        assert.equal(await renderTree("fragment"), `${link("example.com")}<i>x</i>`);
        assert.equal(await renderTree("component"), `<section>${link("example.com")}</section>`);
        assert.equal(
          await renderTree("custom"),
          '<mark data-kind="email" title="mailto:ann@example.com">ann@example.com</mark>',
        );
        assert.equal(await renderTree("editable"), '<p contenteditable="true">example.com</p>');
        assert.equal(await renderTree("callback"), "<u>example.com</u>");
      });

      test("attributes have the names of React", async () => {
        const html = await page.evaluate(() =>
          window.renderText("example.com", { class: "a", target: "_blank", attributes: { "data-x": "1", hreflang: "de", tabindex: "0" } }),
        );
        assert.equal(
          html,
          '<a href="https://example.com" rel="nofollow noopener ugc" target="_blank" class="a" data-x="1" hreflang="de" tabindex="0">example.com</a>',
        );
      });

      test("many links in one text", async () => {
        const count = await page.evaluate(() => {
          window.renderText("a.com ".repeat(20_000));
          return document.querySelectorAll("#root a").length;
        });
        assert.equal(count, 20_000);
      });

      test("text that is typed becomes links", async () => {
        await page.evaluate(() => window.renderChat());
        await page.focus("#root input");
        await page.keyboard.type("see example.com/a, ok");
        assert.deepEqual(await linksIn(page, "#linkify"), [["example.com/a", "https://example.com/a"]]);
        assert.deepEqual(await page.$$eval("#segments .link", (all) => all.map((one) => one.textContent)), ["example.com/a"]);
        await page.keyboard.press("Control+a");
        await page.keyboard.press("Backspace");
        assert.deepEqual(await linksIn(page, "#linkify"), []);
      });

      test("on the server, with the same result", async () => {
        const { createElement } = await load("react");
        const { renderToStaticMarkup } = await load("react-dom/server");
        const { Linkify } = await load("linkspan/react");
        const html = renderToStaticMarkup(createElement(Linkify, { rel: "" }, "see example.com/ä & <b>"));
        assert.equal(html, 'see <a href="https://example.com/%C3%A4">example.com/ä</a> &amp; &lt;b&gt;');
      });
    });
  }
});
