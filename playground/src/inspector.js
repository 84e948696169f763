import { assessUrl, defang, toAscii, toReadable } from "linkspan/assess";

import { byId, element } from "./element.js";

const EFFECTS = {
  starts: "starts a part",
  includes: "belongs to the link",
  waits: "belongs to the link only if something follows",
  opens: "opens a bracket",
  closes: "closes a bracket",
  clears: "separates; open brackets before it do not matter any more",
  stops: "ends the link",
};

const REASONS = {
  hard: "white space or another character that no link contains",
  unmatched: "a closing bracket that was not opened in the link",
  "too-deep": "too many open brackets",
  "no-part": "nothing that starts a path, query or fragment",
};

/** A character as a name, where it is invisible. */
function visible(character) {
  const isVisible = /^[\p{L}\p{N}\p{P}\p{S}]/u.test(character);
  if (isVisible) return character;
  if (/^\p{M}/u.test(character)) return `◌${character}`;
  return `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function row(name, value) {
  return value === undefined || value === "" ? [] : [element("dt", {}, name), element("dd", {}, element("code", {}, value))];
}

function parts(link) {
  const { scheme, userinfo, localPart, host, port, path, query, fragment, directive } = link.parts;
  const named = { scheme, userinfo, "local part": localPart, host, port, path, query, fragment, directive };
  return Object.entries(named).flatMap(([name, part]) => row(name, part?.text));
}

function findings(report) {
  if (report.findings.length === 0) return element("p", { class: "hint" }, "Nothing about this link deceives.");
  const items = report.findings.map(({ level, code, message, advice }) =>
    element("li", { class: level }, element("strong", {}, `${level}: ${code}`), element("span", {}, message), element("span", {}, advice)),
  );
  return element("ul", { class: "findings" }, ...items);
}

function steps(candidate) {
  if (!candidate?.steps?.length) return [element("p", { class: "hint" }, "Nothing follows the host, so the link ends with it.")];
  const limit = candidate.earlyEnd?.offset ?? Infinity;
  const boxes = candidate.steps.map(({ start, character, part, effect, reason }) => {
    const isAfter = start >= limit;
    const what = isAfter ? "is after the end of the link" : `${EFFECTS[effect]}${reason ? `: ${REASONS[reason]}` : ""}`;
    const title = `${visible(character)} ${what}${part ? ` (${part})` : ""}`;
    return element("li", { class: isAfter ? "after" : effect, title, "aria-label": title }, visible(character));
  });
  const legend = element("p", { class: "hint legend" });
  for (const [name, text] of [["includes", "in the link"], ["waits", "only if more follows"], ["stops", "ends the link"]]) {
    legend.append(element("span", { class: name }, text));
  }
  const early = candidate.earlyEnd && element("p", {}, `The standard would go on. The link ends here: ${candidate.earlyEnd.message}.`);
  return [element("ol", { class: "characters", dir: "auto" }, ...boxes), legend, ...(early ? [early] : [])];
}

function form(convert, link) {
  try {
    return convert(link.href);
  } catch (error) {
    return error instanceof RangeError ? undefined : Promise.reject(error);
  }
}

function copyButton(name, value) {
  const button = element("button", { type: "button" }, `Copy ${name}`);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(value);
      button.textContent = "Copied";
    } catch {
      button.textContent = "The browser does not allow it";
    }
  });
  return button;
}

/** Shows a link: its target and parts, its forms, findings, and why it ends where it does. */
export function showLink({ link, candidate, finder, isUnlinked, toggle }) {
  const report = assessUrl(link.text, finder);
  const button = element("button", { type: "button", id: "unlink", onclick: toggle }, isUnlinked ? "Link it again" : "This is not a link");
  byId("details").replaceChildren(
    element("dl", {}, ...row("text", link.text), ...row("target", link.href), ...row("kind", link.kind)),
    element("div", { class: "actions" }, button, copyButton("the target", link.href)),
    element("h3", {}, "Forms"),
    element("dl", {}, ...row("readable", form(toReadable, link)), ...row("ASCII", form(toAscii, link)), ...row("safe", report.safeDisplay), ...row("defanged", form(defang, link))),
    element("h3", {}, "Findings"),
    findings(report),
    element("h3", {}, "Why it ends there"),
    ...steps(candidate),
    element("h3", {}, "Parts"),
    element("dl", {}, ...parts(link)),
  );
}

export function showNothing(hasLinks) {
  const hint = hasLinks ? "Choose a link in the list, or move the caret into one." : "There is no link in the text.";
  byId("details").replaceChildren(element("p", { class: "hint" }, hint));
}
