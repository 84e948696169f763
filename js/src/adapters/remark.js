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
      (node, siblings) => {
        if (siblings.isInHtmlLink) return undefined;
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
      (node, siblings) => {
        // The tags of a link in HTML are nodes, and what is between them is text.
        if (node.type !== "html") return;
        if (/^<a[\s>]/i.test(node.value)) siblings.isInHtmlLink = true;
        else if (/^<\/a\s*>/i.test(node.value)) siblings.isInHtmlLink = false;
      },
    );
  };
}
