import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import ts from "typescript";

const hosts = fileURLToPath(new URL("..", import.meta.url));

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  jsx: ts.JsxEmit.ReactJSX,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
};

/**
 * The errors in a file, and in the declarations of this package that it uses. Those of the hosts are not checked: that
 * would take long, and some have errors of their own.
 */
function errorsIn(name, version, options) {
  // The file is compiled where the packages of a version are found.
  const folder = join(hosts, version, "node_modules", ".types");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(hosts, "types", name), join(folder, name));
  const program = ts.createProgram([join(folder, name)], { ...OPTIONS, ...options });
  const ours = program.getSourceFiles().filter(({ fileName }) => /\/node_modules\/(?:\.types|linkspan)\//.test(fileName));
  assert.ok(ours.length > 2);
  return ours
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, start, messageText }) => {
      const { line } = file.getLineAndCharacterOfPosition(start);
      return `${file.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
}

const bundler = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };

for (const version of ["current", "previous"]) {
  test(`types, with the hosts of the ${version} version`, () => {
    assert.deepEqual(errorsIn("use.tsx", version, bundler), []);
  });
}

test("types of the adapter for CodeMirror, with the resolution of Node", () => {
  const node = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  assert.deepEqual(errorsIn("codemirror.ts", "current", node), []);
});
