// The text of documents of ProseMirror, and where it changed.

/** The ranges that changed, in the old and in the new document, for changes `{ map, isOwn }`. */
export function changedRanges(changes) {
  const ranges = [];
  changes.forEach(({ map, isOwn }, index) => {
    if (!isOwn) return;
    map.forEach((oldFrom, oldTo, from, to) => {
      const range = { oldFrom, oldTo, from, to };
      for (const later of changes.slice(index + 1)) {
        [range.from, range.to] = [later.map.map(range.from, -1), later.map.map(range.to, 1)];
      }
      for (const earlier of changes.slice(0, index).reverse()) {
        const back = earlier.map.invert();
        [range.oldFrom, range.oldTo] = [back.map(range.oldFrom, -1), back.map(range.oldTo, 1)];
      }
      ranges.push(range);
    });
  });
  return ranges;
}

/** The blocks of text that overlap or touch a range, and may contain links: `{ node, start }`. */
export function textBlocks(doc, from, to, linkType) {
  const blocks = [];
  doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (node, position) => {
    if (!node.isTextblock) return true;
    const start = position + 1;
    const isTouched = start <= to && start + node.content.size >= from;
    if (isTouched && !node.type.spec.code && node.type.allowsMarkType(linkType)) blocks.push({ node, start });
    return false;
  });
  return blocks;
}

/**
 * The text of a block, with as many code units as its content has positions. Code, what is not text, and text at excluded
 * offsets are line feeds, which no link contains.
 */
export function textOf({ node }, isExcluded = () => false) {
  let text = "";
  node.forEach((child, offset) => {
    const isText = child.isText && !child.marks.some((mark) => mark.type.spec.code) && !isExcluded(offset);
    text += isText ? child.text : "\n".repeat(child.nodeSize);
  });
  return text;
}

/** The ranges of a block with links: `{ start, end, mark }`. Text in bold or other formats is the same link. */
export function linkRanges({ node }, linkType) {
  const ranges = [];
  node.forEach((child, offset) => {
    const mark = linkType.isInSet(child.marks);
    if (!mark) return;
    const last = ranges.at(-1);
    if (last?.end === offset && last.mark.eq(mark)) last.end += child.nodeSize;
    else ranges.push({ start: offset, end: offset + child.nodeSize, mark });
  });
  return ranges;
}

/** The part of a text that a change may affect: up to white space, which no link contains. */
export function windowIn(text, from, to) {
  let start = Math.min(Math.max(from, 0), text.length);
  let end = Math.min(Math.max(to, start), text.length);
  while (start > 0 && !/\s/.test(text[start - 1])) start--;
  while (end < text.length && !/\s/.test(text[end])) end++;
  return { start, end };
}
