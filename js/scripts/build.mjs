// Builds the package into `dist/`: the WebAssembly modules, and the sources as ES modules and as CommonJS.
//
//   node scripts/build.mjs             everything
//   node scripts/build.mjs --scripts   only the sources, with the modules of the last build

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { transformSync } from "esbuild";

const js = fileURLToPath(new URL("..", import.meta.url));
const root = dirname(dirname(fileURLToPath(new URL(".", import.meta.url))));
const dist = join(js, "dist");

/** The modules: their names, and the features of `crates/linkspan-wasm`. */
const MODULES = [
  ["linkspan", []],
  ["live", ["live"]],
  ["assess", ["assess"]],
];

/** What every current engine has. `--all-features` would produce a file that some of them reject. */
const WASM_FEATURES = [
  "--enable-simd",
  "--enable-bulk-memory",
  "--enable-sign-ext",
  "--enable-nontrapping-float-to-int",
  "--enable-mutable-globals",
  "--enable-multivalue",
  "--enable-reference-types",
];

/**
 * Splitting the data at zeros would make the file smaller, and the compressed file larger. The lowest kilobyte of memory is
 * the end of the stack, which nothing points to. Building the control flow anew from its basic blocks saves half a kilobyte,
 * and doing so once more a hundred bytes. Functions that are called often get small numbers.
 */
const WASM_PASSES = [
  ...["-Oz", "--converge", "--low-memory-unused"],
  ...["--flatten", "--rereloop", "--gufa", "-Oz", "--converge"],
  ...["--flatten", "--rereloop", "-Oz", "--converge", "-Oz", "--converge", "--reorder-functions"],
  ...["--skip-pass=memory-packing", "--strip-debug", "--strip-producers", "--strip-target-features"],
];

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (error?.code === "ENOENT") throw new Error(`expected the program ${command}, which is not installed`);
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with status ${status}`);
}

/**
 * A module without the names of the source files of panics, which the panic handler does not read. They end with a zero, so
 * nothing else is part of a match.
 */
function withoutSourcePaths(module) {
  const path = /(?<=\0)[-./\w]+\/src\/[-/\w]+\.rs(?=\0)/g;
  return Buffer.from(module.toString("latin1").replace(path, (name) => "\0".repeat(name.length)), "latin1");
}

function buildModule(name, features) {
  const target = "wasm32-unknown-unknown";
  const cargoHome = process.env.CARGO_HOME ?? join(process.env.HOME ?? "", ".cargo");
  // Paths of this machine do not belong into the package.
  const sysroot = spawnSync("rustc", ["--print", "sysroot"], { cwd: root, encoding: "utf8" }).stdout?.trim();
  const prefixes = [cargoHome, root, sysroot].filter(Boolean);
  const flags = ["-Ctarget-feature=+simd128", ...prefixes.map((prefix) => `--remap-path-prefix=${prefix}=`)];
  // Only the type of library that is needed: there is no optimization at link time for several types at once.
  const args = ["rustc", "--locked", "--package", "linkspan-wasm", "--lib", "--crate-type", "cdylib"];
  args.push("--profile", "wasm", "--target", target);
  args.push("--config", `target.${target}.rustflags=${JSON.stringify(flags)}`);
  if (features.length > 0) args.push("--features", features.join(","));
  run("cargo", args);
  const targetDirectory = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const built = join(targetDirectory, target, "wasm", "linkspan_wasm.wasm");
  const module = join(targetDirectory, target, "wasm", `${name}.wasm`);
  writeFileSync(module, withoutSourcePaths(readFileSync(built)));
  const optimized = join(dist, `${name}.wasm`);
  const wasmOpt = join(js, "node_modules", "binaryen", "bin", "wasm-opt");
  run(process.execPath, [wasmOpt, ...WASM_FEATURES, ...WASM_PASSES, module, "-o", optimized]);
}

function buildModules() {
  mkdirSync(dist, { recursive: true });
  for (const [name, features] of MODULES) buildModule(name, features);
}

/** The files below a folder, as relative paths. */
function files(folder, below = folder) {
  return readdirSync(below).flatMap((name) => {
    const path = join(below, name);
    return statSync(path).isDirectory() ? files(folder, path) : [relative(folder, path)];
  });
}

/** The location of a script, which CommonJS has in another form. */
const LOCATION = 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;\n';

function toCommonJs(text) {
  const { code } = transformSync(text, {
    format: "cjs",
    target: "node18",
    supported: { "dynamic-import": true },
    define: { "import.meta.url": "importMetaUrl" },
  });
  return text.includes("import.meta.url") ? LOCATION + code : code;
}

function buildScripts() {
  const source = join(js, "src");
  const [esm, cjs] = ["esm", "cjs"].map((format) => join(dist, format));
  for (const folder of [esm, cjs]) rmSync(folder, { recursive: true, force: true });
  cpSync(source, esm, { recursive: true });
  for (const [name] of MODULES) {
    const bytes = readFileSync(join(dist, `${name}.wasm`)).toString("base64");
    const path = join(esm, "wasm", `${name}.js`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `// Generated from ${name}.wasm.\nexport default "${bytes}";\n`);
  }
  for (const name of files(esm)) {
    const path = join(cjs, name);
    mkdirSync(dirname(path), { recursive: true });
    const text = readFileSync(join(esm, name), "utf8");
    const isScript = name.endsWith(".js");
    writeFileSync(path, isScript ? toCommonJs(text) : text);
  }
  // All files of a folder are of the type that its package.json says.
  writeFileSync(join(esm, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(cjs, "package.json"), '{ "type": "commonjs" }\n');
}

if (!process.argv.includes("--scripts") || !existsSync(join(dist, "assess.wasm"))) buildModules();
buildScripts();
