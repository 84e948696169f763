// Links in ProseMirror and Tiptap: the specification of a plugin, and commands.
//
// A link is automatic if its text is a link to its target. That is all there is to know, so that it works for documents
// that were stored, pasted or edited by others. Automatic links follow their text. Links with other texts were made by
// people, and stay. Text that looks like a link and is not one was unlinked, and stays unlinked while people type in it.

import { createAnchors } from "./shared/anchor.js";
import { finderOf } from "./shared/finder.js";
import { changedRanges, linkRanges, textBlocks, textOf, windowIn } from "./shared/prosemirror-text.js";

/** Transactions of these plugins restore or receive a document in which the links are already right. */
const OTHERS = ["history$", "collab$", "y-sync$"];

const UPDATE = "linkspan$update";

/** After the end of a composition, ProseMirror needs some time to read its result. */
const COMPOSITION_DELAY = 60;

/** The specification for `new Plugin(…)` of the application. */
export function linkspan(options = {}) {
  const settings = {
    finder: finderOf(options.finder),
    anchorOf: createAnchors(options),
    markName: options.mark ?? "link",
    isForeign: options.isForeign ?? (() => false),
  };
  return {
    linkspan: settings,
    // Changes in a composition wait for its end: marks would interrupt it.
    state: {
      init: () => undefined,
      apply: (transaction, pending) => {
        if (isComposing(transaction)) return transaction.docChanged ? addChanges(pending, [transaction], settings) : pending;
        return transaction.docChanged || transaction.getMeta(UPDATE) ? undefined : pending;
      },
    },
    appendTransaction(transactions, oldState, newState) {
      const isDue = (one) => one.getMeta(UPDATE) || (one.docChanged && !isComposing(one) && !one.getMeta(this.key));
      if (!transactions.some(isDue)) return undefined;
      const pending = this.getState(oldState) ?? { doc: oldState.doc, changes: [] };
      const { doc, changes } = addChanges(pending, transactions, settings);
      const transaction = newState.tr;
      updateLinks(transaction, doc, changes, settings);
      if (!transaction.docChanged) return undefined;
      if (newState.storedMarks) transaction.setStoredMarks(newState.storedMarks);
      return transaction.setMeta(this.key, true);
    },
    props: {
      handleDOMEvents: {
        compositionend: (view) => {
          setTimeout(() => {
            if (!view.isDestroyed && !view.composing) view.dispatch(view.state.tr.setMeta(UPDATE, true));
          }, COMPOSITION_DELAY);
          return false;
        },
      },
    },
  };
}

function isComposing(transaction) {
  return transaction.getMeta("composition") !== undefined;
}

/** Collects the changes of transactions, and the document before them. */
function addChanges(pending, transactions, { isForeign }) {
  const changes = [...(pending?.changes ?? [])];
  for (const transaction of transactions) {
    const isOwn = !OTHERS.some((key) => transaction.getMeta(key) !== undefined) && !isForeign(transaction);
    for (const map of transaction.mapping.maps) changes.push({ map, isOwn });
  }
  return { doc: pending?.doc ?? transactions[0].before, changes };
}

function linkType(schema, { markName }) {
  const type = schema.marks[markName];
  if (!type) throw new RangeError(`expected a mark of the schema as mark, found ${JSON.stringify(markName)}`);
  return type;
}

function updateLinks(transaction, oldDoc, changes, settings) {
  const { doc } = transaction;
  const type = linkType(doc.type.schema, settings);
  const ranges = changedRanges(changes);
  const before = { automatic: [], unlinked: [] };
  for (const { block } of blocksOf(oldDoc, ranges.map(({ oldFrom, oldTo }) => [oldFrom, oldTo]), type)) {
    collectLinks(block, type, settings, changes, before);
  }
  for (const { block, windows } of blocksOf(doc, ranges.map(({ from, to }) => [from, to]), type)) {
    linkBlock(transaction, block, windows, type, settings, before);
  }
}

/** The blocks of text that contain ranges, each once, with the parts of it that changes in the ranges may affect. */
function blocksOf(doc, ranges, type) {
  const blocks = new Map();
  for (const [from, to] of ranges) {
    for (const block of textBlocks(doc, from, to, type)) {
      const { start } = block;
      if (!blocks.has(start)) blocks.set(start, { block, text: textOf(block), windows: [] });
      const { text, windows } = blocks.get(start);
      windows.push(windowIn(text, from - start, to - start));
    }
  }
  return blocks.values();
}

