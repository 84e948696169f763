// Texts that change.

import { Link, readLink, RECORD } from "./link.js";
import { Fields } from "./module.js";
import { checkObject, checkString, indexIn, rangeError, typeError } from "./options.js";

const MAX = 0xffff_ffff;

export class LiveLink extends Link {}

/** Makes the class for a module. `idOf` returns the number of a finder in the module. */
export function createLiveTextClass(load, finderOf, idOf) {
  const registry = new FinalizationRegistry((id) => load().functions.free_live(id));

  return class LiveText {
    #id;
    #text;

    constructor(text, finder) {
      checkString("text", text);
      const finderId = idOf(finderOf(finder));
      const module = load();
      this.#text = text;
      this.#id = module.functions.create_live(finderId, module.writeText(text));
      registry.register(this, this.#id, this);
    }

    get text() {
      return this.#text;
    }

    edit(start, end, replacement) {
      const old = this.#text;
      this.#checkRange(start, end);
      checkString("replacement", replacement);
      const text = old.slice(0, start) + replacement + old.slice(end);
      // The edit of the module covers whole characters, before and after it: halves of a surrogate pair may be separated
      // or joined.
      const from = isHigh(old.charCodeAt(start - 1)) ? start - 1 : start;
      const to = isLow(old.charCodeAt(end)) ? end + 1 : end;
      const by = replacement.length - (end - start);
      // The module sees the same characters as in a search of the whole text: a pair, or a half on its own.
      const module = load();
      const length = module.writeText(text.slice(from, to + by));
      this.#text = text;
      module.functions.live_edit(this.#id, from, to, length);
      return readChanges(module, text, { from: end, by });
    }

    setText(text) {
      checkString("text", text);
      const old = this.#text;
      const limit = Math.min(old.length, text.length);
      let start = 0;
      while (start < limit && old.charCodeAt(start) === text.charCodeAt(start)) start++;
      let kept = 0;
      while (kept < limit - start && old.charCodeAt(old.length - 1 - kept) === text.charCodeAt(text.length - 1 - kept)) {
        kept++;
      }
      return this.edit(start, old.length - kept, text.slice(start, text.length - kept));
    }

    links(start = 0, end = MAX) {
      checkOffset("start", start);
      checkOffset("end", end);
      const module = load();
      return readLinks(module, this.#text, module.functions.live_links(this.#id, start, end));
    }

    linkAt(offset) {
      checkOffset("offset", offset);
      return this.links(offset, offset + 1).find((link) => link.start <= offset && offset < link.end);
    }

    growing(caret) {
      checkOffset("caret", caret);
      const module = load();
      return readLinks(module, this.#text, module.functions.live_growing(this.#id, caret))[0];
    }

    unlink(start, end) {
      return this.#setLinked(start, end, 0);
    }

    relink(start, end) {
      return this.#setLinked(start, end, 1);
    }

    #setLinked(start, end, relink) {
      this.#checkRange(start, end);
      return this.#changed((module) => module.functions.live_unlink(this.#id, start, end, relink));
    }

    unlinked() {
      const module = load();
      module.functions.live_unlinked(this.#id);
      return JSON.parse(module.result());
    }

    restore(stored) {
      if (!Array.isArray(stored)) throw typeError("stored", "an array", stored);
      const fields = new Fields();
      for (const [index, decision] of stored.entries()) {
        const name = `stored[${index}]`;
        checkObject(name, decision);
        const one = new Fields();
        for (const key of ["text", "before", "after"]) {
          checkString(`${name}.${key}`, decision[key]);
          one.text(0, decision[key]);
        }
        checkOffset(`${name}.occurrence`, decision.occurrence);
        one.number(0, decision.occurrence);
        fields.field(0, one.bytes);
      }
      return this.#changed((module) => {
        module.writeArguments(fields.bytes);
        module.functions.live_restore(this.#id);
      });
    }

    setLinking(linking) {
      const isOff = indexIn(["on", "off"], linking, "linking");
      return this.#changed((module) => module.functions.live_set_linking(this.#id, 1 - isOff));
    }

    setFinder(finder) {
      const finderId = idOf(finderOf(finder));
      return this.#changed((module) => module.functions.live_set_finder(this.#id, finderId));
    }

    free() {
      registry.unregister(this);
      load().functions.free_live(this.#id);
      this.#id = MAX;
      this.#text = "";
    }

    /** Calls the module for a change that moves nothing. */
    #changed(call) {
      const module = load();
      call(module);
      return readChanges(module, this.#text, { from: 0, by: 0 });
    }

    #checkRange(start, end) {
      checkOffset("start", start);
      checkOffset("end", end);
      const { length } = this.#text;
      if (end < start || end > length) throw rangeError("end", `a whole number from ${start} to ${length}`, end);
    }
  };
}

function checkOffset(name, offset) {
  if (typeof offset !== "number") throw typeError(name, "a number", offset);
  if (!Number.isInteger(offset) || offset < 0 || offset > MAX) throw rangeError(name, "a whole number from 0", offset);
}

const isHigh = (unit) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit) => unit >= 0xdc00 && unit < 0xe000;

function readLinks(module, text, count, at = module.numbers()) {
  const links = [];
  for (let index = 0; index < count; index++) {
    const record = at + index * (RECORD + 1);
    const link = readLink(module, text, record + 1, LiveLink);
    link.id = module.words[record];
    links.push(link);
  }
  return links;
}

function readChanges(module, text, shift) {
  let at = module.numbers();
  const { words } = module;
  const removedCount = words[at++];
  const removed = Array.from(words.subarray(at, at + removedCount));
  at += removedCount;
  const added = readLinks(module, text, words[at], at + 1);
  return { removed, added, shift };
}
