// Runs linkify-html as a server on standard input and output: each input line is a JSON string of HTML, each output line
// is a JSON object with the result and the time in seconds.
import linkifyHtml from 'linkify-html';
import { createInterface } from 'node:readline';

const options = { ignoreTags: ['a', 'button', 'code', 'pre', 'script', 'style', 'svg', 'textarea'] };
for await (const line of createInterface({ input: process.stdin })) {
  const html = JSON.parse(line);
  const start = performance.now();
  const out = linkifyHtml(html, options);
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(JSON.stringify({ out, seconds }) + '\n');
}
