import { Terminal } from "@xterm/xterm";
import css from "@xterm/xterm/css/xterm.css";
import { createLinkProvider } from "linkspan/xterm";

const style = document.createElement("style");
style.textContent = css;
document.head.append(style);

window.create = (columns, text, options = {}) => {
  window.terminal?.dispose();
  window.opened = [];
  window.hovered = [];
  const terminal = new Terminal({ cols: columns, rows: 12, allowProposedApi: true });
  terminal.open(document.getElementById("root"));
  const provider = createLinkProvider(terminal, {
    activate: (_event, link) => window.opened.push(link.href),
    hover: (_event, link) => window.hovered.push(link.text),
    ...options,
  });
  terminal.registerLinkProvider(provider);
  Object.assign(window, { terminal, provider });
  return new Promise((resolve) => terminal.write(text, resolve));
};

/** The links that the provider finds from a row, counted from 1. */
window.linksOfRow = (row) =>
  new Promise((resolve) =>
    window.provider.provideLinks(row, (links) =>
      resolve((links ?? []).map(({ text, range: { start, end } }) => [text, [start.x, start.y], [end.x, end.y]])),
    ),
  );

/** The centre of a cell, counted from 1, in pixels of the page. */
window.centreOf = (x, y) => {
  const screen = document.querySelector(".xterm-screen").getBoundingClientRect();
  const { cols, rows } = window.terminal;
  return { x: screen.left + ((x - 0.5) * screen.width) / cols, y: screen.top + ((y - 0.5) * screen.height) / rows };
};
