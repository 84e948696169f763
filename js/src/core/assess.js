// What `linkspan/assess` adds.

import { readLink, RECORD } from "./link.js";
import { createLiveApi } from "./live-api.js";
import { Fields } from "./module.js";
import { checkObject, checkString, FULL_OPTIONS, indexIn, isObject, rangeError, strings, typeError } from "./options.js";
import { checkOptions, ISOLATION } from "./render.js";

const LEVELS = ["info", "warn", "danger"];

function list(value, name) {
  const fields = new Fields();
  for (const item of strings(value, name)) fields.text(0, item);
  return fields.bytes;
}

const policy = {
  write(fields, tag, value, name) {
    if (typeof value === "string") return fields.number(tag, indexIn(["report", "strict"], value, name));
    const [key, ...others] = isObject(value) ? Object.keys(value) : [];
    if (others.length === 0 && key === "refuseFrom") {
      return fields.number(tag + 1, indexIn(LEVELS, value.refuseFrom, `${name}.refuseFrom`));
    }
    if (others.length === 0 && key === "refuse") return fields.field(tag + 2, list(value.refuse, `${name}.refuse`));
    throw typeError(name, "a string, { refuseFrom: level } or { refuse: codes }", value);
  },
};

const idnTables = {
  write(fields, tag, value, name) {
    if (!Array.isArray(value)) throw typeError(name, "an array", value);
    const tables = new Fields();
    for (const [index, table] of value.entries()) {
      checkOptions(`${name}[${index}]`, table, ["text", "domain"]);
      checkString(`${name}[${index}].text`, table.text);
      const one = new Fields();
      one.text(0, table.text);
      if (table.domain !== undefined) {
        checkString(`${name}[${index}].domain`, table.domain);
        one.text(0, table.domain);
      }
      tables.field(0, one.bytes);
    }
    fields.field(tag, tables.bytes);
  },
};

const protectedNames = { write: (fields, tag, value, name) => fields.field(tag, list(value, name)) };

const OPTIONS = [
  ...FULL_OPTIONS,
  [29, "policy", policy],
  [32, "idnTables", idnTables],
  [33, "protectedNames", protectedNames],
];

/** Makes the class of finders that assess. */
function extendFinder(Base, load, idOf) {
  /** Calls a function of the module with a text and arguments, and returns its result. */
  const call = (name, finder, text, fields = []) => {
    const id = idOf(finder);
    const module = load();
    module.writeArguments(fields);
    const length = module.writeText(text);
    const isOk = module.functions[name](id, length, module.isAscii);
    if (isOk === 0) throw new RangeError(module.result());
    return module.result();
  };

  return class Finder extends Base {
    assess(text) {
      checkString("text", text);
      const reports = JSON.parse(call("assess", this, text));
      const module = load();
      const first = module.numbers();
      return reports.map(({ rejection, ...report }, index) => {
        const link = readLink(module, text, first + index * RECORD);
        return rejection ? { link, report, rejection } : { link, report };
      });
    }

    assessUrl(url) {
      checkString("url", url);
      return JSON.parse(call("assess_url", this, url));
    }

    assessAnchor(text, href, base) {
      checkString("text", text);
      checkString("href", href);
      const fields = new Fields();
      fields.text(0, href);
      if (base !== undefined) {
        checkString("base", base);
        fields.text(0, base);
      }
      return JSON.parse(call("assess_anchor", this, text, fields.bytes));
    }

    safeDisplay(url, options = {}) {
      checkString("url", url);
      checkOptions("options", options, ["limit", "isolation"]);
      const fields = new Fields();
      const { limit, isolation } = options;
      if (limit !== undefined) {
        if (typeof limit !== "number") throw typeError("limit", "a number", limit);
        if (!Number.isInteger(limit) || limit < 0) throw rangeError("limit", "a whole number from 0", limit);
        fields.number(0, Math.min(limit, 0xffff_ffff));
      }
      if (isolation !== undefined) fields.number(1, indexIn(ISOLATION, isolation, "isolation"));
      return call("safe_display", this, url, fields.bytes);
    }
  };
}

export function createAssessApi(instantiate) {
  const { api, load, finderOf } = createLiveApi(instantiate, OPTIONS, extendFinder);

  /** The finder with some options, which can assess. */
  const assessorOf = (options) => {
    const finder = finderOf(options);
    if (!(finder instanceof api.Finder)) throw typeError("finder", "a Finder of linkspan/assess", finder);
    return finder;
  };

  /** Changes a text with a function of the module that cannot fail. */
  const rewrite = (refang) => (text) => {
    checkString("text", text);
    const module = load();
    module.functions.defang(module.writeText(text), refang);
    return module.result();
  };

  return {
    ...api,
    assess: (text, options) => assessorOf(options).assess(text),
    assessUrl: (url, options) => assessorOf(options).assessUrl(url),
    assessAnchor: (text, href, options = {}) => {
      checkOptions("options", options, ["finder", "base"]);
      return assessorOf(options.finder).assessAnchor(text, href, options.base);
    },
    safeDisplay: (url, options = {}) => {
      checkObject("options", options);
      const { finder, ...settings } = options;
      return assessorOf(finder).safeDisplay(url, settings);
    },
    defang: rewrite(0),
    refang: rewrite(1),
  };
}
