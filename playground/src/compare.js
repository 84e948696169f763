import { byId, element, pieces } from "./element.js";
import { RIVALS } from "./rivals.js";

const key = ({ start, end }) => `${start}-${end}`;

function column(name, text, ranges, isDifferent, note) {
  const mark = (inside, range) => element("mark", { class: isDifferent(range) ? "differs" : undefined }, inside);
  const marked = pieces(text, ranges, (between) => between, mark);
  return element("div", { class: "column" }, element("h3", {}, name), element("p", { class: "hint" }, note), element("pre", { tabIndex: 0, "aria-label": `Text with the links of ${name}` }, ...marked));
}

/** Shows the text with the links of all libraries. */
export function showComparison(text, links) {
  const ours = new Set(links.map(key));
  const columns = [column("linkspan", text, links, () => false, `${links.length} links`)];
  for (const [name, find] of RIVALS) {
    const ranges = find(text);
    const same = ranges.filter((range) => ours.has(key(range))).length;
    const note = `${ranges.length} links, ${ranges.length - same} of them other than those of linkspan, ${links.length - same} missing`;
    columns.push(column(name, text, ranges, (range) => !ours.has(key(range)), note));
  }
  byId("columns").replaceChildren(...columns);
}
