// Serves the playground on localhost. It installs and builds what is missing first.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { install, npm, run } from "./commands.mjs";

const js = fileURLToPath(new URL("..", import.meta.url));
const playground = fileURLToPath(new URL("../../playground", import.meta.url));

if (!existsSync(join(js, "dist", "assess.wasm"))) {
  install(js);
  run("rustup", ["target", "add", "wasm32-unknown-unknown"]);
  run(process.execPath, ["scripts/build.mjs"]);
}
install(playground);
run(npm, ["start"], playground);
