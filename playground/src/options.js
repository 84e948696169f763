import { byId, element } from "./element.js";

export const PROFILES = ["uts58", "prose", "source", "terminal", "strict"];

const LINK = ["link", "skip"];
const TOP_LEVEL = ["listed", "syntactic", "any"];

/** The options that are a choice, with their values. */
const CHOICES = {
  unknownSchemes: LINK,
  bareDomains: LINK,
  emails: LINK,
  userinfo: LINK,
  ipHosts: LINK,
  oneLabelHosts: LINK,
  schemeTld: TOP_LEVEL,
  bareTld: TOP_LEVEL,
  bracketedTld: TOP_LEVEL,
  scriptBoundaries: ["split", "ignore"],
  trailingQuestion: ["trim", "keep"],
  attachedWords: ["keep", "trim"],
  unmatchedOpeners: ["keep", "trim"],
  badDots: ["skip", "recover"],
  quotedLocalParts: LINK,
  codeNames: ["link", "skip", "skip-words"],
  fileNames: LINK,
  remotePaths: LINK,
  localPartStart: ["standard", "after-separator"],
  mailtoQuery: ["keep", "trim"],
  delimiters: ["standard", "quotes", "code"],
  impliedScheme: ["https", "http"],
  policy: ["report", "strict"],
  linking: ["on", "off"],
};

/** The options that are lists, with what one entry is. Entries are separated by white space. */
const LISTS = {
  schemes: "such as https tel magnet",
  never: "hosts and links that are never linked, such as node.js",
  protectedNames: "domains that others imitate, such as example.com",
};

/** Makes the controls for all options, and calls `changed` when one is used. */
export function createOptions(changed) {
  const list = byId("option-list");
  for (const [name, values] of Object.entries(CHOICES)) {
    const choices = [element("option", { value: "" }, "as the profile"), ...values.map((value) => element("option", { value }, value))];
    list.append(element("label", {}, name, element("select", { name, onchange: changed }, ...choices)));
  }
  const limit = element("input", { name: "lengthLimit", type: "number", min: "1", placeholder: "8192", oninput: changed });
  list.append(element("label", {}, "lengthLimit", limit));
  for (const [name, help] of Object.entries(LISTS)) {
    const field = element("textarea", { name, placeholder: help, spellcheck: false, oninput: changed });
    list.append(element("label", { class: "wide" }, name, field));
  }
  for (const name of PROFILES) byId("profile").append(element("option", { value: name }, name));
  byId("profile").addEventListener("change", changed);
}

function controls() {
  return [...byId("option-list").querySelectorAll("select, input, textarea")];
}

/** The options as the controls show them. */
export function readOptions() {
  const options = { profile: byId("profile").value };
  for (const control of controls()) {
    const value = control.value.trim();
    if (value === "") continue;
    if (control.name in LISTS) options[control.name] = value.split(/\s+/);
    else if (control.name === "lengthLimit") options.lengthLimit = Number(value);
    else options[control.name] = value;
  }
  return options;
}

/** Shows options in the controls. Unknown ones, from an old address, are ignored. */
export function writeOptions(options) {
  byId("profile").value = PROFILES.includes(options.profile) ? options.profile : "prose";
  for (const control of controls()) {
    const value = options[control.name];
    control.value = Array.isArray(value) ? value.join("\n") : (value ?? "");
    if (control.selectedIndex === -1) control.value = "";
  }
}
