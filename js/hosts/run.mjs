// Tests the adapters in their hosts.
//
//   npm test                       everything
//   npm test -- markdown dom       the test files whose names contain one of these
//
// The package in the parent folder must have been built. `LINKSPAN_PACKAGE` names the folder of another build, and
// `CHROMIUM` the browser. Without a browser, the tests that need one are skipped, and it says so.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { findChromium } from "./chromium-path.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const source = resolve(process.env.LINKSPAN_PACKAGE ?? join(here, ".."));
const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.some((part) => name.includes(part));

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: here, stdio: "inherit" });
  if (error) throw error;
  return status === 0;
}

/** Installs the hosts, unless they are installed in the versions of the lock file. */
function installHosts() {
  const installed = join(here, "node_modules", ".package-lock.json");
  const lock = join(here, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  if (!run("npm", ["ci", "--no-audit", "--no-fund"])) process.exit(1);
}

/** Installs the package next to the hosts, as users do: what it imports is what they have. */
function installPackage() {
  if (!existsSync(join(source, "dist", "esm", "index.js"))) {
    console.error(`expected a build in ${source}: run npm run build there`);
    process.exit(1);
  }
  for (const hosts of ["current", "previous"]) {
    const target = join(here, hosts, "node_modules", "linkspan");
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    for (const name of ["package.json", "dist"]) cpSync(join(source, name), join(target, name), { recursive: true });
  }
}

function testFiles(folder) {
  return readdirSync(join(here, folder))
    .filter((name) => name.endsWith(".test.mjs") && isWanted(name))
    .map((name) => join(folder, name));
}

installHosts();
installPackage();
const files = testFiles("node");
const browserFiles = testFiles("browser");
if (findChromium()) files.push(...browserFiles);
else if (browserFiles.length > 0) console.log(`skipped, without Chromium: ${browserFiles.join(", ")}`);
if (files.length === 0) process.exit(0);
const passed = run(process.execPath, ["--test", "--test-reporter=spec", "--test-concurrency=2", "--test-timeout=300000", ...files]);
process.exit(passed ? 0 : 1);
