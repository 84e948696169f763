// The package as users get it: its size, its manifest, its types, and what bundlers make of it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const js = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

function node(args, cwd = js) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

describe("size", () => {
  // In bytes, compressed with brotli as servers do.
  const limits = { "linkspan.wasm": 110_000, "live.wasm": 130_000, "assess.wasm": 220_000 };
  for (const [name, limit] of Object.entries(limits)) {
    it(`${name} has at most ${limit} bytes`, (context) => {
      const bytes = readFileSync(join(js, "dist", name));
      const brotli = brotliCompressSync(bytes).length;
      context.diagnostic(`${name}: ${bytes.length} bytes, gzip ${gzipSync(bytes, { level: 9 }).length}, brotli ${brotli}`);
      assert.ok(brotli <= limit, `${brotli}`);
    });
  }
});

describe("modules", () => {
  it("need only features that every supported engine has", () => {
    for (const name of ["linkspan.wasm", "live.wasm", "assess.wasm"]) {
      const module = new WebAssembly.Module(readFileSync(join(js, "dist", name)));
      assert.deepEqual(WebAssembly.Module.imports(module), []);
    }
  });

  it("contain no path of the machine that built them", () => {
    for (const name of ["linkspan.wasm", "live.wasm", "assess.wasm"]) {
      const text = readFileSync(join(js, "dist", name)).toString("latin1");
      for (const path of [js, process.env.HOME, process.env.CARGO_HOME].filter((path) => path && path.length > 1)) {
        assert.ok(!text.includes(path), `${name} contains ${path}`);
      }
    }
  });
});

/** The package as it is published, installed in a folder of its own. */
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "linkspan-"));
  const packed = node([join(npmFolder(), "bin", "npm-cli.js"), "pack", "--json", "--pack-destination", folder]);
  const [{ filename }] = JSON.parse(packed);
  const archive = join(folder, filename);
  const extracted = join(folder, "node_modules");
  mkdirSync(extracted, { recursive: true });
  const { status } = spawnSync("tar", ["-xzf", archive, "-C", extracted]);
  assert.equal(status, 0);
  cpSync(join(extracted, "package"), join(extracted, "linkspan"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "archive"), archive);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** The folder of npm, which is beside Node. */
function npmFolder() {
  if (process.env.npm_execpath) return join(process.env.npm_execpath, "..", "..");
  const { stdout } = spawnSync("npm", ["root", "--global"], { encoding: "utf8", shell: process.platform === "win32" });
  return join(stdout.trim(), "npm");
}

