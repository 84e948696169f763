"""Measures one Python rival; arguments and output as in rivals.mjs."""

import json
import sys
import time
from pathlib import Path

who, _scratch, texts, shapes, enough = sys.argv[1:]


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


count = {"bleach": bleach, "linkify-it-py": linkify_it_py, "urlextract": urlextract}[who]()


def say(**object):
    print(json.dumps({"who": who, **object}), flush=True)


def seconds(text):
    """The processor's time for the best of several runs, as many as fit into a second."""
    best = float("inf")
    end = time.perf_counter() + 1
    for run in range(5):
        if run > 0 and time.perf_counter() > end:
            break
        start = time.process_time()
        count(text)
        best = min(best, time.process_time() - start)
    return best


for file in sorted(Path(texts).iterdir()):
    text = file.read_text("utf-8")
    links = count(text)
    say(what="text", name=file.stem, bytes=len(text.encode()), links=links, seconds=seconds(text))

for shape in json.loads(Path(shapes).read_text("utf-8")):
    front, repeated = shape["front"], shape["repeated"]
    for bytes in (1 << power for power in range(10, 21)):
        text = front + repeated * (bytes // len(repeated))
        try:
            elapsed = seconds(text)
        except Exception as error:
            say(what="growth", front=front, repeated=repeated, bytes=len(text), failed=str(error))
            break
        say(what="growth", front=front, repeated=repeated, bytes=len(text), seconds=elapsed)
        if elapsed > float(enough):
            break
