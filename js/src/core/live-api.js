// What `linkspan/live` adds: texts that change, and explanations.

import { createApi } from "./api.js";
import { readLink, RECORD } from "./link.js";
import { createLiveTextClass } from "./live.js";
import { checkString } from "./options.js";

/** Makes the class of finders that explain. */
function extendFinder(Base, load, idOf) {
  return class Finder extends Base {
    explain(text) {
      checkString("text", text);
      const id = idOf(this);
      const module = load();
      const length = module.writeText(text);
      module.functions.explain(id, length, module.isAscii);
      const candidates = JSON.parse(module.result());
      let record = module.numbers();
      return candidates.map(({ offset, rejection, ...end }) => {
        if (rejection) return { offset, rejection };
        const link = readLink(module, text, record);
        record += RECORD;
        return { offset, link, ...end };
      });
    }
  };
}

/** The same arguments as `createApi`. */
export function createLiveApi(instantiate, knownOptions, extend = (Finder) => Finder) {
  const created = createApi(instantiate, knownOptions, (Base, load, idOf) => extend(extendFinder(Base, load, idOf), load, idOf));
  const { api, load, finderOf, idOf } = created;
  const live = {
    ...api,
    LiveText: createLiveTextClass(load, finderOf, idOf),
    explain: (text, options) => {
      const finder = finderOf(options);
      // Finders of `linkspan` cannot explain.
      idOf(finder);
      return finder.explain(text);
    },
  };
  return { ...created, api: live };
}
