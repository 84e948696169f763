import { existsSync } from "node:fs";

const USUAL = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of a browser: that of the variable `CHROMIUM`, or a usual one. `undefined` if there is none. */
export function findChromium() {
  const paths = process.env.CHROMIUM ? [process.env.CHROMIUM] : USUAL;
  return paths.find((path) => existsSync(path));
}
