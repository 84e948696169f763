// The examples in the documents. Those for Node.js run, and print what the comments after `console.log` say. Those for
// browsers are bundled, which fails if an import does not exist.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const hosts = fileURLToPath(new URL("..", import.meta.url));
const docs = join(hosts, "..", "..", "docs");
const folder = join(hosts, "current", "node_modules", ".docs");

/** The examples of a document: language, code and line. */
function* examplesOf(name) {
  const text = readFileSync(join(docs, name), "utf8");
  for (const { 1: info, 2: code, index } of text.matchAll(/^```(js[^\n]*)\n(.*?)^```$/gms)) {
    yield { info, code, line: text.slice(0, index).split("\n").length };
  }
}

/** What the example prints, by its comments. */
function expectedOutput(code) {
  const lines = [];
  let prints = false;
  for (const line of code.split("\n")) {
    if (line.startsWith("console.log(")) prints = true;
    else if (prints && line.startsWith("// ")) lines.push(line.slice(3));
    else prints = prints && !line.startsWith("//") && line === "";
  }
  return lines.join("\n");
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

for (const name of ["javascript.md", "migrate/linkify-it.md", "migrate/linkifyjs.md"]) {
  const examples = [...examplesOf(name)];
  test(`${name} has examples`, () => assert.ok(examples.length > 0));
  for (const { info, code, line } of examples) {
    test(`${name}:${line}`, async () => {
      const path = join(folder, `${name.replace(/\W/g, "-")}-${line}.mjs`);
      writeFileSync(path, code);
      if (info === "js browser") {
        await build({ entryPoints: [path], bundle: true, write: false, format: "esm", loader: { ".css": "text" }, logLevel: "silent" });
        return;
      }
      const expected = expectedOutput(code);
      assert.notEqual(expected, "", "an example prints something");
      const { stdout, stderr } = spawnSync(process.execPath, [path], { encoding: "utf8" });
      assert.equal(stderr, "");
      assert.equal(stdout.trimEnd(), expected);
    });
  }
}
