// Syntax trees of unist: the text nodes of Markdown (mdast) and HTML (hast).

/**
 * Replaces each text node by what `split` returns for it, if that is not `undefined`.
 *
 * The tree is walked without recursion: documents may be nested deeper than the stack.
 *
 * @param {(node) => boolean} isSkipped whether to leave a node and everything in it as it is
 * @param {(node, siblings: object) => object[] | undefined} split
 * @param {(node, siblings: object) => void} visit is called for the other children of a parent, with the same object
 */
export function replaceText(tree, isSkipped, split, visit = () => {}) {
  const parents = [tree];
  while (parents.length > 0) {
    const parent = parents.pop();
    const siblings = {};
    let children;
    parent.children.forEach((child, index) => {
      const isText = child.type === "text" && typeof child.value === "string";
      if (!isText) visit(child, siblings);
      const replacement = isText ? split(child, siblings) : undefined;
      if (replacement) {
        children ??= parent.children.slice(0, index);
        for (const node of replacement) children.push(node);
        return;
      }
      children?.push(child);
      if (Array.isArray(child.children) && !isSkipped(child)) parents.push(child);
    });
    if (children) parent.children = children;
  }
}

/**
 * Returns a function that returns the position in the source of a part of a text node, or `undefined` if it is unknown:
 * escapes, character references and the markers of block quotes are in the source, but not in the text. The parts must be
 * asked for in order.
 */
export function createPositions({ value, position }) {
  const { start, end } = position ?? {};
  if (start?.offset === undefined || end?.offset === undefined || end.offset - start.offset !== value.length) {
    return () => undefined;
  }
  let line = start.line;
  let lineStart = 1 - start.column;
  let done = 0;
  const point = (at) => {
    for (let feed = value.indexOf("\n", done); feed >= 0 && feed < at; feed = value.indexOf("\n", feed + 1)) {
      line++;
      lineStart = feed + 1;
      done = lineStart;
    }
    return { line, column: at - lineStart + 1, offset: start.offset + at };
  };
  return (from, to) => ({ start: point(from), end: point(to) });
}
