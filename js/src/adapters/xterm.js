// Links in xterm.js: a link provider.

import { finderOf, runsScript } from "./shared/finder.js";

/** A link is searched in the row and at most this many wrapped rows before and after it. */
const MAX_ROWS = 64;

/**
 * A provider for `terminal.registerLinkProvider`. Links may continue in the next row if the terminal wrapped the line.
 */
export function createLinkProvider(terminal, options = {}) {
  const finder = finderOf(options.finder, "terminal");
  const { activate = openInNewWindow, hover, leave, maxRows = MAX_ROWS } = options;

  return {
    provideLinks(row, callback) {
      const line = readLine(terminal.buffer.active, row - 1, maxRows);
      if (!line) return callback(undefined);
      const links = [];
      for (const link of finder.find(line.text)) {
        if (runsScript(link.href)) continue;
        const start = line.cells[link.start];
        const end = line.cells[link.end - 1];
        if (start.y > row || end.y < row) continue;
        links.push({
          text: link.text,
          range: { start: { x: start.x, y: start.y }, end: { x: end.x + end.width - 1, y: end.y } },
          activate: (event) => activate(event, link),
          ...(hover && { hover: (event) => hover(event, link) }),
          ...(leave && { leave: (event) => leave(event, link) }),
        });
      }
      callback(links.length > 0 ? links : undefined);
    },
  };
}

function openInNewWindow(_event, link) {
  window.open(link.href, "_blank", "noopener,noreferrer");
}

/**
 * The line that a row is part of, without the break where the terminal wrapped it: its text, and for each code unit the
 * cell that contains it, counted from 1.
 */
function readLine(buffer, row, maxRows) {
  if (!buffer.getLine(row)) return undefined;
  let first = row;
  while (first > 0 && row - first < maxRows && buffer.getLine(first)?.isWrapped) first--;
  let text = "";
  const cells = [];
  let cell;
  for (let y = first; y <= row + maxRows; y++) {
    const line = buffer.getLine(y);
    if (!line || (y > first && !line.isWrapped)) break;
    const nextIsWrapped = buffer.getLine(y + 1)?.isWrapped;
    for (let x = 0; x < line.length; x++) {
      cell = line.getCell(x, cell);
      if (!cell) break;
      const width = cell.getWidth();
      // The second cell of a wide character.
      if (width === 0) continue;
      let characters = cell.getChars();
      if (characters === "") {
        // A wide character that does not fit at the end of a row is in the next one. The cell before is empty.
        const isFiller = x === line.length - 1 && nextIsWrapped && buffer.getLine(y + 1).getCell(0)?.getWidth() === 2;
        if (isFiller) continue;
        characters = " ";
      }
      for (let unit = 0; unit < characters.length; unit++) cells.push({ x: x + 1, y: y + 1, width });
      text += characters;
    }
  }
  return { text, cells };
}