describe("package", () => {
  it("has no dependencies", () => {
    const manifest = JSON.parse(readFileSync(join(js, "package.json"), "utf8"));
    assert.equal(manifest.dependencies, undefined);
  });

  it("passes publint", async () => {
    const { publint } = await import("publint");
    const { messages } = await publint({ pkgDir: join(folder, "node_modules", "linkspan"), pack: false, level: "suggestion" });
    assert.deepEqual(messages, []);
  });

  it("passes arethetypeswrong", () => {
    const attw = join(js, "node_modules", "@arethetypeswrong", "cli", "dist", "index.js");
    // Files of WebAssembly have no types. Module resolution before Node 12 knows no subpaths.
    const args = ["--profile", "node16", "--format", "ascii", "--exclude-entrypoints", "linkspan.wasm", "live.wasm", "assess.wasm", "package.json"];
    node([attw, readFileSync(join(folder, "archive"), "utf8"), ...args]);
  });

  it("passes the type tests", () => {
    cpSync(join(js, "test", "types"), join(folder, "types"), { recursive: true });
    const tsc = require.resolve("typescript/package.json").replace(/package\.json$/, "bin/tsc");
    node([tsc, "-p", join(folder, "types")], folder);
  });

  const USE = 'console.log(find("see a.com, 例え.jp").map((link) => link.href).join(" "), assess("a.com").length);';
  const EXPECTED = "https://a.com https://xn--r8jz45g.jp 1";

  it("can be imported and required", () => {
    const imports = 'import { find } from "linkspan"; import { assess } from "linkspan/assess";';
    const requires = 'const { find } = require("linkspan"); const { assess } = require("linkspan/assess");';
    writeFileSync(join(folder, "use.mjs"), `${imports}\n${USE}`);
    writeFileSync(join(folder, "use.cjs"), `${requires}\n${USE}`);
    assert.equal(node(["use.mjs"], folder).trim(), EXPECTED);
    assert.equal(node(["use.cjs"], folder).trim(), EXPECTED);
  });

  it("can be fetched", () => {
    const use = 'const api = await load(); console.log(api.find("a.com")[0].href);';
    writeFileSync(join(folder, "fetch.mjs"), `import { load } from "linkspan/async";\n${use}`);
    writeFileSync(join(folder, "fetch-assess.mjs"), `import { load } from "linkspan/assess/async";\n${use}`);
    writeFileSync(join(folder, "fetch.cjs"), `const { load } = require("linkspan/async");\n(async () => { ${use} })();`);
    for (const name of ["fetch.mjs", "fetch-assess.mjs", "fetch.cjs"]) {
      assert.equal(node([name], folder).trim(), "https://a.com", name);
    }
  });

  it("works in a worker thread", () => {
    writeFileSync(
      join(folder, "worker.mjs"),
      `import { isMainThread, parentPort, Worker } from "node:worker_threads";
       import { find } from "linkspan";
       if (isMainThread) new Worker(new URL(import.meta.url)).on("message", (links) => console.log(links[0].href));
       else parentPort.postMessage(find("a.com"));`,
    );
    assert.equal(node(["worker.mjs"], folder).trim(), "https://a.com");
  });

  describe("bundlers", () => {
    before(() => {
      writeFileSync(join(folder, "entry.js"), `import { find } from "linkspan"; import { assess } from "linkspan/assess";\n${USE}`);
    });

    it("esbuild", async () => {
      const { build } = await import("esbuild");
      for (const [platform, format] of [["browser", "iife"], ["browser", "esm"], ["node", "cjs"]]) {
        const outfile = join(folder, "out", `${platform}-${format}.${format === "esm" ? "mjs" : "cjs"}`);
        await build({ entryPoints: [join(folder, "entry.js")], bundle: true, minify: true, platform, format, outfile, logLevel: "error" });
        assert.equal(node([outfile], folder).trim(), EXPECTED, `${platform} ${format}`);
      }
    });

    it("vite, also with the fetched module", async () => {
      const { build } = await import("vite");
      const library = { lib: { entry: "entry.js", formats: ["es"], fileName: "bundle" }, outDir: "vite" };
      await build({ root: folder, logLevel: "error", configFile: false, build: library });
      assert.equal(node([join("vite", readdirSync(join(folder, "vite"))[0])], folder).trim(), EXPECTED);
      writeFileSync(join(folder, "index.html"), '<script type="module" src="./fetched.js"></script>');
      writeFileSync(join(folder, "fetched.js"), 'import { load } from "linkspan/async"; load();');
      await build({ root: folder, logLevel: "error", configFile: false, build: { outDir: "page" } });
      const assets = readdirSync(join(folder, "page", "assets"));
      assert.ok(assets.some((name) => name.endsWith(".wasm")), `${assets}`);
    });

    it("webpack, also with the fetched module", async () => {
      const { default: webpack } = await import("webpack");
      writeFileSync(join(folder, "fetched.js"), 'import { load } from "linkspan/async"; load();');
      const stats = await new Promise((resolve, reject) => {
        const entry = { main: "./entry.js", fetched: "./fetched.js" };
        const output = { path: join(folder, "webpack"), filename: "[name].cjs" };
        webpack({ mode: "production", context: folder, entry, output, target: "web", performance: { hints: false } }, (error, stats) => {
          if (error) reject(error);
          else resolve(stats);
        });
      });
      assert.deepEqual(stats.toJson({ errors: true, warnings: true }).errors, []);
      assert.equal(node([join("webpack", "main.cjs")], folder).trim(), EXPECTED);
      assert.ok(readdirSync(join(folder, "webpack")).some((name) => name.endsWith(".wasm")));
    });
  });
});
