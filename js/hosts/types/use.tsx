// The types, in the ways that people use the adapters. It is compiled with the hosts of each version.

import * as lexicalLink from "@lexical/link";
import { Terminal } from "@xterm/xterm";
import { createEditor } from "lexical";
import * as lexical from "lexical";
import { Finder } from "linkspan";
import { Finder as AssessFinder } from "linkspan/assess";
import { LinkifyIt } from "linkspan/compat/linkify-it";
import * as linkify from "linkspan/compat/linkifyjs";
import { linkifyElement } from "linkspan/dom";
import { createLinkMatcher, registerLinkspan, separatorRegex } from "linkspan/lexical";
import markdownItLinkspan, { createLinkify } from "linkspan/markdown-it";
import markedLinkspan from "linkspan/marked";
import { linkspan as proseMirrorLinkspan, relink, unlink } from "linkspan/prosemirror";
import { Linkify, linkify as linkifyText, useSegments } from "linkspan/react";
import rehypeLinkspan from "linkspan/rehype";
import remarkLinkspan from "linkspan/remark";
import { createLinkProvider } from "linkspan/xterm";
import { Marked } from "marked";
import { Plugin, type EditorState } from "@tiptap/pm/state";
import remarkParse from "remark-parse";
import type { ReactNode } from "react";
import { unified } from "unified";

const finder = new Finder({ profile: "prose" });
const strict = new AssessFinder({ profile: "strict" });

const md = {
  linkify: undefined as unknown,
  options: {},
  set: (_options: object) => undefined,
  enable: (_rules: string) => undefined,
  normalizeLink: (url: string) => url,
  validateLink: (_url: string) => true,
};
markdownItLinkspan(md, { finder, rel: ["nofollow", "ugc"], each: (link) => (link.kind === "email" ? false : { class: "x" }) });
md.linkify = createLinkify({ finder: strict });
createLinkify().match("x")?.map((match) => match.url.toUpperCase());

new Marked(markedLinkspan({ show: "readable" }));
unified().use(remarkParse).use(remarkLinkspan, { target: "_blank" }).use(rehypeLinkspan, { code: "link" });

const editor = createEditor();
const stop: () => void = registerLinkspan(editor, { ...lexical, ...lexicalLink }, { finder });
lexicalLink.registerAutoLink(editor, {
  matchers: [createLinkMatcher()],
  separatorRegex,
  changeHandlers: [],
  excludeParents: [],
});

const plugin: Plugin = new Plugin(proseMirrorLinkspan({ mark: "link", finder: { schemes: ["https"] } }));
export const canUnlink = (state: EditorState): boolean => unlink(state) || relink(state);

const linked = linkifyElement(document.body, { observe: true, skip: ".no", finder: strict });
linked.anchors.map((anchor) => anchor.href);
linked.undo();

export function Message({ text }: { text: string }): ReactNode {
  const segments = useSegments(text, finder);
  return (
    <Linkify rel="nofollow" component={({ link, href, children }) => <a href={href} title={link.display}>{children}</a>}>
      {text} {segments.length} {linkifyText(text, { class: "auto" })}
    </Linkify>
  );
}

const terminal = new Terminal();
terminal.registerLinkProvider(createLinkProvider(terminal, { activate: (_event, link) => void link.href }));

const compat = new LinkifyIt({ fuzzyLink: true }).tlds("onion", true).add("ftp:", null);
compat.add("@", { validate: (text, pos, self) => (self.re.src_ZPCc ? text.length - pos : 0), normalize: (match) => void (match.url = "") });
linkify.find("x", "url", { truncate: 5 }).map(({ href }) => href);
const html: string = linkify.linkifyStr("x", { className: (_href, type) => type, validate: { url: true } });

// @ts-expect-error an attribute list is an object
linkifyElement(document.body, { attributes: "x" });
// @ts-expect-error the options of assessments need a finder of that module
linkifyElement(document.body, { finder: { policy: "strict" } });

export { html, plugin, stop };
