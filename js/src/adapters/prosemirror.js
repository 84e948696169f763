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
      const isDue = transactions.some((one) => one.getMeta(UPDATE) || (one.docChanged && !isComposing(one)));
      if (!isDue || transactions.some((one) => one.getMeta(this.key))) return undefined;
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
  for (const { oldFrom, oldTo, from, to } of changedRanges(changes)) {
    const before = { automatic: [], unlinked: [] };
    for (const block of textBlocks(oldDoc, oldFrom, oldTo, type)) collectLinks(block, type, settings, changes, before);
    for (const block of textBlocks(doc, from, to, type)) {
      linkBlock(transaction, block, windowIn(textOf(block), from - block.start, to - block.start), type, settings, before);
    }
  }
}

/** The marks of automatic links before a change, and where links were that people unlinked, in the new document. */
function collectLinks(block, type, { finder }, changes, { automatic, unlinked }) {
  const marked = linkRanges(block, type);
  for (const link of finder.find(textOf(block))) {
    const over = marked.filter(({ start, end }) => start < link.end && end > link.start);
    if (over.length === 0) {
      let [start, end] = [block.start + link.start, block.start + link.end];
      for (const { map } of changes) [start, end] = [map.map(start, 1), map.map(end, -1)];
      if (start < end) unlinked.push({ start, end });
    } else if (isAutomatic(over, link)) {
      automatic.push(over[0].mark);
    }
  }
}

function isAutomatic([first, ...others], link) {
  return (
    others.length === 0 &&
    first.start === link.start &&
    first.end === link.end &&
    first.mark.attrs.href === link.href
  );
}

/** Updates the automatic links of a part of a text block. */
function linkBlock(transaction, block, window, type, { finder, anchorOf }, { automatic, unlinked }) {
  const isAutomaticMark = (mark) => automatic.some((other) => other.eq(mark));
  const isIn = ({ start, end }) => start < window.end && end > window.start;
  const marked = linkRanges(block, type).filter(isIn);
  const text = textOf(block, (mark) => mark.type === type && !isAutomaticMark(mark));
  const wanted = [];
  for (const link of finder.find(text).filter(isIn)) {
    const [start, end] = [block.start + link.start, block.start + link.end];
    if (unlinked.some((range) => range.start < end && range.end > start)) continue;
    const anchor = anchorOf(link);
    if (anchor) wanted.push({ start: link.start, end: link.end, mark: type.create(attributesOf(type, anchor)) });
  }
  const isWanted = (range) =>
    wanted.some(({ start, end, mark }) => start === range.start && end === range.end && mark.eq(range.mark));
  for (const range of marked) {
    if (isAutomaticMark(range.mark) && !isWanted(range)) {
      transaction.removeMark(block.start + range.start, block.start + range.end, range.mark);
    }
  }
  for (const { start, end, mark } of wanted) {
    const isThere = marked.some((range) => range.start === start && range.end === end && range.mark.eq(mark));
    if (!isThere) transaction.addMark(block.start + start, block.start + end, mark);
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

/** A command: removes the links in the selection, or at the cursor. They stay removed while people type in their text. */
export function unlink(state, dispatch) {
  const settings = settingsOf(state);
  if (!settings) return false;
  const type = linkType(state.schema, settings);
  const { from, to } = state.selection;
  const transaction = state.tr;
  for (const block of textBlocks(state.doc, from, to, type)) {
    for (const { start, end, mark } of linkRanges(block, type)) {
      if (block.start + start <= to && block.start + end >= from) {
        transaction.removeMark(block.start + start, block.start + end, mark);
      }
    }
  }
  if (!transaction.docChanged) return false;
  // What is typed next is not part of the link, either.
  dispatch?.(transaction.removeStoredMark(type));
  return true;
}

/** A command: links the text of the selection, or the words at the cursor, also what was unlinked. */
export function relink(state, dispatch) {
  const settings = settingsOf(state);
  if (!settings) return false;
  const type = linkType(state.schema, settings);
  const { from, to } = state.selection;
  const transaction = state.tr;
  for (const block of textBlocks(state.doc, from, to, type)) {
    const window = windowIn(textOf(block), from - block.start, to - block.start);
    linkBlock(transaction, block, window, type, settings, { automatic: [], unlinked: [] });
  }
  if (!transaction.docChanged) return false;
  dispatch?.(transaction);
  return true;
}
