import { LinkifyIt } from "linkify-it";
import { find as linkifyjs } from "linkifyjs";

const linkifyIt = new LinkifyIt({ fuzzyLink: true });

/** Other libraries, with the links that they find as ranges. Each runs with links without a scheme, as linkspan does. */
export const RIVALS = [
  [
    "linkify-it",
    (text) => (linkifyIt.match(text) ?? []).map(({ index, lastIndex }) => ({ start: index, end: lastIndex })),
  ],
  ["linkifyjs", (text) => linkifyjs(text).map(({ start, end }) => ({ start, end }))],
];
