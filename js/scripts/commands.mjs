// What the scripts share: running programs, and installing packages.

import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const js = fileURLToPath(new URL("..", import.meta.url));

/** The name of the program npm. */
export const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a program, and ends this one with its status if it fails. */
export function run(command, args, cwd = js, env = process.env) {
  const { status, error } = spawnSync(command, args, { cwd, env, stdio: "inherit" });
  if (error) throw new Error(`expected the program ${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs the packages of a lock file, unless they are installed. */
export function install(folder) {
  const installed = join(folder, "node_modules", ".package-lock.json");
  const isInstalled = existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, "package-lock.json")).mtimeMs;
  if (!isInstalled) run(npm, ["ci", "--no-audit", "--no-fund"], folder);
}
