// Memory stays flat, whatever is called how often. What grows is measured, not how long it takes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { load } from "linkspan/live/async";

const wasm = new WebAssembly.Module(readFileSync(new URL("../dist/live.wasm", import.meta.url)));

/** The functions of a new instance, and the size of its memory. */
async function instance() {
  const instance = new WebAssembly.Instance(wasm);
  const { memory } = instance.exports;
  const api = await load(Promise.resolve(instance));
  return { api, size: () => memory.buffer.byteLength };
}

describe("memory", () => {
  it("is flat over a million searches", async () => {
    const { api, size } = await instance();
    const finder = new api.Finder({ profile: "prose" });
    const texts = ["see example.com", "例え.jp/と und jörg@例え.jp", "none", "http://a.com/(b)?c#d", "x\ud800 a.com"];
    const search = (count) => {
      let found = 0;
      for (let index = 0; index < count; index++) found += finder.find(texts[index % texts.length]).length;
      return found;
    };
    search(1000);
    const before = size();
    const heap = process.memoryUsage();
    assert.equal(search(1_000_000), 1_000_000);
    assert.equal(size(), before);
    const after = process.memoryUsage();
    assert.ok(after.rss - heap.rss < 100e6, `${after.rss - heap.rss} bytes more`);
  });

  it("is flat over other calls", async () => {
    const { api, size } = await instance();
    const calls = (count) => {
      for (let index = 0; index < count; index++) {
        api.toHtml("a.com <b>", { each: () => ({ class: "x" }) });
        api.explain("a.com co.uk");
        api.test("a.com");
        api.linkAt("a.com", 1);
        api.toReadable("https://xn--r8jz45g.jp/%E3%81%A8");
        assert.throws(() => api.toReadable("http://"));
        assert.throws(() => new api.Finder({ schemes: ["?"] }));
        const finder = new api.Finder({ schemes: ["https"] });
        const live = new api.LiveText("see a.com", finder);
        live.edit(0, 0, "x b.com ");
        live.unlink(0, 3);
        live.free();
        finder.free();
      }
    };
    calls(2000);
    const before = size();
    calls(20_000);
    assert.equal(size(), before);
  });

  it("that a long text needed is used again", async () => {
    const { api, size } = await instance();
    const long = "例え.jp/と ".repeat(200_000);
    for (let round = 0; round < 3; round++) api.find(long);
    const before = size();
    for (let round = 0; round < 20; round++) {
      api.find(long);
      api.find("a.com");
    }
    assert.equal(size(), before);
  });

  it("of finders and live texts that are garbage is freed", { skip: !globalThis.gc && "needs --expose-gc" }, async () => {
    const { api, size } = await instance();
    const suffixes = { iana: Array.from({ length: 2000 }, (_, index) => `tld${index}`).join("\n") };
    const create = async (count) => {
      for (let index = 0; index < count; index++) {
        new api.Finder({ suffixes }).test("a.tld1");
        new api.LiveText("a.com ".repeat(1000));
        // Finalizers run between tasks.
        if (index % 10 === 9) {
          globalThis.gc();
          await wait(1);
        }
      }
    };
    await create(50);
    const before = size();
    await create(200);
    assert.ok(size() <= before * 1.2, `${before} bytes before, ${size()} after`);
  });
});
