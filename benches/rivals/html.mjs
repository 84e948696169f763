// linkify-html as a process that answers: each line of input is a JSON string with HTML, each line of output
// a JSON object with the result and how long it took, in seconds.
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
