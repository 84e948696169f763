// Links, from the numbers that `crates/linkspan-wasm/src/record.rs` writes.

/** The number of words of a record. */
export const RECORD = 22;

const PREFIXES = ["", "https://", "http://", "mailto:"];
const OWN_HREF = 4;

const EMAIL = 1;
const OWN_DISPLAY = 1 << 4;
const SCHEME = 1 << 5;
const USER = 1 << 6;
const PORT = 1 << 7;
const QUERY = 1 << 8;
const FRAGMENT = 1 << 9;
const DIRECTIVE = 1 << 10;

/** Where the parts of a record start. */
const PARTS = 6;

export class Link {
  #source;
  #parts;

  constructor(source, start, end, kind, text, href, display, parts) {
    this.start = start;
    this.end = end;
    this.kind = kind;
    this.text = text;
    this.href = href;
    this.display = display;
    this.#source = source;
    this.#parts = parts;
  }

  get parts() {
    const source = this.#source;
    const numbers = this.#parts;
    const flags = numbers[0];
    const span = (index) => {
      const start = numbers[index * 2 + 1];
      const end = numbers[index * 2 + 2];
      return { start, end, text: source.slice(start, end) };
    };
    const parts = {};
    if (flags & SCHEME) parts.scheme = span(0);
    if (flags & USER) parts[flags & EMAIL ? "localPart" : "userinfo"] = span(1);
    parts.host = span(2);
    if (flags & PORT) parts.port = span(3);
    parts.path = span(4);
    if (flags & QUERY) parts.query = span(5);
    if (flags & FRAGMENT) parts.fragment = span(6);
    if (flags & DIRECTIVE) parts.directive = span(7);
    return parts;
  }
}

/** Reads the record at an index of the words of a module. */
export function readLink(module, source, at, LinkClass = Link) {
  const { words } = module;
  const start = words[at];
  const end = words[at + 1];
  const flags = words[at + 2];
  const text = source.slice(start, end);
  const form = (flags >> 1) & 7;
  let href;
  if (form === 0) href = text;
  else if (form < OWN_HREF) href = PREFIXES[form] + text;
  else href = module.decode(module.textAddress() + words[at + 3], words[at + 4]);
  let display = text;
  if (flags & OWN_DISPLAY) {
    display = module.decode(module.textAddress() + words[at + 3] + words[at + 4], words[at + 5]);
  }
  // A literal is allocated at once, which a loop is not.
  const first = at + PARTS;
  const parts = [
    flags,
    words[first],
    words[first + 1],
    words[first + 2],
    words[first + 3],
    words[first + 4],
    words[first + 5],
    words[first + 6],
    words[first + 7],
    words[first + 8],
    words[first + 9],
    words[first + 10],
    words[first + 11],
    words[first + 12],
    words[first + 13],
    words[first + 14],
    words[first + 15],
  ];
  return new LinkClass(source, start, end, flags & EMAIL ? "email" : "url", text, href, display, parts);
}
