// Links for Lexical: a matcher for its own automatic links, and automatic links that follow the finder exactly.

import { createAnchors } from "./shared/anchor.js";
import { finderOf } from "./shared/finder.js";

/**
 * The characters that may precede or follow a link in Lexical's `registerAutoLink`, which links nothing else. What
 * continues a link when it is typed after it is not a separator: Lexical then searches again. Letters of scripts that
 * are written without spaces are separators.
 */
export const separatorRegex =
  /^(?![/?#&=%+~_@:$*-])[\s\p{P}\p{S}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\uD800-\uDFFF]/u;

/** A matcher for Lexical's `registerAutoLink` and `AutoLinkPlugin`: `(text) => match | null`. */
export function createLinkMatcher(options = {}) {
  const anchorOf = createAnchors(options);
  const finder = finderOf(options.finder);

  const toMatch = (link) => {
    const anchor = anchorOf(link);
    if (!anchor) return undefined;
    const { start: index, text } = link;
    return { index, length: text.length, text, url: anchor.href, attributes: linkAttributes(anchor) };
  };

  return (text) => {
    const first = finder.findFirst(text);
    if (!first) return null;
    const match = toMatch(first);
    if (match) return match;
    for (const link of finder.find(text)) {
      const other = toMatch(link);
      if (other) return other;
    }
    return null;
  };
}

/** The attributes that links of Lexical have. */
function linkAttributes({ attributes: { rel, target, title } }) {
  const attributes = {};
  if (rel) attributes.rel = rel;
  if (target) attributes.target = target;
  if (title) attributes.title = title;
  return attributes;
}

/**
 * Keeps the automatic links of an editor up to date, instead of Lexical's `registerAutoLink`. Returns a function that
 * ends this.
 *
 * @param host the modules of the application: `{ ...lexical, ...lexicalLink }`
 */
export function registerLinkspan(editor, host, options = {}) {
  const anchorOf = createAnchors(options);
  const finder = finderOf(options.finder);
  const { TextNode, AutoLinkNode, TOGGLE_LINK_COMMAND, COMMAND_PRIORITY_LOW } = host;
  const { $isLinkNode, $isRangeSelection, $getSelection } = host;
  const runAround = createRuns(host);
  const { isExcluded = (parent) => parent.getType() === "code" } = options;

  const update = (node) => {
    const parent = node.getParent();
    if (!parent || isExcluded(parent)) return;
    // In a link that the user made, nothing is linked.
    for (let ancestor = parent; ancestor; ancestor = ancestor.getParent()) if ($isLinkNode(ancestor)) return;
    updateRun(runAround(node));
  };

  const updateRun = ({ items, low, high }) => {
    const text = items.map((item) => item.text).join("");
    const wanted = new Map();
    for (const link of finder.find(text)) {
      const anchor = link.start >= low && link.end <= high ? anchorOf(link) : undefined;
      if (anchor) wanted.set(link.start, { start: link.start, end: link.end, anchor });
    }
    for (const item of items) {
      if (!item.link) continue;
      const link = wanted.get(item.start);
      if (link?.end === item.end && link.anchor.href === item.node.getURL()) {
        wanted.delete(item.start);
      } else {
        unwrap(item.node);
        item.link = false;
      }
    }
    for (const { start, end, anchor } of wanted.values()) wrap(items, start, end, anchor);
  };

  const wrap = (items, start, end, anchor) => {
    const nodes = [];
    for (const item of items) {
      if (item.link) continue;
      for (const piece of splitItem(item, start, end)) nodes.push(piece);
    }
    const link = host.$createAutoLinkNode(anchor.href, linkAttributes(anchor));
    nodes[0].insertBefore(link);
    link.append(...nodes);
  };

  /** The text nodes of an item that are in a range, after splitting those that are in it partly. */
  const splitItem = (item, start, end) => {
    const inside = [];
    const pieces = [];
    for (const piece of item.nodes) {
      const from = Math.max(start, piece.start);
      const to = Math.min(end, piece.end);
      if (from >= to) {
        pieces.push(piece);
        continue;
      }
      const cuts = [from - piece.start, to - piece.start].filter((cut) => cut > 0 && cut < piece.end - piece.start);
      const parts = cuts.length > 0 ? piece.node.splitText(...cuts) : [piece.node];
      let offset = piece.start;
      for (const node of parts) {
        const length = node.getTextContentSize();
        if (offset >= start && offset + length <= end) inside.push(node);
        else pieces.push({ node, start: offset, end: offset + length });
        offset += length;
      }
    }
    item.nodes = pieces;
    return inside;
  };

  const registrations = [
    editor.registerNodeTransform(TextNode, (node) => {
      const parent = node.getParent();
      if (parent && host.$isAutoLinkNode(parent)) {
        if (!parent.getIsUnlinked()) update(parent);
      } else if (node.isSimpleText()) {
        update(node);
      }
    }),
    editor.registerNodeTransform(AutoLinkNode, (node) => {
      if (!node.getIsUnlinked()) update(node);
    }),
    // Without a URL, the command unlinks: an automatic link stays as a node that remembers it.
    editor.registerCommand(
      TOGGLE_LINK_COMMAND,
      (payload) => {
        const selection = $getSelection();
        if (payload !== null || !$isRangeSelection(selection)) return false;
        const links = new Set();
        for (const node of selection.getNodes()) {
          for (let at = node; at; at = at.getParent()) if (host.$isAutoLinkNode(at)) links.add(at);
        }
        for (const link of links) link.setIsUnlinked(!link.getIsUnlinked());
        return links.size > 0;
      },
      COMMAND_PRIORITY_LOW,
    ),
  ];
  return () => registrations.forEach((remove) => remove());
}

function unwrap(link) {
  for (const child of link.getChildren()) link.insertBefore(child);
  link.remove();
}

/**
 * Returns a function that returns the run of text around a node: `items`, which are sibling text nodes and automatic
 * links. It ends at the next text nodes with white space, which no link crosses. Of those, the parts before the offset
 * `low` and after the offset `high` depend on text outside.
 */
function createRuns({ $isTextNode, $isAutoLinkNode }) {
  const isPart = (node) =>
    ($isTextNode(node) && node.isSimpleText() && !node.hasFormat("code")) ||
    ($isAutoLinkNode(node) && !node.getIsUnlinked() && node.getChildren().every((child) => $isTextNode(child)));
  const isEnd = (node) => $isTextNode(node) && /\s/.test(node.getTextContent());

  /** The nodes next to a node, nearest first. */
  const neighbours = (node, next) => {
    const found = [];
    for (let at = next(node); at && isPart(at); at = next(at)) {
      found.push(at);
      if (isEnd(at)) break;
    }
    return found;
  };

  return (node) => {
    if (!isPart(node)) return { items: [], low: 0, high: 0 };
    const before = neighbours(node, (at) => at.getPreviousSibling()).reverse();
    const after = neighbours(node, (at) => at.getNextSibling());
    const items = [];
    let offset = 0;
    for (const at of [...before, node, ...after]) {
      const link = $isAutoLinkNode(at);
      const start = offset;
      const nodes = (link ? at.getChildren() : [at]).map((text) => {
        const from = offset;
        offset += text.getTextContentSize();
        return { node: text, start: from, end: offset };
      });
      items.push({ node: at, link, nodes, start, end: offset, text: at.getTextContent() });
    }
    const [first, last] = [items[0], items.at(-1)];
    const low = before.length > 0 && isEnd(before[0]) ? first.text.search(/\s/) : 0;
    const high = after.length > 0 && isEnd(after.at(-1)) ? last.start + /\s\S*$/.exec(last.text).index : offset;
    return { items, low, high };
  };
}
