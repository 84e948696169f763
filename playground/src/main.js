import { Finder, LiveText } from "linkspan/assess";

import { showComparison } from "./compare.js";
import { byId, element, pieces } from "./element.js";
import { showLink, showNothing } from "./inspector.js";
import { createOptions, readOptions, writeOptions } from "./options.js";
import { SAMPLES } from "./samples.js";
import { decodeState, encodeState } from "./share.js";

const area = byId("text");
const backdrop = byId("backdrop");

let finder = new Finder({ profile: "prose" });
const live = new LiveText("", finder);
/** The range of the selected link. */
let selected;

/** All links: those that are linked, and those that the user unlinked. */
function allLinks() {
  const linked = new Map(live.links().map((link) => [link.start, link]));
  const isOff = readOptions().linking === "off";
  return isOff ? [] : finder.find(live.text).map((link) => ({ link, isUnlinked: !linked.has(link.start) }));
}

function isSelected({ start, end }) {
  return selected !== undefined && start <= selected.start && selected.start < end;
}

function showEditor(all, reports) {
  const ranges = all.map(({ link, isUnlinked }) => ({ start: link.start, end: link.end, isUnlinked }));
  const mark = (inside, range) => {
    const classes = [isSelected(range) && "selected", range.isUnlinked && "unlinked", reports.get(range.start)?.level];
    return element("mark", { class: classes.filter(Boolean).join(" ") }, inside);
  };
  // A last line that is empty has no height without a character in it.
  backdrop.replaceChildren(...pieces(live.text, ranges, (between) => between, mark), "\u200B");
  backdrop.scrollTop = area.scrollTop;
}

/** Scrolls the text so that the selected link is visible. */
function showInEditor() {
  const mark = backdrop.querySelector("mark.selected");
  if (!mark) return;
  const isVisible = mark.offsetTop >= area.scrollTop && mark.offsetTop < area.scrollTop + area.clientHeight - 40;
  if (!isVisible) area.scrollTop = mark.offsetTop - area.clientHeight / 3;
}

function showList(all, reports) {
  const buttons = all.map(({ link, isUnlinked }) => {
    const select = () => {
      area.setSelectionRange(link.start, link.end);
      choose(link.start);
      showInEditor();
      document.querySelector("#links [aria-current=true]")?.focus();
    };
    const display = reports.get(link.start)?.safeDisplay ?? link.display;
    const label = isUnlinked ? `${display}, not linked` : display;
    const properties = { type: "button", class: isUnlinked ? "unlinked" : "", dir: "auto", onclick: select, "aria-label": label, "data-start": link.start };
    return element("li", {}, element("button", { ...properties, "aria-current": isSelected(link) ? "true" : "false" }, display));
  });
  byId("links").replaceChildren(...buttons);
  const unlinked = all.filter(({ isUnlinked }) => isUnlinked).length;
  const count = all.length - unlinked;
  byId("status").textContent = `${count} ${count === 1 ? "link" : "links"}${unlinked ? `, ${unlinked} not linked by choice` : ""}`;
}

function showRejections(candidates) {
  const rejected = candidates.filter(({ rejection }) => rejection);
  const items = rejected.map(({ offset, rejection }) => {
    const around = live.text.slice(Math.max(0, offset - 20), offset + 20);
    return element("li", {}, element("code", {}, around), ` ${rejection.message} (${rejection.rule})`);
  });
  byId("rejections").replaceChildren(...items);
}

function showSelected(all, candidates) {
  const found = all.find(({ link }) => isSelected(link));
  if (!found) {
    showNothing(all.length > 0);
    return;
  }
  const { link, isUnlinked } = found;
  const toggle = () => {
    if (isUnlinked) live.relink(link.start, link.end);
    else live.unlink(link.start, link.end);
    show();
    byId("unlink").focus();
  };
  const candidate = candidates.find((candidate) => candidate.link?.start === link.start);
  showLink({ link, candidate, finder, isUnlinked, toggle });
}

function show() {
  const all = allLinks();
  const candidates = finder.explain(live.text);
  const reports = new Map(finder.assess(live.text).map(({ link, report }) => [link.start, report]));
  showEditor(all, reports);
  showList(all, reports);
  showRejections(candidates);
  showSelected(all, candidates);
  showComparison(live.text, all.filter(({ isUnlinked }) => !isUnlinked).map(({ link }) => link));
}

function choose(offset) {
  selected = { start: offset };
  show();
}

function setText(text) {
  area.value = text;
  live.setText(text);
  selected = undefined;
}

/** Uses the options of the controls. Options that do not work are explained, and the last ones stay in use. */
function applyOptions() {
  const error = byId("error");
  try {
    const next = new Finder(readOptions());
    live.setFinder(next);
    finder.free();
    finder = next;
    error.hidden = true;
  } catch (problem) {
    if (!(problem instanceof TypeError || problem instanceof RangeError)) throw problem;
    error.textContent = problem.message;
    error.hidden = false;
  }
  show();
}

async function share() {
  const state = { text: live.text, options: readOptions(), unlinked: live.unlinked() };
  history.replaceState(null, "", `#${await encodeState(state)}`);
  const output = byId("shared");
  try {
    await navigator.clipboard.writeText(location.href);
    output.textContent = "Copied. The text is in the address and is not sent to a server.";
  } catch {
    output.textContent = "The address of this page has the text now.";
  }
}

async function restore() {
  const state = await decodeState(location.hash);
  writeOptions(state?.options ?? { profile: "prose" });
  setText(state?.text ?? SAMPLES[0][1]);
  applyOptions();
  if (Array.isArray(state?.unlinked)) {
    live.restore(state.unlinked);
    show();
  }
}

function start() {
  createOptions(applyOptions);
  const sample = byId("sample");
  sample.append(...SAMPLES.map(([title], index) => element("option", { value: String(index) }, title)));
  sample.addEventListener("change", () => {
    setText(SAMPLES[Number(sample.value)][1]);
    show();
  });
  area.addEventListener("input", () => {
    live.setText(area.value);
    selected = { start: area.selectionStart };
    show();
  });
  area.addEventListener("scroll", () => (backdrop.scrollTop = area.scrollTop));
  document.addEventListener("selectionchange", () => {
    const isCaret = document.activeElement === area && area.selectionStart === area.selectionEnd;
    if (isCaret && selected?.start !== area.selectionStart) choose(area.selectionStart);
  });
  byId("theme").addEventListener("change", ({ target }) => (document.documentElement.dataset.theme = target.value));
  byId("share").addEventListener("click", share);
  window.addEventListener("hashchange", restore);
  return restore();
}

start();
