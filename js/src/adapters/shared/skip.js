// The elements of HTML whose text is not linked.

/** Their text is not text for readers, or they are interactive: a link cannot contain or be part of them. */
export const NEVER = new Set(
  (
    "a applet audio button canvas datalist embed head iframe input math noembed noframes noscript object optgroup option " +
    "plaintext script select style svg template textarea title video xmp"
  ).split(" "),
);

/** Code is shown as it is, unless the option `code` says otherwise. */
export const CODE = new Set(["code", "kbd", "pre", "samp", "tt", "var"]);

/** Returns a function that returns whether the text of an element with a name is not linked. */
export function createSkipped(code = "skip") {
  if (code !== "skip" && code !== "link") {
    throw new RangeError(`expected "skip" or "link" as code, found ${JSON.stringify(code)}`);
  }
  return (name) => NEVER.has(name) || (code === "skip" && CODE.has(name));
}

/** Whether a value of the attribute `contenteditable` makes an element an editor, which decides itself what is a link. */
export function isEditable(value) {
  return value === true || (typeof value === "string" && /^(?:true|plaintext-only)?$/i.test(value));
}
