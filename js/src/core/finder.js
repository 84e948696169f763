// Finders. Each belongs to one WebAssembly module: `createFinderClass` makes the class for it.

import { readLink, RECORD } from "./link.js";
import { checkString, CORE_OPTIONS, isObject, rangeError, typeError, writeOptions } from "./options.js";
import { checkFunction, htmlArguments, markdownArguments } from "./render.js";

const ALL = 0xffff_ffff;

/** The number of finders that functions with options keep. */
const MAX_SHARED = 32;

/** @param {() => import("./module.js").Module} load returns the module, and creates it when it is first called */
export function createFinderClass(load, knownOptions = CORE_OPTIONS) {
  const registry = new FinalizationRegistry((id) => load().functions.free_finder(id));

  /** The number of a finder in the module. */
  let idOf;

  class Finder {
    #id;
    /** Whether schemes without `//` may be linked. */
    #anyColon;

    static {
      idOf = (finder) => {
        if (!(#id in finder)) throw typeError("finder", "a Finder of this module", finder);
        return finder.#id;
      };
    }

    constructor(options = {}) {
      const module = load();
      module.writeArguments(writeOptions(options, knownOptions));
      this.#id = module.functions.create_finder();
      if (this.#id === 0) throw new RangeError(module.result());
      registry.register(this, this.#id, this);
      this.#anyColon = options.schemes !== undefined;
    }

    find(text) {
      return findIn(this.#id, text, ALL, this.#anyColon);
    }

    findFirst(text) {
      return findIn(this.#id, text, 1, this.#anyColon)[0];
    }

    test(text) {
      checkString("text", text);
      if (!mayContainLink(text, this.#anyColon)) return false;
      const module = load();
      return module.functions.is_match(this.#id, module.writeText(text)) === 1;
    }

    linkAt(text, offset) {
      checkString("text", text);
      if (typeof offset !== "number") throw typeError("offset", "a number", offset);
      if (!Number.isInteger(offset) || offset < 0) throw rangeError("offset", "a whole number from 0", offset);
      if (offset >= text.length) return undefined;
      const module = load();
      const length = module.writeText(text);
      const count = module.functions.link_at(this.#id, length, module.isAscii, offset);
      return count === 1 ? readLink(module, text, module.numbers()) : undefined;
    }

    segments(text) {
      const segments = [];
      let end = 0;
      const between = (start) => {
        if (start > end) segments.push({ type: "text", start: end, end: start, text: text.slice(end, start) });
      };
      for (const link of this.find(text)) {
        between(link.start);
        segments.push({ type: "link", start: link.start, end: link.end, text: link.text, link });
        end = link.end;
      }
      between(text.length);
      return segments;
    }

    render(text, link, between = (text) => text) {
      checkFunction("link", link);
      checkFunction("between", between);
      let out = "";
      for (const segment of this.segments(text)) {
        out += segment.type === "link" ? link(segment.link) : between(segment.text);
      }
      return out;
    }

    toHtml(text, options = {}) {
      checkString("text", text);
      const fields = htmlArguments(options, () => this.find(text));
      return resultOf(this.#id, text, "to_html", fields);
    }

    toMarkdown(text, options = {}) {
      checkString("text", text);
      return resultOf(this.#id, text, "to_markdown", markdownArguments(options));
    }

    publicSuffix(host) {
      return this.#lastLabels(host, 0);
    }

    registrableDomain(host) {
      return this.#lastLabels(host, 1);
    }

    #lastLabels(host, registrable) {
      checkString("host", host);
      const module = load();
      const found = module.functions.last_labels(this.#id, module.writeText(host), registrable);
      return found === 1 ? module.result() : undefined;
    }

    free() {
      // A finder that was freed has the number of no finder.
      registry.unregister(this);
      load().functions.free_finder(this.#id);
      this.#id = ALL;
    }
  }

  function findIn(id, text, limit, anyColon) {
    checkString("text", text);
    if (!mayContainLink(text, anyColon)) return [];
    const module = load();
    const length = module.writeText(text);
    const count = module.functions.find(id, length, module.isAscii, limit);
    const links = [];
    if (count === 0) return links;
    const first = module.numbers();
    for (let index = 0; index < count; index++) links.push(readLink(module, text, first + index * RECORD));
    return links;
  }

  /** Calls a function of the module with a text and arguments, whose result is a text. */
  function resultOf(id, text, name, fields) {
    const module = load();
    module.writeArguments(fields);
    const isOk = module.functions[name](id, module.writeText(text));
    const result = module.result();
    if (isOk === 0) throw new RangeError(result);
    return result;
  }

  return { Finder, idOf };
}

/** In longer texts, the module is faster. */
const SHORT = 128;

/**
 * Whether a text may contain a link. Most short texts have none, and can be told from others without the module: every
 * link contains `:/`, an `@`, an ideographic dot, or a dot that is not the end of a sentence. With schemes such as `tel`, a
 * colon is enough.
 */
function mayContainLink(text, anyColon) {
  const { length } = text;
  if (length > SHORT) return true;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x2e) {
      if (index + 1 < length && text.charCodeAt(index + 1) !== 0x20) return true;
    } else if (unit === 0x3a) {
      if (anyColon || text.charCodeAt(index + 1) === 0x2f) return true;
    } else if (unit === 0x40 || unit === 0x3002 || unit === 0xff0e || unit === 0xff61) {
      return true;
    }
  }
  return false;
}

/** Whether options consist of a profile, which is the most frequent case. Makes no list of their names. */
function hasOnlyProfile(options) {
  if (!isObject(options) || typeof options.profile !== "string") return false;
  for (const name in options) {
    if (name !== "profile") return false;
  }
  return true;
}

/** Returns a function that returns the finder with some options: finders with equal options are shared. */
export function createSharedFinders(Finder) {
  const byProfile = new Map();
  const byKey = new Map();
  let defaultFinder;

  return (options) => {
    if (options === undefined) return (defaultFinder ??= new Finder());
    if (typeof options?.findFirst === "function") return options;
    if (hasOnlyProfile(options)) {
      const known = byProfile.get(options.profile);
      if (known) return known;
      const finder = new Finder(options);
      byProfile.set(options.profile, finder);
      return finder;
    }
    const key = JSON.stringify(options);
    let finder = byKey.get(key);
    if (finder) return finder;
    finder = new Finder(options);
    if (byKey.size >= MAX_SHARED) byKey.delete(byKey.keys().next().value);
    byKey.set(key, finder);
    return finder;
  };
}
