import { find } from "linkspan";
import { LiveText } from "linkspan/live";

// This script is the page and the worker.
if (typeof document === "undefined") {
  self.onmessage = ({ data }) => {
    const live = new LiveText(data);
    const { added } = live.edit(0, 0, "b.org ");
    self.postMessage({ found: find(data), added: added.map(({ text }) => text) });
  };
} else {
  const worker = new Worker(document.currentScript.src);
  window.result = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage("see 例え.jp");
}
