// The finder of an adapter, and what an adapter does with the links that it finds.

import { createSharedFinders } from "../../core/finder.js";
import { Finder } from "../../index.js";

const sharedFinder = createSharedFinders(Finder);

/**
 * The finder of an adapter: a finder of any module of this package, or one with these options. Equal options share one
 * finder, so that this may be called for each text.
 */
export function finderOf(finder = {}, profile = "prose") {
  if (typeof finder?.findFirst === "function") return finder;
  return sharedFinder({ profile, ...finder });
}

/** Whether following a URL may run a script that the URL itself contains. Adapters leave such a link as text. */
export function runsScript(href) {
  return /^(?:javascript|vbscript|data):/i.test(href);
}

/** The scheme of a link as written, in lower case and with its colon, or an empty string. `parts` would cost more. */
export function schemeOf({ text, href }) {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0].toLowerCase() ?? "";
  // In `example.com:8080`, the target has another one.
  return href.startsWith(scheme) ? scheme : "";
}

/** The same link in a text where it starts later, or with a negative number, earlier. */
export function moveLink(link, by) {
  if (by === 0) return link;
  const { start, end, kind, text, href, display } = link;
  return {
    start: start + by,
    end: end + by,
    kind,
    text,
    href,
    display,
    get parts() {
      const moved = {};
      for (const [name, span] of Object.entries(link.parts)) {
        moved[name] = { start: span.start + by, end: span.end + by, text: span.text };
      }
      return moved;
    },
  };
}

/** More than most links have, and less than what would take long to search at each colon of a text. */
const MAX_WINDOW = 1 << 14;

/** The link at the start of a text. What follows is not searched: for each colon of a text, that would take too long. */
export function findAtStart(finder, text) {
  let link = finder.findFirst(beforeSpace(text.slice(0, MAX_WINDOW)));
  if (link?.end === MAX_WINDOW) link = finder.findFirst(beforeSpace(text));
  return link?.start === 0 ? link : undefined;
}

/** No link crosses white space. */
function beforeSpace(text) {
  const space = text.search(/\s/);
  return space < 0 ? text : text.slice(0, space);
}
