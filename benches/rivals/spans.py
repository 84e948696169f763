"""Finds links with urlextract. The input and the output are those of spans.mjs."""

import json
import sys

from urlextract import URLExtract

finder = URLExtract(extract_email=True)
for line in sys.stdin.buffer:
    text = json.loads(line)
    spans = [span for _, span in finder.find_urls(text, get_indices=True)]
    print(json.dumps([[len(text[:offset].encode()) for offset in span] for span in spans]))
