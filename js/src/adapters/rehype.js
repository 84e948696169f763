// Links in HTML for rehype: a transformer of hast.

import { toProperties } from "./shared/properties.js";
import { createSkipped, isEditable } from "./shared/skip.js";
import { createSplitter } from "./shared/text.js";
import { createPositions, replaceText } from "./shared/tree.js";

export default function rehypeLinkspan(options = {}) {
  const split = createSplitter(options);
  const isSkippedName = createSkipped(options.code);
  return (tree) => {
    replaceText(
      tree,
      (node) => node.type === "element" && (isSkippedName(node.tagName) || isEditable(node.properties?.contentEditable)),
      (node) => {
        const positionOf = createPositions(node);
        return split(node.value)?.map(({ start, end, text, anchor }) => {
          const position = positionOf(start, end);
          const place = position ? { position } : {};
          if (!anchor) return { type: "text", value: text, ...place };
          const properties = { href: anchor.href, ...toProperties(anchor.attributes) };
          const children = [{ type: "text", value: anchor.text, ...place }];
          return { type: "element", tagName: "a", properties, children, ...place };
        });
      },
    );
  };
}
