// Links in Markdown for remark: a transformer of mdast.

import { toProperties } from "./shared/properties.js";
import { createSplitter } from "./shared/text.js";
import { createPositions, replaceText } from "./shared/tree.js";

const SKIPPED = new Set(["link", "linkReference"]);

export default function remarkLinkspan(options = {}) {
  const split = createSplitter(options);
  return (tree) => {
    replaceText(
      tree,
      (node) => SKIPPED.has(node.type),
      (node) => {
        const positionOf = createPositions(node);
        return split(node.value)?.map(({ start, end, text, anchor }) => {
          const position = positionOf(start, end);
          const place = position ? { position } : {};
          if (!anchor) return { type: "text", value: text, ...place };
          const { title = null, ...attributes } = anchor.attributes;
          const children = [{ type: "text", value: anchor.text, ...place }];
          const link = { type: "link", title, url: anchor.href, children, ...place };
          if (Object.keys(attributes).length > 0) link.data = { hProperties: toProperties(attributes) };
          return link;
        });
      },
    );
  };
}
