// Compiled, not run: what must have which type, and what must be an error.

import { find, findFirst, Finder, linkAt, render, segments, test, toHtml, type Link, type Segment } from "linkspan";
import { explain, Finder as LiveFinder, LiveText, type Candidate } from "linkspan/live";
import { load as loadLive } from "linkspan/live/async";
import { load } from "linkspan/async";
import { assess, Finder as AssessFinder, safeDisplay, type Report } from "linkspan/assess";
import { load as loadAssess } from "linkspan/assess/async";

const links: Link[] = find("a.com", { profile: "prose" });
const first: Link | undefined = findFirst("a.com", new Finder());
const kinds: ("url" | "email")[] = links.map((link) => link.kind);
const host: string = links[0]!.parts.host.text;
const port: string | undefined = first?.parts.port?.text;
const at: Link | undefined = linkAt("a.com", 1);
const isMatch: boolean = test("a.com");
const html: string = toHtml("a.com", { rel: ["ugc"], each: (link) => (link.kind === "email" ? false : { class: "x" }) });
const written: string = render("a.com", (link) => link.href, { finder: { profile: "prose" } });

for (const segment of segments("a.com")) {
  const narrowed: Segment = segment;
  if (narrowed.type === "link") narrowed.link.href.trim();
  // @ts-expect-error text has no link
  else narrowed.link;
}

const live = new LiveText("a.com");
const ids: readonly number[] = live.edit(0, 0, "x").removed;
// @ts-expect-error the text changes by edits
live.text = "x";

const candidates: Candidate[] = explain("a.com", new LiveFinder({ profile: "prose" }));
find("a.com", new LiveFinder());
loadLive().then((api) => new api.LiveText("a.com").links());
// @ts-expect-error explanations are in linkspan/live
new Finder().explain("a.com");

const report: Report = assess("a.com", { policy: { refuseFrom: "danger" } })[0]!.report;
const safe: string = safeDisplay("https://a.com", { limit: 10 });
new AssessFinder({ profile: "strict", protectedNames: ["a.com"] }).find("a.com");
find("a.com", new AssessFinder());

load().then((api) => api.find("a.com")[0]?.href.trim());
loadAssess(new URL("https://a.com/assess.wasm")).then((api) => api.assess("a.com"));

// @ts-expect-error not a string
find(1);
// @ts-expect-error not a profile
find("a.com", { profile: "chat" });
// @ts-expect-error not an option
new Finder({ bareDomain: "skip" });
// @ts-expect-error an option of linkspan/assess
new Finder({ policy: "strict" });
// @ts-expect-error read-only
links[0]!.href = "x";

export { kinds, host, port, at, isMatch, html, written, ids, candidates, report, safe };
