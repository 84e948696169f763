// Pages in a real browser, with the hosts in one version.

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";
import { chromium } from "playwright-core";

import { findChromium } from "../chromium-path.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const RESOLVED = Symbol("resolved");

/** Packages are those of a version; `hosts/…` is a file in its folder. */
function versionPlugin(version) {
  const folder = fileURLToPath(new URL(`../${version}`, import.meta.url));
  return {
    name: "version",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer, pluginData }) => {
        if (pluginData === RESOLVED || !importer.startsWith(here)) return undefined;
        const name = path.startsWith("hosts/") ? `./${path.slice("hosts/".length)}` : path;
        return build.resolve(name, { kind, resolveDir: folder, pluginData: RESOLVED });
      });
    },
  };
}

async function bundle(page, version) {
  const result = await build({
    entryPoints: [`${here}pages/${page}.js`],
    bundle: true,
    write: false,
    format: "iife",
    define: { "process.env.NODE_ENV": '"development"' },
    conditions: ["development"],
    loader: { ".css": "text" },
    logLevel: "error",
    plugins: [versionPlugin(version)],
  });
  return result.outputFiles[0].text;
}

/** Starts a browser and a server for it. */
export async function startBrowser() {
  const scripts = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const entry = scripts.get(pathname.replace(/\.(?:js|html)$/, ""));
    if (!entry) {
      response.writeHead(404).end();
      return;
    }
    const isScript = pathname.endsWith(".js");
    const policy = entry.policy ? { "Content-Security-Policy": entry.policy } : {};
    response.writeHead(200, { "Content-Type": isScript ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8", ...policy });
    response.end(isScript ? entry.code : `<!doctype html><meta charset="utf-8"><title>test</title><style>.ProseMirror { white-space: pre-wrap }</style><body><div id="root"></div><script src="${pathname.replace(".html", ".js")}"></script>`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  let count = 0;
  const allErrors = [];

  return {
    /** Opens a page with a script of `pages/`. Errors in it fail the test, unless they are expected. */
    async open(name, version, { policy, expectsErrors = false } = {}) {
      const path = `/${name}-${version}-${count++}`;
      scripts.set(path, { code: await bundle(name, version), policy });
      const context = await browser.newContext();
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const page = await context.newPage();
      const errors = [];
      page.on("pageerror", (error) => errors.push(error));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") errors.push(new Error(message.text()));
      });
      await page.goto(`http://127.0.0.1:${server.address().port}${path}.html`);
      page.errors = errors;
      if (!expectsErrors) allErrors.push(errors);
      return page;
    },
    /** Ends the browser, and throws the first error of the pages. */
    async finish() {
      await browser.close();
      server.close();
      const [error] = allErrors.flat().filter(({ message }) => !/favicon|Failed to load resource/.test(message));
      if (error) throw error;
    },
  };
}

/** The links below an element: text and target. */
export function linksIn(page, selector) {
  return page.$$eval(`${selector} a`, (anchors) => anchors.map((a) => [a.textContent, a.getAttribute("href")]));
}
