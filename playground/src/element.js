/**
 * Creates an element. Children are nodes or strings; strings become text, so nothing that a person types is markup.
 *
 * @param {string} name
 * @param {Record<string, unknown>} [properties] properties of the element; `class` and names with a hyphen are attributes
 * @param {...(Node | string | false | null | undefined)} children
 */
export function element(name, properties = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (key === "class" || key.includes("-")) result.setAttribute(key, String(value));
    else result[key] = value;
  }
  result.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return result;
}

/** The element of the page with an id. */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`expected an element with the id ${id}`);
  return found;
}

/** Cuts a text at ranges, and calls one function for the text between them and one for each range. */
export function pieces(text, ranges, between, inside) {
  const result = [];
  let end = 0;
  for (const range of ranges) {
    if (range.start > end) result.push(between(text.slice(end, range.start)));
    result.push(inside(text.slice(range.start, range.end), range));
    end = range.end;
  }
  if (end < text.length) result.push(between(text.slice(end)));
  return result;
}
