"""Compares linkspan with linkify-html and bleach: html_compare.py DOCUMENTS LINKSPAN HTML_MJS (html.sh runs it)."""

import html
import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

import bleach
from bleach.linkifier import Linker

documents, linkspan, html_mjs = sys.argv[1:]
ROUNDS = 5

# Short documents that show the differences.
CASES = [
    ("query with &amp;", "<p>https://example.com/?a=1&amp;b=2</p>"),
    ("reference spells the scheme", "<p>https&#58;//example.com/a</p>"),
    ("markup outside links", "<P  CLASS=x>Tom & Jerry<br/>&nbsp;example.com</P>"),
    ("unclosed tags", "<ul><li>example.com<li><b>example.org"),
    ("closing bracket", "<p>(see https://example.com/a_(b))</p>"),
    ("full stop in Chinese", "<p>請看example.com。謝謝</p>"),
    ("Cyrillic host and address", "<p>пример.рф и почта@пример.рф</p>"),
    ("path in Hindi", "<p>देखें https://example.com/पृष्ठ।</p>"),
    ("right to left", "<p>ראו https://he.wikipedia.org/wiki/ירושלים.</p>"),
    ("user name in a URL", "<p>http://ann@example.com/</p>"),
    ("file name", "<p>edit index.html and main.rs</p>"),
    ("link over a tag", "<p>exa<b>mple</b>.com</p>"),
    ("comment", "<p>example<!-- x -->.com</p>"),
    ("script", "<script>// example.com</script>"),
    ("noscript", "<noscript>example.com</noscript>"),
    ("svg", "<svg><text>example.com</text></svg>"),
    ("attribute", '<p title="example.com">x</p>'),
]

node = subprocess.Popen(
    ["node", html_mjs], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
)


def by_linkspan(source):
    """The time of a whole process, including its start."""
    command = [linkspan, "linkify", "--in", "html", "--rel", "nofollow"]
    start = time.perf_counter()
    out = subprocess.run(command, input=source.encode(), stdout=subprocess.PIPE, check=True).stdout
    return out.decode(), time.perf_counter() - start


def by_linkify_html(source):
    """The time of the function, in a process that has already run it."""
    node.stdin.write(json.dumps(source) + "\n")
    node.stdin.flush()
    answer = json.loads(node.stdout.readline())
    return answer["out"], answer["seconds"]


SKIP = ["a", "button", "code", "pre", "script", "style", "svg", "textarea"]
LINKER = Linker(skip_tags=SKIP, parse_email=True)


def by_bleach(source):
    """The time of the method."""
    start = time.perf_counter()
    out = LINKER.linkify(source)
    return out, time.perf_counter() - start


RIVALS = [("linkspan", by_linkspan), ("linkify-html", by_linkify_html), ("bleach", by_bleach)]


def count(out, source):
    return out.count("<a ") - source.count("<a ")


def speed():
    print(f"Speed (node {node_version()}, bleach {bleach.__version__}), relative to linkspan:\n")
    print("| document | bytes | links: linkspan | linkify-html | bleach | time: linkify-html | bleach |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for path in sorted(pathlib.Path(documents).glob("*.html")):
        source = path.read_text(encoding="utf-8")
        links, times = [], [[] for _ in RIVALS]
        # Interleaved rounds, so that other load affects all libraries equally.
        for round in range(ROUNDS):
            for (_, run), seconds in zip(RIVALS, times):
                out, taken = run(source)
                seconds.append(taken)
                if round == 0:
                    links.append(count(out, source))
        linkspan_time, *other_times = (statistics.median(seconds) for seconds in times)
        ratios = " | ".join(f"{seconds / linkspan_time:.1f}" for seconds in other_times)
        found = " | ".join(map(str, links))
        print(f"| {path.stem} | {len(source.encode())} | {found} | {ratios} |")


def node_version():
    return subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()


def differences():
    print("\nDifferences. Each link is shown as its visible text; 'changed' means that other bytes changed:\n")
    print("| case | linkspan | linkify-html | bleach |")
    print("|---|---|---|---|")
    for name, source in CASES:
        cells = []
        for _, run in RIVALS:
            out, _ = run(source)
            links = [html.unescape(text) for text in re.findall(r"<a [^>]*>(.*?)</a>", out)]
            without = re.sub(r"<a [^>]*>(.*?)</a>", r"\1", re.sub(r"</?bdi>", "", out))
            cell = ", ".join(f"`{link}`" for link in links) or "–"
            cells.append(cell if without == source else f"{cell} (changed)")
        print(f"| {name} | " + " | ".join(cells) + " |")


speed()
differences()
