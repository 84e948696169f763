"""Measures one Python library. The arguments and the output are those of rivals.mjs."""

import json
import sys
import time
from pathlib import Path

name, _scratch, corpora, shapes, time_limit = sys.argv[1:]


def bleach():
    from bleach.linkifier import Linker

    linker = Linker(parse_email=True)
    return lambda text: linker.linkify(text).count("<a href=")


def linkify_it_py():
    from linkify_it import LinkifyIt

    finder = LinkifyIt(options={"fuzzy_link": True, "fuzzy_email": True})
    return lambda text: len(finder.match(text) or [])


def urlextract():
    from urlextract import URLExtract

    finder = URLExtract(extract_email=True)
    return lambda text: len(finder.find_urls(text))


count = {"bleach": bleach, "linkify-it-py": linkify_it_py, "urlextract": urlextract}[name]()


def print_line(**fields):
    print(json.dumps({"who": name, **fields}), flush=True)


def seconds(text):
    """The best CPU time of up to five runs. After a second no further run starts."""
    best = float("inf")
    end = time.perf_counter() + 1
    for run in range(5):
        if run > 0 and time.perf_counter() > end:
            break
        start = time.process_time()
        count(text)
        best = min(best, time.process_time() - start)
    return best


for file in sorted(Path(corpora).iterdir()):
    text = file.read_text("utf-8")
    links = count(text)
    print_line(what="text", name=file.stem, bytes=len(text.encode()), links=links, seconds=seconds(text))

for shape in json.loads(Path(shapes).read_text("utf-8")):
    front, repeated = shape["front"], shape["repeated"]
    for bytes in (1 << power for power in range(10, 21)):
        text = front + repeated * (bytes // len(repeated))
        try:
            elapsed = seconds(text)
        except Exception as error:
            print_line(what="growth", front=front, repeated=repeated, bytes=len(text), failed=str(error))
            break
        print_line(what="growth", front=front, repeated=repeated, bytes=len(text), seconds=elapsed)
        if elapsed > float(time_limit):
            break
