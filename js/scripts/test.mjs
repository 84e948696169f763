// Sets up and tests everything in JavaScript: installs what the lock files name, adds the target of the compiler, builds
// the package, and runs its tests, those of the adapters in their hosts, and those of the playground.
//
//   npm test                  everything
//   npm test -- find live     only the tests of the package whose names contain one of these, with the last build
//
// Only Node and a Rust toolchain must be installed. Tests that need Chromium are skipped without it, and say so.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { install, npm, run } from "./commands.mjs";

const js = fileURLToPath(new URL("..", import.meta.url));
const playground = fileURLToPath(new URL("../../playground", import.meta.url));
const wanted = process.argv.slice(2);

const tests = readdirSync(join(js, "test"))
  .filter((name) => name.endsWith(".test.js"))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .map((name) => join("test", name));

if (tests.length === 0) throw new Error(`expected a part of the name of a test, found ${wanted.join(" ")}`);

/** The tests that need nothing but the package, for other runtimes. */
const PORTABLE = ["assess", "async", "find", "live", "render"].map((name) => join("test", `${name}.test.js`));

/** Those for the oldest supported version of Node. */
const NODE_TESTS = [...PORTABLE, join("test", "memory.test.js")];

/** The program in one of the packages of a folder: those for other platforms are not installed. */
function findProgram(folder, program) {
  const packages = existsSync(folder) ? readdirSync(folder) : [];
  const paths = packages.flatMap((name) => [join(folder, name, program), join(folder, name, "bin", program)]);
  return paths.flatMap((path) => [path, `${path}.exe`]).find((path) => existsSync(path));
}

install(js);
if (wanted.length === 0) {
  run("rustup", ["target", "add", "wasm32-unknown-unknown"]);
  run(process.execPath, ["scripts/build.mjs"]);
}
run(process.execPath, ["--expose-gc", "--test", ...tests]);

if (wanted.length === 0) {
  install(join(js, "oldest-node"));
  const oldest = join(js, "oldest-node", "node_modules", "node", "bin", "node");
  if (existsSync(oldest)) run(oldest, ["--expose-gc", "--test", ...NODE_TESTS]);
  else console.log("skipped: the package node has no program of the oldest supported version for this platform");
  install(join(js, "other-runtimes"));
  const others = [
    ["Deno", "@deno", "deno", ["test", "--allow-all", "--no-check", "--no-lock", "--node-modules-dir=manual"]],
    ["Bun", "@oven", "bun", ["test", "--timeout", "60000"]],
  ];
  for (const [name, scope, program, args] of others) {
    const path = findProgram(join(js, "other-runtimes", "node_modules", scope), program);
    if (path) run(path, [...args, ...PORTABLE.map((test) => `./${test}`)]);
    else console.log(`skipped: the package ${program} has no program of ${name} for this platform`);
  }
  for (const folder of [join(js, "hosts"), playground]) {
    if (!existsSync(join(folder, "package.json"))) continue;
    const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (!scripts?.test) continue;
    install(folder);
    run(npm, ["test"], folder);
  }
}
