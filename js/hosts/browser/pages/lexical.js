import * as lexicalHistory from "@lexical/history";
import * as lexicalLink from "@lexical/link";
import { registerRichText } from "@lexical/rich-text";
import * as lexical from "lexical";
import { find } from "linkspan";
import { createLinkMatcher, registerLinkspan, separatorRegex } from "linkspan/lexical";

const { AutoLinkNode, LinkNode, TOGGLE_LINK_COMMAND, registerAutoLink } = lexicalLink;

window.hasRegisterAutoLink = typeof registerAutoLink === "function";
window.create = (kind, options = {}) => {
  const root = document.getElementById("root");
  root.innerHTML = '<div contenteditable="true" id="editor" style="white-space: pre-wrap"></div>';
  const editor = lexical.createEditor({
    namespace: "test",
    nodes: [LinkNode, AutoLinkNode],
    onError: (error) => {
      throw error;
    },
  });
  editor.setRootElement(document.getElementById("editor"));
  registerRichText(editor);
  lexicalHistory.registerHistory(editor, lexicalHistory.createEmptyHistoryState(), 0);
  if (kind === "matcher") {
    registerAutoLink(editor, { matchers: [createLinkMatcher(options)], separatorRegex, changeHandlers: [], excludeParents: [] });
  } else {
    registerLinkspan(editor, { ...lexical, ...lexicalLink }, options);
  }
  window.editor = editor;
  window.unlink = () => editor.dispatchCommand(TOGGLE_LINK_COMMAND, null);
  window.insert = (text) =>
    editor.update(() => lexical.$getRoot().selectEnd().insertRawText(text), { discrete: true });
  window.text = () => editor.getEditorState().read(() => lexical.$getRoot().getTextContent());
  /** Replaces a part of the text. */
  window.replace = (from, to, text) =>
    editor.update(
      () => {
        const point = (offset) => {
          const nodes = lexical.$getRoot().getAllTextNodes();
          for (const node of nodes) {
            const size = node.getTextContentSize();
            if (offset <= size) return [node.getKey(), offset, "text"];
            offset -= size;
          }
          return [lexical.$getRoot().getFirstChild().getKey(), 0, "element"];
        };
        const selection = lexical.$createRangeSelection();
        selection.anchor.set(...point(from));
        selection.focus.set(...point(to));
        lexical.$setSelection(selection);
        selection.insertText(text);
      },
      { discrete: true },
    );
  window.foundLinks = () => find(window.text(), { profile: "prose" }).map((link) => [link.start, link.text]);
  /** The automatic links, with their offsets in the text. */
  window.autoLinks = () =>
    editor.getEditorState().read(() => {
      const links = [];
      let offset = 0;
      for (const child of lexical.$getRoot().getFirstChild().getChildren()) {
        const text = child.getTextContent();
        if (lexicalLink.$isAutoLinkNode(child)) links.push([offset, text]);
        offset += text.length;
      }
      return links;
    });
  window.makeLink = (href, text) =>
    editor.update(
      () => {
        const link = lexicalLink.$createLinkNode(href);
        link.append(lexical.$createTextNode(text));
        lexical.$getRoot().selectEnd().insertNodes([link]);
        lexical.$getRoot().selectEnd();
      },
      { discrete: true },
    );
  editor.update(() => {
    const paragraph = lexical.$createParagraphNode();
    lexical.$getRoot().clear().append(paragraph);
    paragraph.select();
  }, { discrete: true });
  editor.focus();
  document.getElementById("editor").focus();
};
window.create("own");
