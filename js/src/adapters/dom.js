// Links in the text of a page.

import { createAnchors, USER_CONTENT_REL } from "./shared/anchor.js";
import { finderOf } from "./shared/finder.js";
import { createSkipped, isEditable } from "./shared/skip.js";

const ELEMENT = 1;
const TEXT = 3;

/**
 * Links the text in an element. Text is never joined across elements; adjacent text nodes are one text.
 *
 * Returns an object that can observe changes, and undo everything.
 */
export function linkifyElement(root, options = {}) {
  const linked = new LinkedElement(root, options);
  linked.update();
  if (options.observe) linked.observe();
  return linked;
}

class LinkedElement {
  #root;
  #finder;
  #anchorOf;
  #isSkipped;
  /** The links that this object created, and the text of each as it was. */
  #anchors = new Map();
  /** The text nodes that this object split off others. */
  #pieces = new WeakSet();
  #observer;

  constructor(root, options) {
    this.#root = root;
    this.#anchorOf = createAnchors(options, { rel: USER_CONTENT_REL });
    this.#finder = finderOf(options.finder);
    const isSkippedName = createSkipped(options.code);
    const { skip } = options;
    if (skip !== undefined && typeof skip !== "string" && typeof skip !== "function") {
      throw new TypeError(`expected a selector or a function as skip, found ${typeof skip}`);
    }
    const isSkippedByOption = typeof skip === "string" ? (element) => element.matches(skip) : skip;
    this.#isSkipped = (element) =>
      isSkippedName(element.localName) || isInteractive(element) || (isSkippedByOption?.(element) ?? false);
  }

