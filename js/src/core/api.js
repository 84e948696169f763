// The functions of the package, for one WebAssembly module.

import { createFinderClass, createSharedFinders } from "./finder.js";
import { isWellFormed, Module } from "./module.js";
import { checkObject, checkString, rangeError } from "./options.js";

/**
 * @param {() => WebAssembly.Instance} instantiate is called when the first function is
 * @param extend makes another class of the class `Finder`: `(Finder, load, idOf) => class`
 */
export function createApi(instantiate, knownOptions, extend = (Finder) => Finder) {
  let module;
  const load = () => (module ??= new Module(instantiate()));
  const { Finder: Base, idOf } = createFinderClass(load, knownOptions);
  const Finder = extend(Base, load, idOf);
  const finderOf = createSharedFinders(Finder);

  /** A function of the module that takes a URL and returns a text. */
  const ofUrl = (name) => (url) => {
    checkString("url", url);
    if (!isWellFormed(url)) throw rangeError("url", "a URL without lone surrogates", url);
    const module = load();
    const isOk = module.functions[name](module.writeText(url));
    if (isOk === 0) throw new RangeError(module.result());
    return module.result();
  };

  const api = {
    Finder,
    find: (text, options) => finderOf(options).find(text),
    findFirst: (text, options) => finderOf(options).findFirst(text),
    test: (text, options) => finderOf(options).test(text),
    linkAt: (text, offset, options) => finderOf(options).linkAt(text, offset),
    segments: (text, options) => finderOf(options).segments(text),
    render: (text, link, options = {}) => {
      checkObject("options", options);
      const { finder, between } = options;
      return finderOf(finder).render(text, link, between);
    },
    toHtml: (text, options = {}) => {
      checkObject("options", options);
      const { finder, ...settings } = options;
      return finderOf(finder).toHtml(text, settings);
    },
    toMarkdown: (text, options = {}) => {
      checkObject("options", options);
      const { finder, ...settings } = options;
      return finderOf(finder).toMarkdown(text, settings);
    },
    toReadable: ofUrl("to_readable"),
    toAscii: ofUrl("to_ascii"),
  };
  return { api, load, finderOf, idOf };
}
