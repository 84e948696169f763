// Links for marked: an inline extension.

import { createAnchors } from "./shared/anchor.js";
import { finderOf } from "./shared/finder.js";
import { cutMarkup } from "./shared/markdown.js";
import { escapeHtml } from "./shared/text.js";

/** The source is searched in windows of about this length, which end before white space if there is some. */
const WINDOW = 2048;

/** What is searched after the end of a window without white space, for links that start in it: more than a link has. */
const LOOKAHEAD = 8192;

export default function markedLinkspan(options = {}) {
  const anchorOf = createAnchors(options);
  const source = new Source(finderOf(options.finder));

  return {
    extensions: [
      {
        name: "linkspan",
        level: "inline",
        start: (rest) => source.nextStop(rest),
        tokenizer(rest) {
          // Between the tags of a link, or of code, in HTML, too.
          if (this.lexer.state.inLink || this.lexer.state.inRawBlock) return undefined;
          const link = source.linkAtStart(rest);
          const anchor = link && anchorOf(link);
          if (!anchor) return undefined;
          const { href, text, attributes } = anchor;
          const { title = null, ...others } = attributes;
          // The renderer for links is that of the application, unless there are attributes that it does not know.
          const type = Object.keys(others).length > 0 ? "linkspan" : "link";
          const tokens = [{ type: "text", raw: text, text, escaped: false }];
          return { type, raw: link.text, href, title, text, tokens, attributes };
        },
        renderer({ href, text, attributes }) {
          const written = Object.entries({ href, ...attributes })
            .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
            .join("");
          return `<a${written}>${escapeHtml(text)}</a>`;
        },
      },
    ],
    tokenizer: {
      // The autolinks of GitHub: `undefined` means that there is none, without asking the built-in tokenizer.
      url: () => undefined,
    },
  };
}

/**
 * What marked still has to read, as it asks for it again and again with ever shorter rests of the same source.
 *
 * Searching each rest would take quadratic time. Here, one window of the source is searched, and the answers are read
 * from it as long as the rest starts with what remains of the window, and has the length that it then must have.
 */
class Source {
  #finder;
  #text = "";
  #links = [];
  /** The length of the source from the start of the window. */
  #length = 0;

  constructor(finder) {
    this.#finder = finder;
  }

  /** The offset of the next link, or of the end of the window, where marked asks again. */
  nextStop(rest) {
    const at = this.#offsetOf(rest);
    const next = this.#nextLink(at);
    const stop = (next ? next.start : this.#text.length) - at;
    return stop < rest.length ? stop : undefined;
  }

  linkAtStart(rest) {
    const at = this.#offsetOf(rest);
    const link = this.#nextLink(at);
    return link?.start === at ? cutMarkup(this.#finder, link) : undefined;
  }

  /** The first link that starts at an offset or after it. */
  #nextLink(at) {
    let [low, high] = [0, this.#links.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#links[middle].start < at) low = middle + 1;
      else high = middle;
    }
    return this.#links[low];
  }

  /** The offset of the rest in the window. If it is not in the window, a new one starts there. */
  #offsetOf(rest) {
    const at = this.#length - rest.length;
    if (at >= 0 && at < this.#text.length && rest.startsWith(this.#text.slice(at))) return at;
    const end = windowEnd(rest);
    const searched = end < rest.length && !/\s/.test(rest[end]) ? end + LOOKAHEAD : end;
    this.#text = rest.slice(0, end);
    this.#length = rest.length;
    this.#links = this.#finder.find(rest.slice(0, searched)).filter((link) => link.start < end);
    return 0;
  }
}

/** No link crosses white space, so a window that ends there contains its links whole. */
function windowEnd(text) {
  if (text.length <= WINDOW) return text.length;
  const space = text.slice(WINDOW, 2 * WINDOW).search(/\s/);
  return space < 0 ? Math.min(text.length, 2 * WINDOW) : WINDOW + space;
}
