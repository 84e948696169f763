import { existsSync } from "node:fs";

/** The path of a browser, or `undefined`. */
export function findChromium() {
  const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  return [process.env.CHROMIUM, ...usual].find((path) => path && existsSync(path));
}
