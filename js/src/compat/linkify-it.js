// The API of linkify-it 6, and of 5 where it differs.

import { findAtStart, schemeOf } from "../adapters/shared/finder.js";
import { Finder } from "../index.js";

const OPTIONS = {
  fuzzyLink: false,
  fuzzyEmail: true,
  fuzzyIP: false,
  urlAuth: false,
  "---": false,
  maxLength: 10_000,
};

/** The built-in rules. Each can be disabled by `add(name, null)`. */
const BUILT_IN = ["http:", "https:", "ftp:", "//", "mailto:"];

export class Match {
  constructor(schema, index, lastIndex, raw, text, url) {
    this.schema = schema;
    this.index = index;
    this.lastIndex = lastIndex;
    this.raw = raw;
    this.text = text;
    this.url = url;
  }
}

export class LinkifyIt {
  #options = { ...OPTIONS };
  #finder;
  /** Finds what only additional top-level domains make a link. */
  #extraFinder;
  #tlds;
  #extraTlds;
  #disabled = new Set();
  #rules = new Map();
  #last = { text: undefined, matches: [] };

  /** `new LinkifyIt(options)`; or as in version 5, `new LinkifyIt(schemas, options)`, where `fuzzyLink` is on. */
  constructor(schemas, options) {
    this.re = { ...(characterClasses ??= createCharacterClasses()) };
    const isVersion5 = options !== undefined || Object.keys(schemas ?? {}).some((name) => !isOption(name));
    if (isVersion5) this.#options.fuzzyLink = true;
    this.set((isVersion5 ? options : schemas) ?? {});
    if (isVersion5) for (const [name, rule] of Object.entries(schemas ?? {})) this.add(name, rule);
  }

  set(options = {}) {
    const { tlds, rebuilder, ...others } = options;
    if (rebuilder !== undefined) throw new TypeError("expected no rebuilder: links are not found by regular expressions");
    for (const [name, value] of Object.entries(others)) {
      if (!(name in OPTIONS)) throw new TypeError(`expected an option of linkify-it, found ${JSON.stringify(name)}`);
      if (value !== undefined) this.#options[name] = value;
    }
    if (tlds !== undefined) this.tlds(tlds);
    return this.#changed();
  }

  add(schema, rule) {
    if (rule === null || rule === undefined) {
      this.#disabled.add(schema);
      this.#rules.delete(schema);
      return this.#changed();
    }
    if (typeof rule === "string") {
      // An alias of version 5: the schema is like another one.
      if (!BUILT_IN.includes(rule) && !this.#rules.has(rule)) {
        throw new RangeError(`expected the name of a rule, found ${JSON.stringify(rule)}`);
      }
      this.#disabled.delete(schema);
      if (!BUILT_IN.includes(schema)) this.#rules.set(schema, this.#rules.get(rule) ?? { alias: rule });
      return this.#changed();
    }
    const { validate, normalize } = rule;
    if (typeof validate !== "function" && !(validate instanceof RegExp)) {
      throw new TypeError(`expected a function or a regular expression as validate of ${JSON.stringify(schema)}`);
    }
    this.#disabled.delete(schema);
    this.#rules.set(schema, { validate, normalize });
    return this.#changed();
  }

  tlds(list, keepOld) {
    const names = Array.isArray(list) ? list : [list];
    if (keepOld) {
      this.#extraTlds = [...(this.#extraTlds ?? []), ...names];
    } else {
      this.#tlds = names;
      this.#extraTlds = undefined;
    }
    return this.#changed();
  }

  /** Whether the text may contain a link. */
  pretest(text) {
    return this.#rules.size > 0 || /[.:@\u3002\uFF0E\uFF61]/.test(text);
  }

  test(text) {
    return this.#matchesOf(text).length > 0;
  }

  match(text) {
    const matches = this.#matchesOf(text);
    return matches.length > 0 ? matches.slice() : null;
  }

