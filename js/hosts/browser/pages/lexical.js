import * as lexicalHistory from "@lexical/history";
import * as lexicalLink from "@lexical/link";
import { registerRichText } from "@lexical/rich-text";
import * as lexical from "lexical";
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
