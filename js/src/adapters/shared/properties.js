// The names of attributes as hast has them.

const NAMES = { hreflang: "hrefLang", referrerpolicy: "referrerPolicy", tabindex: "tabIndex" };

/** @param {Record<string, string>} attributes */
export function toProperties(attributes) {
  const properties = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") properties.className = words(value);
    else if (name === "rel") properties.rel = words(value);
    else properties[NAMES[name] ?? camelCase(name)] = value;
  }
  return properties;
}

const words = (list) => list.split(/\s+/).filter(Boolean);

/** `data-from` is `dataFrom`. A name with a hyphen that no letter follows stays as it is, which hast accepts, too. */
function camelCase(name) {
  if (!/^(?:data|aria)(?:-[a-z][a-z0-9]*)+$/.test(name)) return name;
  if (name.startsWith("aria-")) return `aria${name[5].toUpperCase()}${name.slice(6)}`;
  return name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
}
