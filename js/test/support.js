// Shared by tests: data cases, random texts, and the program `linkspan`, whose results are those of the library.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const testdata = join(root, "testdata");

const { parse } = await import("smol-toml");

/** A file of cases. */
export function readCases(...path) {
  return parse(readFileSync(join(testdata, ...path), "utf8"));
}

/** The files of a folder of cases with an ending, in order. */
export function listCases(folder, ending) {
  return readdirSync(join(testdata, folder)).filter((name) => name.endsWith(ending)).sort();
}

/** Random numbers from a seed, so that every run tests the same texts. */
export function random(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const PIECES = [
  "http://", "https://", "HTTPS://", "ftp://", "mailto:", "tel:+49-30-1234", "www.", "example", "com", "co.uk", "jp", "рф",
  "пример", "例え", "みんな", "中国", ".", ".", ".", "。", "．", "@", "@", "/", "/", "?", "#", ":~:", "&", "=", "%20", "%E3%81%A8",
  "xn--r8jz45g", "xn--p1ai", "(", ")", "[", "]", "{", "}", "<", ">", "「", "」", "（", "）", "\"", "'", "`", "*", "_", "-", "--", ",",
  ";", ":", "!", "…", " ", " ", "\t", "\u3000", "\u00a0", "😀", "👩‍👩‍👧", "é", "e\u0301", "ä", "ß", "א", "ב", "ع", "ا", "\u200d", "\u200f",
  "127.0.0.1", "[::1]", ":8080", "localhost", "README.md", "item.name", "iter.next()", "ann", "jörg", "почта", "\u0149", "\uffff",
  "\u{1f600}", "a", "b", "Z", "0", "9", "~", "\\", "|", "^", "\\n", "a.com/", "b.org?q=", "\"ann lee\"", "\u{10ffff}", "\ufffd",
];

/** A random text without line ends. */
export function randomText(below, length = 1 + below(24)) {
  let text = "";
  for (let index = 0; index < length; index++) text += PIECES[below(PIECES.length)];
  return text;
}

/** Builds the program, and returns its path. */
let program;
function buildProgram() {
  if (program) return program;
  const args = ["build", "--quiet", "--locked", "--package", "linkspan-cli", "--message-format", "json-render-diagnostics"];
  const { status, stdout } = spawnSync("cargo", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error("expected that the program linkspan can be built");
  const messages = stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  program = messages.filter((message) => message.executable).pop()?.executable;
  return program;
}

const kebabCase = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The arguments of the program for the options of a finder. */
export const programArguments = (options) =>
  Object.entries({ profile: "uts58", ...options }).flatMap(([name, value]) => [`--${kebabCase(name)}`, value]);

/** What the program finds in each of some texts: an array per text. */
export function findWithProgram(texts, options) {
  const args = ["find", "--no-config", "--lines", "--json", "--full", ...options];
  const { status, stdout, stderr } = spawnSync(buildProgram(), args, {
    input: texts.map((text) => `${text}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status > 1) throw new Error(stderr);
  const found = texts.map(() => []);
  for (const line of stdout.split("\n").filter(Boolean)) {
    const link = JSON.parse(line);
    found[link.line - 1].push(link);
  }
  return found;
}
