// Syntax trees of unist: the text nodes of Markdown (mdast) and HTML (hast).

/**
 * Replaces each text node by what `split` returns for it, if that is not `undefined`.
 *
 * The tree is walked without recursion: documents may be nested deeper than the stack.
 *
 * @param {(node) => boolean} isSkipped whether to leave a node and everything in it as it is
 * @param {(node) => object[] | undefined} split
 */
export function replaceText(tree, isSkipped, split) {
  const parents = [tree];
  while (parents.length > 0) {
    const parent = parents.pop();
    let children;
    parent.children.forEach((child, index) => {
      const replacement = child.type === "text" && typeof child.value === "string" ? split(child) : undefined;
      if (replacement) {
        children ??= parent.children.slice(0, index);
        children.push(...replacement);
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
 * escapes, character references and the markers of block quotes are in the source, but not in the text.
 */
export function createPositions({ value, position }) {
  const { start, end } = position ?? {};
  if (start?.offset === undefined || end?.offset === undefined || end.offset - start.offset !== value.length) {
    return () => undefined;
  }
  const point = (at) => {
    const before = value.slice(0, at);
    const lineStart = before.lastIndexOf("\n") + 1;
    if (lineStart === 0) return { line: start.line, column: start.column + at, offset: start.offset + at };
    const line = start.line + before.split("\n").length - 1;
    return { line, column: at - lineStart + 1, offset: start.offset + at };
  };
  return (from, to) => ({ start: point(from), end: point(to) });
}