  /** The links that were created, in no particular order. */
  get anchors() {
    return [...this.#anchors.keys()].filter((anchor) => this.#root.contains(anchor));
  }

  /** Links text that was added or changed since. */
  update() {
    if (!this.#isIn(this.#root)) return;
    this.#withoutObserving(() => this.#linkTree(this.#root));
  }

  /** Links what is added or changed in the element from now on, until `disconnect` or `undo`. */
  observe() {
    if (this.#observer) return;
    const { MutationObserver } = this.#root.ownerDocument.defaultView ?? globalThis;
    this.#observer = new MutationObserver((records) => this.#handle(records));
    this.#startObserving();
  }

  /** Ends observing. The links stay. */
  disconnect() {
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  /** Removes all links that this object created, and ends observing. */
  undo() {
    this.disconnect();
    for (const anchor of [...this.#anchors.keys()]) this.#unlink(anchor);
  }

  #startObserving() {
    const changes = { childList: true, characterData: true, subtree: true };
    this.#observer?.observe(this.#root, changes);
  }

  /** Changes that this object makes are not observed. */
  #withoutObserving(change) {
    const pending = this.#observer?.takeRecords() ?? [];
    this.#observer?.disconnect();
    try {
      change();
    } finally {
      this.#startObserving();
    }
    if (pending.length > 0) this.#handle(pending);
  }

  #handle(records) {
    const parents = new Set();
    for (const { type, target, addedNodes } of records) {
      // Text that changed is in its parent. A link of this object whose text changed is linked again.
      let parent = type === "characterData" ? target.parentNode : target;
      if (parent && this.#anchors.has(parent)) {
        const anchor = parent;
        parent = anchor.parentNode;
        if (parent && anchor.textContent !== this.#anchors.get(anchor).shown) {
          this.#withoutObserving(() => this.#unlink(anchor, { keepsContent: true }));
        }
      }
      if (parent && this.#root.contains(parent)) parents.add(parent);
      for (const node of addedNodes) if (node.nodeType === ELEMENT) parents.add(node);
    }
    this.#withoutObserving(() => {
      for (const parent of parents) {
        if (this.#root.contains(parent) && this.#isIn(parent)) this.#linkChanged(parent);
      }
    });
    for (const anchor of this.#anchors.keys()) if (!this.#root.contains(anchor)) this.#anchors.delete(anchor);
  }

  /** Links text that changed, and removes links that are none any more: text next to a link may change where it ends. */
  #linkChanged(parent) {
    for (const run of this.#runsIn(parent)) {
      if (!run.some((node) => this.#anchors.has(node))) continue;
      const { text, offsets } = this.#read(run);
      const ends = new Map(this.#finder.find(text).map((link) => [link.start, link.end]));
      run.forEach((node, index) => {
        if (this.#anchors.has(node) && ends.get(offsets[index]) !== offsets[index + 1]) this.#unlink(node);
      });
    }
    this.#linkTree(parent);
  }

  /** The runs of adjacent text nodes and links of this object. */
  #runsIn(parent) {
    const runs = [[]];
    for (const child of parent.childNodes) {
      if (child.nodeType === TEXT || this.#anchors.has(child)) runs.at(-1).push(child);
      else if (runs.at(-1).length > 0) runs.push([]);
    }
    return runs;
  }

  /** The text of a run, and where each node starts and ends in it. */
  #read(run) {
    const texts = run.map((node) => this.#anchors.get(node)?.text ?? node.data);
    const offsets = [0];
    for (const text of texts) offsets.push(offsets.at(-1) + text.length);
    return { text: texts.join(""), offsets };
  }

  /** Whether neither an element nor what contains it is skipped. */
  #isIn(element) {
    for (let at = element; at && at.nodeType === ELEMENT; at = at.parentElement) if (this.#isSkipped(at)) return false;
    return true;
  }

  #linkTree(element) {
    const elements = [element];
    while (elements.length > 0) {
      const parent = elements.pop();
      for (const run of this.#runsIn(parent)) this.#linkRun(run);
      for (const child of parent.children) {
        if (!this.#anchors.has(child) && !this.#isSkipped(child)) elements.push(child);
      }
    }
  }

  #linkRun(run) {
    if (run.length === 0) return;
    const { text, offsets } = this.#read(run);
    const linked = new Set(offsets.filter((_, index) => this.#anchors.has(run[index])));
    // From the end, so that the nodes before stay what they are.
    for (const link of this.#finder.find(text).reverse()) {
      const anchor = linked.has(link.start) ? undefined : this.#anchorOf(link);
      if (anchor) this.#wrap(run, offsets, link, anchor);
    }
  }

  #wrap(run, offsets, link, { href, text: shown, attributes }) {
    const inside = [];
    // The last node that starts before the link, or with it.
    let first = run.length - 1;
    while (offsets[first] > link.start) first--;
    for (let index = first; index < run.length && offsets[index] < link.end; index++) {
      const node = run[index];
      const from = Math.max(0, link.start - offsets[index]);
      const to = Math.min(offsets[index + 1], link.end) - offsets[index];
      if (from >= to) continue;
      if (to < node.length) this.#pieces.add(node.splitText(to));
      inside.push(from > 0 ? this.#splitOff(node, from) : node);
    }
    const element = this.#root.ownerDocument.createElement("a");
    element.setAttribute("href", href);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    inside[0].before(element);
    element.append(...inside);
    if (shown !== link.text) element.textContent = shown;
    this.#anchors.set(element, { text: link.text, shown, nodes: inside });
  }

  #splitOff(node, from) {
    const piece = node.splitText(from);
    this.#pieces.add(piece);
    return piece;
  }

  /** Replaces a link by its text, or by what it contains now, and joins the text nodes that were one before. */
  #unlink(anchor, { keepsContent = false } = {}) {
    const { nodes: before, text, shown } = this.#anchors.get(anchor);
    this.#anchors.delete(anchor);
    if (!anchor.parentNode) return;
    const nodes = keepsContent || text === shown ? [...anchor.childNodes] : before;
    const { nextSibling: next } = anchor;
    anchor.replaceWith(...nodes);
    for (const node of nodes) this.#join(node);
    if (next) this.#join(next);
  }

  /** Joins a text node that was split off with the node before it. */
  #join(node) {
    const before = node.previousSibling;
    if (node.nodeType !== TEXT || before?.nodeType !== TEXT || !this.#pieces.has(node)) return;
    before.appendData(node.data);
    node.remove();
  }
}

/** A link is not part of another one. */
function isInteractive(element) {
  return isEditable(element.getAttribute("contenteditable")) || element.getAttribute("role") === "link";
}
