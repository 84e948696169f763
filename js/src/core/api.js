// The functions of the package, for one WebAssembly module.

import { createFinderClass, createSharedFinders } from "./finder.js";
import { Module } from "./module.js";

/** @param {() => WebAssembly.Instance} instantiate is called when the first function is */
export function createApi(instantiate, knownOptions) {
  let module;
  const load = () => (module ??= new Module(instantiate()));
  const Finder = createFinderClass(load, knownOptions);
  const finderOf = createSharedFinders(Finder);
  return {
    Finder,
    find: (text, options) => finderOf(options).find(text),
    findFirst: (text, options) => finderOf(options).findFirst(text),
    test: (text, options) => finderOf(options).test(text),
    linkAt: (text, offset, options) => finderOf(options).linkAt(text, offset),
    segments: (text, options) => finderOf(options).segments(text),
  };
}
