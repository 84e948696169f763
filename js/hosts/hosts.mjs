// The hosts in both versions.

import { load as loadCurrent } from "./current/load.mjs";
import { load as loadPrevious } from "./previous/load.mjs";

export const VERSIONS = [
  ["current", loadCurrent],
  ["previous", loadPrevious],
];
