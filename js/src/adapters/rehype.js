// Links in HTML for rehype: a transformer of hast.

import { toProperties } from "./shared/properties.js";
import { createSkipped } from "./shared/skip.js";
import { createSplitter } from "./shared/text.js";
import { createPositions, replaceText } from "./shared/tree.js";

export default function rehypeLinkspan(options = {}) {
  const split = createSplitter(options);
  const isSkippedName = createSkipped(options.code);
  return (tree) => {
    replaceText(
      tree,
      (node) => node.type === "element" && (isSkippedName(node.tagName) || isEditable(node)),
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

/** An editor decides itself what is a link. */
function isEditable({ properties }) {
  const editable = properties?.contentEditable;
  return editable !== undefined && editable !== null && String(editable).toLowerCase() !== "false";
}
