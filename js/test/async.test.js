// Modules that are fetched instead of being a part of the script.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

import { load as loadAssess } from "linkspan/assess/async";
import { load } from "linkspan/async";
import { load as loadLive } from "linkspan/live/async";

const MODULES = { linkspan: load, live: loadLive, assess: loadAssess };

describe("load", () => {
  for (const [name, load] of Object.entries(MODULES)) {
    it(`finds ${name}.wasm beside the script, and takes bytes and compiled modules`, async () => {
      const bytes = readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url));
      for (const source of [undefined, bytes, new WebAssembly.Module(bytes), Promise.resolve(bytes)]) {
        const { find } = await load(source);
        assert.deepEqual(
          find("see 例え.jp").map(({ start, end, href }) => [start, end, href]),
          [[4, 9, "https://xn--r8jz45g.jp"]],
        );
      }
    });
  }

  it("has what the entry that is a part of the script has", async () => {
    const entries = { linkspan: "linkspan", live: "linkspan/live", assess: "linkspan/assess" };
    for (const [name, load] of Object.entries(MODULES)) {
      const embedded = Object.keys(await import(entries[name])).sort();
      assert.deepEqual(Object.keys(await load()).sort(), embedded, name);
    }
  });

  it("rejects what is not a module", async () => {
    await assert.rejects(load(new Uint8Array([1, 2, 3, 4])), WebAssembly.CompileError);
    await assert.rejects(load("file:///nowhere/linkspan.wasm"));
  });
});
