// Links for markdown-it: a plugin, and an object for `md.linkify`.

import { createAnchors } from "./shared/anchor.js";
import { findAtStart, finderOf, schemeOf } from "./shared/finder.js";
import { cutMarkup } from "./shared/markdown.js";
import { createSplitter } from "./shared/text.js";

/** `md.use(linkspan, options)`: replaces both rules of markdown-it that add links. */
export default function markdownItLinkspan(md, options = {}) {
  const finder = finderOf(options.finder);
  // The rules of other plugins may use it.
  md.linkify = createLinkify(options);
  // Applications replace `normalizeLink`. The built-in one is for addresses that are not ASCII yet; others, such as
  // those with an IPv6 host, it would change.
  const builtIn = new md.constructor().normalizeLink;
  const hrefOf = (anchor) => {
    const href = md.normalizeLink === builtIn ? anchor.href : md.normalizeLink(anchor.href);
    return md.validateLink(href) ? href : undefined;
  };
  md.core.ruler.at("linkify", createCoreRule(createSplitter(options), hrefOf));
  md.inline.ruler.at("linkify", createInlineRule(finder, createAnchors(options), hrefOf));
  md.enable("linkify");
  md.set({ linkify: true });
}

/** Links in the text that the inline rules leave. */
function createCoreRule(split, hrefOf) {
  return (state) => {
    if (!state.md.options.linkify) return;
    for (const block of state.tokens) {
      if (block.type === "inline" && block.children) block.children = linkTokens(state, block.children, split, hrefOf);
    }
  };
}

function linkTokens(state, tokens, split, hrefOf) {
  // Most texts have no links: nothing is allocated for them.
  let linked;
  let htmlLinks;
  let linkDepth = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token.type === "link_open") linkDepth++;
    else if (token.type === "link_close") linkDepth--;
    let pieces = token.type === "text" && linkDepth === 0 ? split(token.content) : undefined;
    if (pieces) {
      htmlLinks ??= tokensInHtmlLinks(tokens);
      if (htmlLinks.has(index)) pieces = undefined;
    }
    if (!pieces) {
      linked?.push(token);
      continue;
    }
    linked ??= tokens.slice(0, index);
    // After an escape, as in `http\://example.com`, the text up to white space is part of what the escape prevents.
    const isEscaped = index > 0 && tokens[index - 1].type === "text_special";
    for (const { start, text, anchor } of pieces) {
      const isCut = isEscaped && !/\s/.test(token.content.slice(0, start));
      const href = anchor && !isCut ? hrefOf(anchor) : undefined;
      if (href === undefined) linked.push(textToken(state, text, token.level));
      else pushLink(linked, state, href, anchor, token.level);
    }
  }
  return linked ?? tokens;
}

/** The indices of the tokens between the tags of a link in HTML. */
function tokensInHtmlLinks(tokens) {
  // An end tag without a start tag, or the reverse, is no link: as in markdown-it, the tags are counted from the end.
  const inside = new Set();
  let open = 0;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const { type, content } = tokens[index];
    if (type === "html_inline" && /^<\/a\s*>/i.test(content)) open++;
    else if (type === "html_inline" && open > 0 && /^<a[>\s]/i.test(content)) open--;
    if (open > 0) inside.add(index);
  }
  return inside;
}

function textToken(state, text, level) {
  const token = new state.Token("text", "", 0);
  token.content = text;
  token.level = level;
  return token;
}

function pushLink(tokens, state, href, anchor, level) {
  const open = new state.Token("link_open", "a", 1);
  const close = new state.Token("link_close", "a", -1);
  open.attrs = attributeList(href, anchor);
  for (const token of [open, close]) {
    token.level = level;
    token.markup = "linkify";
    token.info = "auto";
  }
  tokens.push(open, textToken(state, anchor.text, level + 1), close);
}

function attributeList(href, { attributes }) {
  return [["href", href], ...Object.entries(attributes)];
}

/** URLs with a scheme, before other rules find emphasis in them. The rule is called at each colon. */
function createInlineRule(finder, anchorOf, hrefOf) {
  const linksOfStates = new WeakMap();
  const linksOf = (state) => {
    let links = linksOfStates.get(state);
    if (!links) linksOfStates.set(state, (links = schemeLinks(finder, state.src)));
    return links;
  };

  return (state, silent) => {
    const { pos, src } = state;
    if (!state.md.options.linkify || state.linkLevel > 0) return false;
    if (!src.startsWith("://", pos) || state.pending.length === 0) return false;
    const link = linksOf(state).get(pos);
    // The text that no rule has used yet must contain the scheme, and the part of the source that is parsed the end.
    if (!link || pos - link.start > state.pending.length || link.end > state.posMax) return false;
    const anchor = anchorOf(link);
    const href = anchor && hrefOf(anchor);
    if (href === undefined) return false;
    if (!silent) {
      state.pending = state.pending.slice(0, link.start - pos);
      const open = state.push("link_open", "a", 1);
      open.attrs = attributeList(href, anchor);
      state.push("text", "", 0).content = anchor.text;
      const close = state.push("link_close", "a", -1);
      open.markup = close.markup = "linkify";
      open.info = close.info = "auto";
    }
    state.pos = link.end;
    return true;
  };
}

/** The links with a scheme and `//`, by the offset of the colon. */
function schemeLinks(finder, text) {
  const links = new Map();
  for (const found of finder.find(text)) {
    const colon = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(found.text)?.[0].length;
    const link = colon === undefined ? undefined : cutMarkup(finder, found);
    if (link) links.set(link.start + colon, link);
  }
  return links;
}

/**
 * An object for `md.linkify`, with the methods that markdown-it calls. The rules of markdown-it use it: attributes and
 * the shown text are theirs.
 */
export function createLinkify(options = {}) {
  const anchorOf = createAnchors(options);
  const finder = finderOf(options.finder);
  let lastText;
  let lastMatches;

  // markdown-it calls `test`, and then `match` with the same text.
  const matchesOf = (text) => {
    if (text !== lastText) {
      lastMatches = finder
        .find(text)
        .filter((link) => anchorOf(link) !== undefined)
        .map((link) => toMatch(link, link.href))
        .map((match) => withSlashes(match, text));
      lastText = text;
    }
    return lastMatches;
  };

  return {
    /** Whether the text may contain a link. */
    pretest: (text) => /[.:@\u3002\uFF0E\uFF61]/.test(text),
    test: (text) => matchesOf(text).length > 0,
    match(text) {
      const matches = matchesOf(text);
      return matches.length > 0 ? matches.slice() : null;
    },
    matchAtStart(text) {
      const link = findAtStart(finder, text);
      if (!link || schemeOf(link) === "") return null;
      const whole = cutMarkup(finder, link);
      // markdown-it continues after as many characters as `url` has.
      return whole && anchorOf(whole) ? toMatch(whole, whole.text) : null;
    },
  };
}

/**
 * After an escape, markdown-it leaves out a match at the start of the text: the part of `http\://example.com` after the
 * backslash. It expects the slashes in it.
 */
function withSlashes(match, text) {
  if (match.index !== 2 || match.schema !== "" || !text.startsWith("//")) return match;
  const raw = `//${match.raw}`;
  return { ...match, schema: "//", index: 0, raw, text: raw };
}

function toMatch(link, url) {
  const { start, end, kind, text } = link;
  const schema = kind === "email" ? "mailto:" : schemeOf(link);
  return { schema, index: start, lastIndex: end, raw: text, text, url };
}
