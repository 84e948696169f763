"""Generates HTML documents for the comparison: html_documents.py ROOT DIRECTORY.

The text comes from the shared corpora beside the checkout if they are available, otherwise from testdata/sample.txt.
"""

import html
import pathlib
import sys

root, directory = (pathlib.Path(argument) for argument in sys.argv[1:])
corpora = root / "../shared/corpora"
sample = root / "testdata/sample.txt"
SIZE = 500_000


def text(name):
    path = corpora / name
    if path.exists():
        return path.read_text(encoding="utf-8")
    print(f"{name} is not available: using testdata/sample.txt instead", file=sys.stderr)
    return sample.read_text(encoding="utf-8")


def document(text):
    paragraphs = []
    size = 0
    lines = [line for line in text.splitlines() if line.strip()]
    while size < SIZE:
        for number, line in enumerate(lines):
            line = html.escape(line, quote=False)
            first, _, rest = line.partition(" ")
            paragraph = f'<p class="c{number % 7}"><b>{first}</b> {rest}</p>'
            if number % 5 == 0:
                paragraph += "<pre><code>https://example.com/code</code></pre>"
            paragraphs.append(paragraph)
            size += len(paragraph.encode())
            if size >= SIZE:
                break
    head = '<!DOCTYPE html><html><head><meta charset="utf-8"><title>x</title></head><body>\n'
    return head + "\n".join(paragraphs) + "\n</body></html>\n"


directory.mkdir(parents=True, exist_ok=True)
for name, source in [
    ("prose", "a_prose_en.txt"),
    ("links", "b_links_en.txt"),
    ("cjk", "c_cjk.txt"),
    ("multilingual", "d_multilingual.txt"),
    ("chat", "g_chat.txt"),
]:
    (directory / f"{name}.html").write_text(document(text(source)), encoding="utf-8")
