import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { find, Finder, LiveText } from "linkspan/live";

import { random, randomText } from "./support.js";

const spans = (links) => links.map(({ start, end, kind, href, text }) => [start, end, kind, href, text]);

/** What a host knows that applies only the changes. */
function apply(known, { removed, added, shift }) {
  const kept = known.filter(({ id }) => !removed.includes(id));
  const moved = kept.map(({ id, start, end }) =>
    start >= shift.from ? { id, start: start + shift.by, end: end + shift.by } : { id, start, end },
  );
  return [...moved, ...added.map(({ id, start, end }) => ({ id, start, end }))].sort((a, b) => a.start - b.start);
}

describe("LiveText", () => {
  it("has the links of a search after random edits, also with halves of surrogate pairs", () => {
    for (const profile of ["uts58", "prose", "source"]) {
      const below = random(7);
      const finder = new Finder({ profile });
      const live = new LiveText(randomText(below, 60), finder);
      let known = live.links();
      for (let step = 0; step < 1500; step++) {
        const { text } = live;
        const start = below(text.length + 1);
        const end = below(3) ? start : Math.min(text.length, start + below(30));
        const replacement = ["", "\ud83d", "\ude00", "x", ".", randomText(below, 3)][below(6)];
        const expected = text.slice(0, start) + replacement + text.slice(end);
        known = apply(known, live.edit(start, end, replacement));
        assert.equal(live.text, expected);
        assert.deepEqual(spans(live.links()), spans(finder.find(expected)), JSON.stringify(expected));
        assert.deepEqual(known, live.links().map(({ id, start, end }) => ({ id, start, end })));
        if (expected.length > 2000) known = apply(known, live.setText(randomText(below, 60)));
      }
    }
  });

  it("setText is one edit", () => {
    const live = new LiveText("see example.com and b.com");
    const [, second] = live.links();
    const changes = live.setText("see example.org and b.com");
    assert.deepEqual(changes.added.map(({ text }) => text), ["example.org"]);
    assert.equal(live.links()[1].id, second.id);
    assert.deepEqual(live.setText(live.text), { removed: [], added: [], shift: { from: 25, by: 0 } });
  });

  it("knows which link grows", () => {
    const live = new LiveText("see example.co");
    assert.equal(live.growing(14).text, "example.co");
    live.edit(14, 14, "m ");
    assert.equal(live.growing(16), undefined);
  });

  it("unlinks, relinks, stores and restores", () => {
    const live = new LiveText("😀 example.com and example.com");
    const { removed } = live.unlink(3, 14);
    assert.equal(removed.length, 1);
    live.edit(0, 0, "Please ");
    assert.deepEqual(live.links().map(({ start }) => start), [26]);
    const stored = live.unlinked();
    assert.deepEqual(JSON.parse(JSON.stringify(stored)), stored);
    const other = new LiveText(`New: ${live.text}`);
    assert.equal(other.restore(stored).removed.length, 1);
    assert.deepEqual(other.links().map(({ start }) => start), [31]);
    assert.equal(live.relink(10, 10).added[0].text, "example.com");
    assert.equal(live.links().length, 2);
  });

  it("turns links off and on, and changes the finder", () => {
    const live = new LiveText("a.com http://b.com");
    assert.equal(live.setLinking("off").removed.length, 2);
    assert.deepEqual(live.links(), []);
    assert.equal(live.setLinking("on").added.length, 2);
    live.setFinder({ bareDomains: "skip" });
    assert.deepEqual(live.links().map(({ text }) => text), ["http://b.com"]);
  });

  it("finds links by range and offset", () => {
    const live = new LiveText("a.com b.com c.com");
    assert.deepEqual(live.links(8, 13).map(({ text }) => text), ["b.com", "c.com"]);
    assert.equal(live.linkAt(4).text, "a.com");
    assert.equal(live.linkAt(5), undefined);
    assert.deepEqual(spans(live.links()), spans(find(live.text)));
  });

  it("rejects wrong arguments, and is unchanged by them", () => {
    const live = new LiveText("a.com");
    const wrong = [
      [() => live.edit(3, 2, ""), RangeError],
      [() => live.edit(0, 6, ""), RangeError],
      [() => live.edit(-1, 2, ""), RangeError],
      [() => live.edit("0", 2, ""), TypeError],
      [() => live.edit(0, 2), TypeError],
      [() => live.setLinking("maybe"), RangeError],
      [() => live.restore([{ text: "a" }]), TypeError],
      [() => live.setFinder({ profile: "?" }), RangeError],
      [() => new LiveText(1), TypeError],
    ];
    for (const [call, type] of wrong) assert.throws(call, { name: type.name }, String(call));
    assert.deepEqual(live.links().map(({ text }) => text), ["a.com"]);
  });
});
