// Builds the page into `dist/`: one script, one style sheet and one document. It needs no server and no network.

import { cpSync, existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

if (!existsSync(folder("../js/dist/esm/assess.js"))) {
  throw new Error("expected the built package in js/dist (to build it: npm ci && npm run build, in js/)");
}

mkdirSync(folder("dist"), { recursive: true });
await build({
  entryPoints: [folder("src/main.js")],
  bundle: true,
  minify: true,
  // A classic script, since pages that are opened as files cannot load modules.
  format: "iife",
  target: "es2022",
  loader: { ".txt": "text" },
  alias: { "linkspan/assess": folder("../js/dist/esm/assess.js") },
  outfile: folder("dist/app.js"),
  logLevel: "warning",
});
for (const name of ["index.html", "style.css"]) cpSync(folder(name), folder(`dist/${name}`));