/** The automatic links before a change, and the links that people unlinked, where they are in the new document. */
function collectLinks(block, type, { finder, anchorOf }, changes, { automatic, unlinked }) {
  const marked = linkRanges(block, type);
  for (const link of finder.find(textOf(block))) {
    const over = marked.filter((range) => overlaps(range, link));
    // What an option refuses was not unlinked by a person.
    const isUnlinked = over.length === 0 && anchorOf(link) !== undefined;
    if (!isUnlinked && !isAutomatic(over, link)) continue;
    let [start, end] = [block.start + link.start, block.start + link.end];
    for (const { map } of changes) [start, end] = [map.map(start, 1), map.map(end, -1)];
    if (start >= end) continue;
    if (isUnlinked) unlinked.push({ start, end });
    else automatic.push({ start, end, mark: over[0].mark });
  }
}

function overlaps(a, b) {
  return a.start < b.end && a.end > b.start;
}

function isAutomatic([first, ...others], link) {
  return (
    first !== undefined &&
    others.length === 0 &&
    first.start === link.start &&
    first.end === link.end &&
    first.mark.attrs.href === link.href
  );
}

/** Updates the automatic links of parts of a text block. */
function linkBlock(transaction, block, windows, type, { finder, anchorOf }, { automatic, unlinked }) {
  const inDocument = ({ start, end }) => ({ start: block.start + start, end: block.start + end });
  const wasAutomatic = (range) =>
    automatic.some((before) => before.mark.eq(range.mark) && overlaps(before, inDocument(range)));
  const isIn = (range) => windows.some((window) => overlaps(range, window));
  const all = linkRanges(block, type);
  const made = all.filter((range) => !wasAutomatic(range));
  const marked = all.filter(isIn);
  const text = textOf(block, (offset) => made.some(({ start, end }) => start <= offset && offset < end));
  const wanted = [];
  for (const link of finder.find(text).filter(isIn)) {
    if (unlinked.some((range) => overlaps(range, inDocument(link)))) continue;
    const anchor = anchorOf(link);
    if (anchor) wanted.push({ start: link.start, end: link.end, mark: type.create(attributesOf(type, anchor)) });
  }
  const isSame = (a, b) => a.start === b.start && a.end === b.end && a.mark.eq(b.mark);
  for (const range of marked) {
    if (!wasAutomatic(range) || wanted.some((other) => isSame(range, other))) continue;
    const { start, end } = inDocument(range);
    transaction.removeMark(start, end, range.mark);
  }
  for (const range of wanted) {
    if (marked.some((other) => isSame(range, other))) continue;
    const { start, end } = inDocument(range);
    transaction.addMark(start, end, range.mark);
  }
}

/** The attributes that the mark of the schema has. */
function attributesOf(type, { href, attributes }) {
  const known = Object.keys(type.spec.attrs ?? {});
  return Object.fromEntries(Object.entries({ href, ...attributes }).filter(([name]) => known.includes(name)));
}

function settingsOf(state) {
  return state.plugins.find((plugin) => plugin.spec.linkspan)?.spec.linkspan;
}

/** A command that changes the links of the text blocks in the selection. */
function createCommand(change) {
  return (state, dispatch) => {
    const settings = settingsOf(state);
    if (!settings) return false;
    const type = linkType(state.schema, settings);
    const { from, to } = state.selection;
    const transaction = state.tr;
    for (const block of textBlocks(state.doc, from, to, type)) {
      change(transaction, block, { from: from - block.start, to: to - block.start }, type, settings);
    }
    if (!transaction.docChanged) return false;
    // What is typed next is not part of a link because of this.
    dispatch?.(transaction.removeStoredMark(type));
    return true;
  };
}

/** Removes the links in the selection, or at the cursor. They stay removed while people type in their text. */
export const unlink = createCommand((transaction, block, { from, to }, type) => {
  for (const { start, end, mark } of linkRanges(block, type)) {
    if (start <= to && end >= from) transaction.removeMark(block.start + start, block.start + end, mark);
  }
});

/** Links the text of the selection, or the words at the cursor, also what was unlinked. */
export const relink = createCommand((transaction, block, { from, to }, type, settings) => {
  const window = windowIn(textOf(block), from, to);
  linkBlock(transaction, block, [window], type, settings, { automatic: [], unlinked: [] });
});
