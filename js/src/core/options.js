// The options of a finder. Names and values have the order of `crates/linkspan-wasm/src/options.rs`, where their index
// is what counts.

import { Fields } from "./module.js";

const TOP_LEVEL = ["listed", "syntactic", "any"];

export const PROFILES = ["uts58", "prose", "source", "terminal", "strict"];

/** How options are checked and written: `(fields, tag, value, name) => void`. */
const choice = (values) => ({
  values,
  write: (fields, tag, value, name) => fields.number(tag, indexIn(values, value, name)),
});

const list = {
  write(fields, tag, value, name) {
    const items = new Fields();
    for (const item of strings(value, name)) items.text(0, item);
    fields.field(tag, items.bytes);
  },
};

const MAX_LENGTH = 0xffff_ffff;

const length = {
  write(fields, tag, value, name) {
    if (typeof value !== "number") throw typeError(name, "a number", value);
    if (!Number.isInteger(value) || value < 0) throw rangeError(name, "a whole number from 0", value);
    fields.number(tag, Math.min(value, MAX_LENGTH));
  },
};

const suffixes = {
  write(fields, tag, value, name) {
    const [format, ...others] = isObject(value) ? Object.keys(value) : [];
    if ((format !== "psl" && format !== "iana") || others.length > 0) {
      throw typeError(name, "an object { psl: string } or { iana: string }", value);
    }
    if (typeof value[format] !== "string") throw typeError(`${name}.${format}`, "a string", value[format]);
    fields.text(format === "psl" ? tag : tag + 1, value[format]);
  },
};

const lines = {
  write(fields, tag, value, name) {
    fields.text(tag, typeof value === "string" ? value : strings(value, name).join("\n"));
  },
};

/** Without its rules about deceptive hosts, the profile would promise more than it does. */
const profileWithoutAssess = {
  write(fields, tag, value, name) {
    const index = indexIn(PROFILES, value, name);
    if (value === "strict") throw new RangeError('the profile "strict" needs the module linkspan/assess');
    fields.number(tag, index);
  },
};

/** The options that every module has. The profile and the schemes are first, since they set other options. */
const COMMON_OPTIONS = [
  [1, "schemes", list],
  [2, "unknownSchemes", choice(["skip", "link"])],
  [3, "bareDomains", choice(["link", "skip"])],
  [4, "emails", choice(["link", "skip"])],
  [5, "userinfo", choice(["skip", "link"])],
  [6, "ipHosts", choice(["link", "skip"])],
  [7, "oneLabelHosts", choice(["skip", "link"])],
  [8, "schemeTld", choice(TOP_LEVEL)],
  [9, "bareTld", choice(TOP_LEVEL)],
  [10, "bracketedTld", choice(TOP_LEVEL)],
  [11, "scriptBoundaries", choice(["split", "ignore"])],
  [12, "trailingQuestion", choice(["trim", "keep"])],
  [13, "attachedWords", choice(["keep", "trim"])],
  [14, "unmatchedOpeners", choice(["keep", "trim"])],
  [15, "badDots", choice(["skip", "recover"])],
  [16, "quotedLocalParts", choice(["skip", "link"])],
  [17, "codeNames", choice(["link", "skip", "skip-words"])],
  [18, "fileNames", choice(["link", "skip"])],
  [19, "remotePaths", choice(["link", "skip"])],
  [20, "localPartStart", choice(["standard", "after-separator"])],
  [21, "mailtoQuery", choice(["keep", "trim"])],
  [22, "delimiters", choice(["standard", "quotes", "code"])],
  [23, "lengthLimit", length],
  [24, "impliedScheme", choice(["https", "http"])],
  [25, "suffixes", suffixes],
  [27, "never", lines],
  [28, "linking", choice(["on", "off"])],
];

export const CORE_OPTIONS = [[0, "profile", profileWithoutAssess], ...COMMON_OPTIONS];

/** The options of the module with assessments, without those that only it has. */
export const FULL_OPTIONS = [[0, "profile", choice(PROFILES)], ...COMMON_OPTIONS];

/** The arguments that create a finder. */
export function writeOptions(options, known) {
  checkObject("options", options);
  const names = known.map(([, name]) => name);
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw new TypeError(`expected an option of a finder, found ${quote(name)}`);
  }
  const fields = new Fields();
  for (const [tag, name, kind] of known) {
    if (options[name] !== undefined) kind.write(fields, tag, options[name], name);
  }
  return fields.bytes;
}

export function isObject(value) {
  return typeof value === "object" && value !== null;
}

export function checkObject(name, value) {
  if (!isObject(value) || Array.isArray(value)) throw typeError(name, "an object", value);
}

export function checkString(name, value) {
  if (typeof value !== "string") throw typeError(name, "a string", value);
}

/** The index of a value in a list of names. */
export function indexIn(values, value, name) {
  if (typeof value !== "string") throw typeError(name, "a string", value);
  const index = values.indexOf(value);
  if (index < 0) throw rangeError(name, `one of ${values.map(quote).join(", ")}`, value);
  return index;
}

/** An array of strings. */
export function strings(value, name) {
  if (!Array.isArray(value)) throw typeError(name, "an array of strings", value);
  value.forEach((item, index) => checkString(`${name}[${index}]`, item));
  return value;
}

export function typeError(name, expected, found) {
  return new TypeError(`expected ${expected} as ${name}, found ${describe(found)}`);
}

export function rangeError(name, expected, found) {
  return new RangeError(`expected ${expected} as ${name}, found ${describe(found)}`);
}

function describe(value) {
  if (typeof value === "string") return quote(value);
  if (value === null || typeof value === "number" || typeof value === "boolean" || value === undefined) {
    return String(value);
  }
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}

const quote = (text) => JSON.stringify(text);
