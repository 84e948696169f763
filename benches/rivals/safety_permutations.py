"""Reads a list of domains as JSON, and prints the permutations that dnstwist generates, by fuzzer and in Unicode form."""

import json
import sys
from collections import defaultdict

import dnstwist

# Suffixes that imitations of names under .com use.
SUFFIXES = ["cm", "co", "info", "net", "om", "online", "org", "shop", "top", "xyz"]


def decode(domain):
    return ".".join(
        label[4:].encode().decode("punycode") if label.startswith("xn--") else label for label in domain.split(".")
    )


permutations = defaultdict(set)
for name in json.load(sys.stdin):
    fuzzer = dnstwist.Fuzzer(name, dictionary=["account", "login", "rewards", "secure", "track"], tld_dictionary=SUFFIXES)
    fuzzer.generate()
    for permutation in fuzzer.domains:
        # The original itself is listed, too.
        if not permutation["fuzzer"].startswith("*"):
            permutations[permutation["fuzzer"]].add(decode(permutation["domain"]))
result = {fuzzer: sorted(domains) for fuzzer, domains in permutations.items()}
print(json.dumps({"version": dnstwist.__version__, **result}))
