// Serves the built page on this machine: node serve.mjs [PORT]

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const TYPES = { "index.html": "text/html", "style.css": "text/css", "app.js": "text/javascript" };

/** Starts a server for the files of the page, and returns it when it accepts connections. */
export async function serve(port) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    if (!Object.hasOwn(TYPES, name)) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
      return;
    }
    try {
      const body = await readFile(new URL(`dist/${name}`, import.meta.url));
      response.writeHead(200, { "content-type": `${TYPES[name]}; charset=utf-8`, "cache-control": "no-cache" }).end(body);
    } catch {
      response.writeHead(500, { "content-type": "text/plain" }).end("the page is not built (to build it: npm run build)\n");
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return server;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve(Number(process.argv[2] ?? 8958));
  console.log(`The playground is at http://localhost:${server.address().port}/ (Ctrl+C stops it)`);
}
