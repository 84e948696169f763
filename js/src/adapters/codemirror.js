// Links in CodeMirror 6: an extension that decorates them, opens them and lets people unlink them.

import { invertedEffects } from "@codemirror/commands";
import { Facet, RangeSet, RangeValue, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin } from "@codemirror/view";

import { createAnchors } from "./shared/anchor.js";
import { finderOf, moveLink } from "./shared/finder.js";

/** A line longer than this is searched only around the part that is visible. */
const MAX_CONTEXT = 10_000;

/** "This is not a link", and the reverse, for ranges of the document. */
const setUnlinked = StateEffect.define({
  map: ({ from, to, unlinked }, changes) => {
    const mapped = { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1), unlinked };
    return mapped.from < mapped.to ? mapped : undefined;
  },
});

class Unlinked extends RangeValue {}
Unlinked.prototype.startSide = 1;
Unlinked.prototype.endSide = -1;
const mark = new Unlinked();

/** The ranges that people unlinked. They move with the text, and vanish with it. */
const unlinkedRanges = StateField.define({
  create: () => RangeSet.empty,
  update(ranges, transaction) {
    let updated = ranges.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setUnlinked)) continue;
      const { from, to, unlinked } = effect.value;
      updated = updated.update({
        filter: (start, end) => end <= from || start >= to,
        add: unlinked ? [mark.range(from, to)] : [],
      });
    }
    return updated;
  },
});

/** Undo and redo. */
const undoUnlinking = invertedEffects.of((transaction) =>
  transaction.effects
    .filter((effect) => effect.is(setUnlinked))
    .map(({ value }) => setUnlinked.of({ ...value, unlinked: !value.unlinked })),
);

const settings = Facet.define({ combine: ([first]) => first });

/** The links of a range of the document that people did not unlink, with offsets in the document. */
function linksIn(state, from, to) {
  const { finder, isExcluded } = state.facet(settings);
  const { doc } = state;
  const start = Math.max(doc.lineAt(from).from, from - MAX_CONTEXT);
  const end = Math.min(doc.lineAt(to).to, to + MAX_CONTEXT);
  const ranges = state.field(unlinkedRanges);
  return finder
    .find(doc.sliceString(start, end))
    .map((link) => moveLink(link, start))
    .filter((link) => link.start < to && link.end > from && !isExcluded?.(state, link) && !overlaps(ranges, link));
}

function overlaps(ranges, { start, end }) {
  let found = false;
  ranges.between(start, end, (from, to) => {
    found = from < end && to > start;
    return found ? false : undefined;
  });
  return found;
}

const decorations = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = decorate(view);
    }

    update(update) {
      const isUnlinked = (transaction) => transaction.effects.some((effect) => effect.is(setUnlinked));
      if (update.docChanged || update.viewportChanged || update.transactions.some(isUnlinked)) {
        this.decorations = decorate(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorate(view) {
  const { anchorOf } = view.state.facet(settings);
  const found = [];
  let done = 0;
  for (const { from, to } of view.visibleRanges) {
    for (const link of linksIn(view.state, from, to)) {
      const anchor = link.start >= done ? anchorOf(link) : undefined;
      if (!anchor) continue;
      done = link.end;
      const { class: name, ...attributes } = anchor.attributes;
      found.push(
        Decoration.mark({
          class: name ?? "cm-link",
          attributes: { "data-href": anchor.href, ...attributes },
          inclusive: false,
        }).range(link.start, link.end),
      );
    }
  }
  return Decoration.set(found);
}

/** Opens the link that was clicked with Ctrl, or Command on a Mac. */
const openOnClick = EditorView.domEventHandlers({
  mousedown(event, view) {
    const { open } = view.state.facet(settings);
    if (open === false || event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const link = position === null ? undefined : linkAt(view.state, position);
    if (!link || !view.state.facet(settings).anchorOf(link)) return false;
    event.preventDefault();
    open(event, link);
    return true;
  },
});

function openInNewWindow(_event, link) {
  window.open(link.href, "_blank", "noopener,noreferrer");
}

/** The extension. */
export function linkspan(options = {}) {
  const { isExcluded, open = openInNewWindow } = options;
  const values = { finder: finderOf(options.finder), anchorOf: createAnchors(options), isExcluded, open };
  return [settings.of(values), unlinkedRanges, undoUnlinking, decorations, openOnClick];
}

/** The link at a position of the document, or that ends there. */
export function linkAt(state, position) {
  if (!state.facet(settings)) return undefined;
  const from = Math.max(0, position - 1);
  const to = Math.min(state.doc.length, position + 1);
  const links = linksIn(state, from, to).filter((link) => link.start <= position && link.end >= position);
  return links.find((link) => link.end > position) ?? links[0];
}

/** A command: the links in the selection, or at the cursor, are not links. It can be undone. */
export function unlink({ state, dispatch }) {
  if (!state.facet(settings)) return false;
  const effects = state.selection.ranges.flatMap(({ from, to }) => {
    const links = from === to ? [linkAt(state, from)].filter(Boolean) : linksIn(state, from, to);
    return links.map((link) => setUnlinked.of({ from: link.start, to: link.end, unlinked: true }));
  });
  if (effects.length === 0) return false;
  dispatch(state.update({ effects, userEvent: "unlink" }));
  return true;
}

/** A command: what was unlinked in the selection, or at the cursor, is linked again. It can be undone. */
export function relink({ state, dispatch }) {
  const ranges = state.field(unlinkedRanges, false);
  const effects = [];
  for (const selected of state.selection.ranges) {
    ranges?.between(selected.from, selected.to, (from, to) => {
      effects.push(setUnlinked.of({ from, to, unlinked: false }));
    });
  }
  if (effects.length === 0) return false;
  dispatch(state.update({ effects, userEvent: "relink" }));
  return true;
}
