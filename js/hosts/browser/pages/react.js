import { createElement, Fragment, StrictMode, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Linkify, linkify, useSegments } from "linkspan/react";

const h = createElement;
let root;
const show = (node) => {
  root?.unmount();
  root = createRoot(document.getElementById("root"));
  flushSync(() => root.render(h(StrictMode, null, node)));
  return document.getElementById("root").innerHTML;
};

window.renderText = (text, options) => show(h(Linkify, options, text));
window.renderFunction = (text, options) => show(linkify(text, options));

/** Trees that tests name, since they cannot pass elements. */
window.trees = {
  nested: () => h(Linkify, { rel: "" }, "a ", h("b", null, "example.com"), h("a", { href: "/x" }, "example.org"), h("code", null, "example.net")),
  parts: () => h(Linkify, { rel: "" }, "see ", "example", ".com", "/", 5, null, false, " now"),
  list: () => h(Linkify, { rel: "" }, ["example.com", "example.org"].map((host) => h("li", { key: host }, host))),
  fragment: () => h(Linkify, { rel: "" }, h(Fragment, null, "example.com", h("i", null, "x"))),
  custom: () => {
    const Link = ({ link, href, children }) => h("mark", { "data-kind": link.kind, title: href }, children);
    return h(Linkify, { component: Link, rel: "" }, "ann@example.com");
  },
  editable: () => h(Linkify, null, h("p", { contentEditable: true, suppressContentEditableWarning: true }, "example.com")),
  callback: () => {
    const Call = ({ children }) => h("u", null, children());
    return h(Linkify, null, h(Call, null, () => "example.com"));
  },
  component: () => {
    const Box = ({ children }) => h("section", null, children);
    return h(Linkify, { rel: "" }, h(Box, null, "example.com"));
  },
};
window.renderTree = (name) => show(window.trees[name]());

function Chat() {
  const [text, setText] = useState("");
  const segments = useSegments(text);
  return h(
    "div",
    null,
    h("input", { value: text, onChange: (event) => setText(event.target.value) }),
    h("p", { id: "linkify" }, h(Linkify, { rel: "nofollow", class: "auto" }, text)),
    h("p", { id: "segments" }, segments.map(({ type, start, text }) => h("span", { key: start, className: type }, text))),
  );
}
window.renderChat = () => show(h(Chat));