  /** The URL with a scheme at the start of a text. markdown-it continues after as many characters as `url` has. */
  matchAtStart(text) {
    const isAtStart = (schema) => text.slice(0, schema.length).toLowerCase() === schema;
    const name = [...this.#rules.keys(), ...BUILT_IN].find(isAtStart);
    if (name === undefined || this.#disabled.has(name)) return null;
    const length = this.testSchemaAt(text, name, name.length);
    if (length === 0) return null;
    const raw = text.slice(0, name.length + length);
    const match = new Match(name, 0, raw.length, raw, raw, raw);
    this.#normalizeCustom(match);
    return match;
  }

  /** The length of what follows the name of a rule at an offset, or 0. */
  testSchemaAt(text, schema, offset) {
    const name = schema.toLowerCase();
    const rule = this.#rules.get(name);
    if (rule?.validate) return Math.max(0, this.#validate(rule, text, offset));
    if (this.#disabled.has(name) || !(BUILT_IN.includes(name) || rule)) return 0;
    const prefix = rule?.alias ?? (name === "//" ? "https://" : name);
    const link = findAtStart(this.#finders()[0], prefix + text.slice(offset));
    return link ? link.end - prefix.length : 0;
  }

  normalize(match) {
    if (!match.schema) match.url = `http://${match.url}`;
    if (match.schema === "mailto:" && !/^mailto:/i.test(match.url)) match.url = `mailto:${match.url}`;
  }

  #changed() {
    this.#finder = undefined;
    this.#last = { text: undefined, matches: [] };
    return this;
  }

  #finders() {
    if (!this.#finder) {
      const { urlAuth, maxLength } = this.#options;
      const options = {
        profile: "prose",
        impliedScheme: "http",
        oneLabelHosts: "link",
        lengthLimit: maxLength,
        userinfo: urlAuth ? "link" : "skip",
      };
      const listed = (names) => ({ ...options, suffixes: { iana: names.map((name) => `${name}\n`).join("") } });
      this.#finder = new Finder(this.#tlds ? listed(this.#tlds) : options);
      this.#extraFinder = this.#extraTlds ? new Finder(listed(this.#extraTlds)) : undefined;
    }
    return this.#extraFinder ? [this.#finder, this.#extraFinder] : [this.#finder];
  }

  #matchesOf(text) {
    if (this.#last.text !== text) this.#last = { text, matches: this.#search(text) };
    return this.#last.matches;
  }

  #search(text) {
    const found = [...this.#searchRules(text)];
    for (const finder of this.#finders()) {
      for (const link of finder.find(text)) {
        const match = this.#toMatch(text, link);
        if (match) found.push(match);
      }
    }
    if (this.#options.fuzzyIP && this.#options.fuzzyLink) found.push(...this.#searchAddresses(text));
    // The first of those that overlap; at the same offset, the longest.
    found.sort((a, b) => a.index - b.index || b.lastIndex - a.lastIndex);
    const matches = [];
    let end = 0;
    for (const match of found) {
      if (match.index < end) continue;
      matches.push(match);
      end = match.lastIndex;
    }
    return matches;
  }

  #toMatch(text, link) {
    const { fuzzyLink, fuzzyEmail } = this.#options;
    const { start } = link;
    const raw = this.#options["---"] ? link.text.split("---")[0] : link.text;
    const scheme = schemeOf(link);
    const schema = link.kind === "email" ? "mailto:" : scheme;
    if (this.#disabled.has(schema)) return undefined;
    const url = raw === link.text ? link.href : link.href.split("---")[0];
    const match = new Match(schema, start, start + raw.length, raw, raw, url);
    if (scheme) return match;
    if (link.kind === "email") return fuzzyEmail ? match : undefined;
    if (/(?:^|[^:/])\/\/$/.test(text.slice(Math.max(0, start - 3), start)) && !this.#disabled.has("//")) {
      const whole = `//${raw}`;
      return new Match("//", start - 2, start + raw.length, whole, whole, url.slice("http:".length));
    }
    return fuzzyLink ? match : undefined;
  }

  /** IPv4 addresses without a scheme. */
  *#searchAddresses(text) {
    for (const { index } of text.matchAll(/(?<![\p{L}\p{N}./:@_-])\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}_.-])/gu)) {
      const link = findAtStart(this.#finders()[0], `http://${text.slice(index)}`);
      if (!link) continue;
      const raw = link.text.slice("http://".length);
      yield new Match("", index, index + raw.length, raw, raw, link.href);
    }
  }

  /** What rules of the application match. */
  *#searchRules(text) {
    if (this.#rules.size === 0) return;
    const names = [...this.#rules.keys()].sort((a, b) => b.length - a.length);
    const pattern = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("|");
    for (const { 0: prefix, index } of text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])(?:${pattern})`, "giu"))) {
      const name = prefix.toLowerCase();
      const offset = index + prefix.length;
      const length = this.testSchemaAt(text, name, offset);
      if (length <= 0) continue;
      const raw = text.slice(index, offset + length);
      const match = new Match(name, index, offset + length, raw, raw, raw);
      this.#normalizeCustom(match);
      yield match;
    }
  }

  #validate({ validate }, text, offset) {
    if (typeof validate === "function") return Number(validate(text, offset, this)) || 0;
    const found = new RegExp(validate.source, validate.flags.replace(/[gy]/g, "")).exec(text.slice(offset));
    return found?.index === 0 ? found[0].length : 0;
  }

  #normalizeCustom(match) {
    const normalize = this.#rules.get(match.schema)?.normalize;
    if (normalize) normalize(match, this);
  }
}

/** As `require("linkify-it")()` of version 5, and `linkifyit()` of version 6: a new object, without `new`. */
export function linkifyit(...args) {
  return new LinkifyIt(...args);
}

export default LinkifyIt;

function isOption(name) {
  return name in OPTIONS || name === "tlds" || name === "rebuilder";
}

/** Classes of characters as regular expressions without the flag `u`, as rules use them. */
let characterClasses;

function createCharacterClasses() {
  const spaces = "[ \\xA0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]";
  const controls = "[\\0-\\x1F\\x7F-\\x9F]";
  const punctuation = `[${unitsOf(/\p{P}/u)}]`;
  return {
    src_Any: "[\\s\\S]",
    src_Cc: controls,
    src_Z: spaces,
    src_P: punctuation,
    src_ZPCc: [spaces, punctuation, controls].join("|"),
    src_ZCc: [spaces, controls].join("|"),
  };
}

/** The ranges of the code units that a class contains, for a character class in a regular expression. */
function unitsOf(pattern) {
  const escape = (unit) => `\\u${unit.toString(16).padStart(4, "0")}`;
  let ranges = "";
  let start = -1;
  for (let unit = 0; unit <= 0x1_0000; unit++) {
    const isIn = unit < 0xffff && pattern.test(String.fromCharCode(unit));
    if (isIn && start < 0) start = unit;
    if (!isIn && start >= 0) {
      ranges += start === unit - 1 ? escape(start) : `${escape(start)}-${escape(unit - 1)}`;
      start = -1;
    }
  }
  return ranges;
}
