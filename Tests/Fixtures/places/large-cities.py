#!/usr/bin/env python3
"""Writes the rows of the default city file that compete for the names of the 200 largest places.

usage: large-cities.py cities.json.gz Sources/CPlaces/places.txt > Tests/Fixtures/places/large-cities.jsonl

A row competes if its name begins with the name of a place or with a text that tests type, or if it is
one of the places.
"""
import gzip
import json
import re
import sys
import unicodedata

# Starts of names, as users type them.
TYPED = ("tok", "lon", "new y", "ny", "munich", "kyiv", "portland", "rome", "berlin", "sao")


def folded(name):
    text = unicodedata.normalize("NFKD", name).lower()
    text = "".join(c for c in text if not unicodedata.combining(c))
    return re.sub(r"[\s,.-]+", " ", re.sub(r"['’‘`\"]", "", text)).strip()


if len(sys.argv) != 3:
    sys.exit(__doc__)
with open(sys.argv[2], encoding="utf-8") as file:
    largest = [file.readline().rstrip("\n").split("\t") for _ in range(200)]
ids = {int(place[0]) for place in largest}
starts = tuple(folded(place[5].split("|")[0]) for place in largest) + TYPED
for row in json.load(gzip.open(sys.argv[1])):
    if row["_id"] in ids or folded(row["name"]).startswith(starts):
        print(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
