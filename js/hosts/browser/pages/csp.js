import { find, toHtml } from "linkspan";
import { linkifyElement } from "linkspan/dom";

window.linkspan = { find, toHtml, linkifyElement };
try {
  window.result = find("see example.com").map((link) => link.href);
} catch (error) {
  window.result = String(error);
}
