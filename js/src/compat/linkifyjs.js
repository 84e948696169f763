// The API of linkifyjs 4 and of linkify-string.

import { escapeHtml } from "../adapters/shared/text.js";
import { finderOf, runsScript, schemeOf } from "../adapters/shared/finder.js";

/** The defaults of the options. Like those of linkifyjs, they can be changed. */
export const options = {
  defaults: {
    defaultProtocol: "http",
    events: null,
    format: (value) => value,
    formatHref: (href) => href,
    nl2br: false,
    tagName: "a",
    target: null,
    rel: null,
    validate: true,
    truncate: Infinity,
    className: null,
    attributes: null,
    ignoreTags: [],
    render: null,
  },
};

/** The options of one call: a value, a function, or an object with one of them per type of link. */
export class Options {
  constructor(own, defaultRender) {
    this.o = { ...options.defaults, ...(own instanceof Options ? own.o : own) };
    this.ignoreTags = this.o.ignoreTags.map((name) => name.toUpperCase());
    if (defaultRender) this.defaultRender = defaultRender;
  }

  defaultRender(representation) {
    return representation;
  }

  check(token) {
    return this.get("validate", token.toString(), token);
  }

  get(name, value, token) {
    let option = this.o[name];
    if (typeof option === "object" && option !== null) {
      option = Object.hasOwn(option, token.t) ? option[token.t] : options.defaults[name];
    }
    return typeof option === "function" && value !== undefined && value !== null ? option(value, token.t, token) : option;
  }

  getObj(name, value, token) {
    const option = this.o[name];
    return typeof option === "function" ? option(value, token.t, token) : option;
  }

  render(token) {
    const render = this.get("render", null, token) || ((representation) => this.defaultRender(representation));
    return render(token.render(this), token.t, token);
  }
}

/** A link, a line feed or other text. */
export class MultiToken {
  constructor(type, value, start, link) {
    this.t = type;
    this.v = value;
    this.s = start;
    /** The link of linkspan. */
    this.link = link;
    this.isLink = link !== undefined;
  }

  toString() {
    return this.v;
  }

  toHref(scheme = options.defaults.defaultProtocol) {
    if (!this.isLink) return this.v;
    const isImplied = this.link.kind === "url" && schemeOf(this.link) === "";
    return isImplied ? this.link.href.replace(/^https:\/\//, `${scheme}://`) : this.link.href;
  }

  toFormattedString(used) {
    const truncate = used.get("truncate", this.v, this);
    const formatted = used.get("format", this.v, this);
    return truncate && formatted.length > truncate ? `${formatted.slice(0, truncate)}…` : formatted;
  }

  toFormattedHref(used) {
    return used.get("formatHref", this.toHref(used.get("defaultProtocol")), this);
  }

  startIndex() {
    return this.s;
  }

  endIndex() {
    return this.s + this.v.length;
  }

  toObject(scheme) {
    return this.#toObject(this.v, this.toHref(scheme));
  }

  toFormattedObject(used) {
    return this.#toObject(this.toFormattedString(used), this.toFormattedHref(used));
  }

  #toObject(value, href) {
    return { type: this.t, value, isLink: this.isLink, href, start: this.startIndex(), end: this.endIndex() };
  }

  validate(used) {
    return used.check(this);
  }

  render(used) {
    const href = this.toHref(used.get("defaultProtocol"));
    const attributes = { href: used.get("formatHref", href, this) };
    const names = { class: "className", target: "target", rel: "rel" };
    for (const [name, option] of Object.entries(names)) {
      const value = used.get(option, href, this);
      if (value) attributes[name] = value;
    }
    Object.assign(attributes, used.getObj("attributes", href, this));
    return {
      tagName: used.get("tagName", href, this),
      attributes,
      content: this.toFormattedString(used),
      eventListeners: used.getObj("events", href, this),
    };
  }
}

const SCHEMES = ["http", "https", "ftp", "ws", "wss"];
let finderOptions = {};
let customSchemes = [];

/** Links with this scheme, too. The finder knows which schemes need no slashes, so there is no second argument. */
export function registerCustomProtocol(scheme) {
  if (!/^[0-9a-z]+(?:-[0-9a-z]+)*$/.test(scheme)) {
    throw new Error(`expected a scheme in lower case, such as "git-remote", found ${JSON.stringify(scheme)}`);
  }
  customSchemes.push(scheme);
  finderOptions = { ...finderOptions, schemes: [...SCHEMES, ...customSchemes] };
}

/** Sets the options of the finder. linkifyjs has no such function. */
export function setFinder(finder) {
  finderOptions = finder;
}

export function reset() {
  customSchemes = [];
  finderOptions = {};
}

/** The finder needs no preparation. */
export function init() {}

/** Plugins extend the state machine of linkifyjs, which does not exist here. */
export function registerPlugin(name) {
  throw new Error(`expected no plugin, found ${JSON.stringify(name)}: search the tokens that are not links instead`);
}

export { registerPlugin as registerTokenPlugin };

export function tokenize(text) {
  const tokens = [];
  const addText = (start, end) => {
    // Line feeds are tokens of their own, for the option `nl2br`.
    let offset = start;
    for (const piece of text.slice(start, end).split(/(\r?\n)/)) {
      if (piece !== "") tokens.push(new MultiToken(/^\r?\n$/.test(piece) ? "nl" : "text", piece, offset));
      offset += piece.length;
    }
  };
  let end = 0;
  for (const link of finderOf(finderOptions).find(text)) {
    if (runsScript(link.href)) continue;
    addText(end, link.start);
    tokens.push(new MultiToken(link.kind, link.text, link.start, link));
    end = link.end;
  }
  addText(end, text.length);
  return tokens;
}

export function find(text, type, opts) {
  if (typeof type === "object" && type !== null) {
    if (opts) throw new Error("expected a string as type, found an object");
    return find(text, undefined, type);
  }
  const used = new Options(opts);
  return tokenize(text)
    .filter((token) => token.isLink && (!type || token.t === type) && used.check(token))
    .map((token) => token.toFormattedObject(used));
}

/** Whether a text is one link. */
export function test(text, type) {
  const [token, ...others] = tokenize(text);
  return token !== undefined && others.length === 0 && token.isLink && (!type || token.t === type);
}

/** `linkifyStr` of linkify-string: text as HTML. */
export function linkifyStr(text, opts = {}) {
  const used = new Options(opts, ({ tagName, attributes, content }) => {
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`);
    return `<${tagName}${written.join("")}>${escapeText(content)}</${tagName}>`;
  });
  return tokenize(text)
    .map((token) => {
      if (token.t === "nl" && used.o.nl2br) return "<br>\n";
      return token.isLink && used.check(token) ? used.render(token) : escapeText(token.toString());
    })
    .join("");
}

/** In text, quotes need no escape. linkify-string has none, either. */
function escapeText(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

export default linkifyStr;
