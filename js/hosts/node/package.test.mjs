import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { VERSIONS } from "../hosts.mjs";

const EXPORTS = {
  codemirror: ["linkAt", "linkspan", "relink", "unlink"],
  "compat/linkify-it": ["LinkifyIt", "Match", "default", "linkifyit"],
  "compat/linkifyjs": ["MultiToken", "Options", "default", "find", "init", "linkifyStr", "options", "registerCustomProtocol", "registerPlugin", "registerTokenPlugin", "reset", "setFinder", "test", "tokenize"],
  dom: ["linkifyElement"],
  lexical: ["createLinkMatcher", "registerLinkspan", "separatorRegex"],
  "markdown-it": ["createLinkify", "default"],
  marked: ["default"],
  prosemirror: ["linkspan", "relink", "unlink"],
  react: ["Linkify", "linkify", "useSegments"],
  rehype: ["default"],
  remark: ["default"],
  xterm: ["createLinkProvider"],
};

const manifest = JSON.parse(readFileSync(new URL("../current/node_modules/linkspan/package.json", import.meta.url)));

test("every adapter is listed here, and has types", () => {
  const core = [".", "./async", "./live", "./live/async", "./assess", "./assess/async"];
  const adapters = Object.entries(manifest.exports).filter(([name, value]) => typeof value === "object" && !core.includes(name));
  assert.deepEqual(adapters.map(([name]) => name.slice(2)).sort(), Object.keys(EXPORTS).sort());
  for (const [, { import: esm, require: cjs }] of adapters) {
    for (const path of [esm.types, esm.default, cjs.types, cjs.default]) {
      assert.ok(readFileSync(new URL(path, new URL("../current/node_modules/linkspan/", import.meta.url))).length > 0);
    }
  }
});

test("no adapter has a dependency that is not an optional peer", () => {
  assert.equal(manifest.dependencies, undefined);
  for (const name of Object.keys(manifest.peerDependencies)) assert.ok(manifest.peerDependenciesMeta[name].optional);
});

for (const [version, load] of VERSIONS) {
  const require = createRequire(new URL(`../${version}/load.mjs`, import.meta.url));
  for (const [name, expected] of Object.entries(EXPORTS)) {
    test(`linkspan/${name} as a module and with require, ${version}`, async () => {
      const names = (module) => Object.keys(module).filter((key) => key !== "__esModule" && key !== "module.exports").sort();
      assert.deepEqual(names(await load(`linkspan/${name}`)), [...expected].sort());
      assert.deepEqual(names(require(`linkspan/${name}`)), [...expected].sort());
    });
  }
}

test("with require, an adapter works as well", () => {
  const require = createRequire(new URL("../current/load.mjs", import.meta.url));
  const MarkdownIt = require("markdown-it");
  const { default: linkspan } = require("linkspan/markdown-it");
  const md = new (MarkdownIt.default ?? MarkdownIt)().use(linkspan);
  assert.equal(md.renderInline("example.com"), '<a href="https://example.com">example.com</a>');
});
