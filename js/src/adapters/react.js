// Links in React: a component, a function and a hook.

import { Children, cloneElement, createElement, Fragment, isValidElement, useMemo } from "react";

import { USER_CONTENT_REL } from "./shared/anchor.js";
import { finderOf } from "./shared/finder.js";
import { createSkipped, isEditable } from "./shared/skip.js";
import { createSplitter } from "./shared/text.js";

const DEFAULTS = { rel: USER_CONTENT_REL };

/** The names of attributes as React has them. */
const PROPS = {
  class: "className",
  hreflang: "hrefLang",
  referrerpolicy: "referrerPolicy",
  tabindex: "tabIndex",
};

/** `<Linkify>text and elements</Linkify>`: its children, with links. */
export function Linkify({ children, component, code, ...options }) {
  const split = createSplitter(options, DEFAULTS);
  return linkChildren(children, { isSkipped: createSkipped(code), text: (text) => linkText(text, split, component) });
}

/** A text as a node of React with links. */
export function linkify(text, { component, ...options } = {}) {
  return linkText(text, createSplitter(options, DEFAULTS), component);
}

/** The pieces of a text: `{ type: "text" | "link", start, end, text, link? }`, as long as text and finder are the same. */
export function useSegments(text, finder) {
  const used = finderOf(finder);
  return useMemo(() => used.segments(text), [used, text]);
}

/**
 * Children with links, or the same children if there are none. Adjacent strings and numbers are one text: `{host}/path`
 * in JSX has two.
 */
function linkChildren(children, link) {
  const linked = [];
  let changed = false;
  let text = "";
  const add = (before, after) => {
    changed ||= before !== after;
    linked.push(after);
  };
  const endText = () => {
    if (text !== "") add(text, link.text(text));
    text = "";
  };
  const visit = (child) => {
    if (typeof child === "string" || typeof child === "number" || typeof child === "bigint") {
      text += child;
    } else if (Array.isArray(child) && !child.some((item) => isValidElement(item))) {
      child.forEach(visit);
    } else if (child !== null && child !== undefined && typeof child !== "boolean") {
      // Other values are not rendered, so the text goes on after them.
      endText();
      add(child, Array.isArray(child) ? linkList(child, link) : linkElement(child, link));
    }
  };
  (Array.isArray(children) ? children : [children]).forEach(visit);
  endText();
  return changed ? createElement(Fragment, null, ...linked) : children;
}

/** A list of elements, which have keys. */
function linkList(list, link) {
  let changed = false;
  const linked = Children.map(list, (item) => {
    const after = isValidElement(item) ? linkElement(item, link) : linkChildren(item, link);
    changed ||= after !== item;
    return after;
  });
  return changed ? linked : list;
}

function linkElement(element, link) {
  if (!isValidElement(element)) return element;
  const { children, contentEditable, dangerouslySetInnerHTML } = element.props;
  if (children === undefined || typeof children === "function" || dangerouslySetInnerHTML) return element;
  if (isEditable(contentEditable)) return element;
  if (element.type === Linkify || (typeof element.type === "string" && link.isSkipped(element.type))) return element;
  const linked = linkChildren(children, link);
  return linked === children ? element : cloneElement(element, undefined, linked);
}

function linkText(text, split, component = "a") {
  const pieces = split(text);
  if (!pieces) return text;
  const nodes = pieces.map(({ text: between, link, anchor }, index) => {
    if (!anchor) return between;
    const props = { key: index, href: anchor.href };
    for (const [name, value] of Object.entries(anchor.attributes)) props[PROPS[name] ?? name] = value;
    if (typeof component !== "string") props.link = link;
    return createElement(component, props, anchor.text);
  });
  return createElement(Fragment, null, nodes);
}
