#!/usr/bin/env python3
"""Writes Sources/CTables/country-*.txt from the country names of CLDR.

usage: country-table.py ../../../Sources/CTables

Each line is a code, a space and a name. country-names.txt has the names shown, in the order of codes.
country-folds.txt has the folds of all names, in their order: a country has several, and several have
`congo`.

Reads the English territory names of CLDR from Babel (`pip install babel`), and folds names with
../unicode/fold-table.py. NOTICE states the licence of CLDR.

The name shown is CLDR's with `and` for `&` and `Saint` for `St.`, and without brackets and
`SAR China`, unless SHOWN has another one.

A country is found by the name shown, by CLDR's, by those of FOUND, and by each of these with `&` for
`and`, and `St` and `St.` for `Saint`. It is not found by its official name, because `republic` would
match half of the world.

FOUND has other names of exactly that country: spellings, names that were current in the 1990s or
later, and abbreviations of three letters and more. It leaves out parts (England, Scotland, Wales and
Northern Ireland would find each other's cities), older names (Ceylon, Persia), names of more than
one country (Scandinavia), alpha-3 codes (`per`, `can` and `mar` begin many names of cities), and two
letters (UK), which the search reads as a code."""
import importlib.util
import pathlib
import re
import sys

import babel
import babel.core

FOLD_TABLE = pathlib.Path(__file__).parent.parent / 'unicode' / 'fold-table.py'

# Territories of CLDR that are not assigned by ISO 3166-1: exceptional reservations, groups, and
# codes for tests. XK (Kosovo) stays: GeoNames and OpenWeather have cities with this code.
NOT_COUNTRIES = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split()

SHOWN = {
    'BQ': 'Bonaire, Sint Eustatius and Saba', 'CC': 'Cocos (Keeling) Islands',
    'CD': 'Democratic Republic of the Congo', 'CG': 'Congo', 'CV': 'Cabo Verde',
    'PN': 'Pitcairn', 'PS': 'Palestine',
    'GS': 'South Georgia and the South Sandwich Islands',
    'HM': 'Heard Island and McDonald Islands', 'SH': 'Saint Helena, Ascension and Tristan da Cunha',
    'ST': 'Sao Tome and Principe', 'UM': 'United States Minor Outlying Islands',
    'VC': 'Saint Vincent and the Grenadines',
}
FOUND = {
    'AE': ['UAE', 'U.A.E.', 'Emirates'],
    'BA': ['Bosnia-Herzegovina'],
    'BN': ['Brunei Darussalam'],
    'BQ': ['Bonaire', 'Sint Eustatius', 'Saba'],
    'BS': ['The Bahamas'],
    'CC': ['Cocos', 'Keeling Islands'],
    'CD': ['Congo', 'DR Congo', 'DRC', 'Zaire'],
    'CI': ['Ivory Coast'],
    'CZ': ['Czech Republic'],
    'FK': ['Malvinas'],
    'GB': ['Great Britain', 'Britain', 'U.K.'],
    'GM': ['The Gambia'],
    'KP': ['Korea'],
    'KR': ['Korea'],
    'LA': ["Lao People's Democratic Republic"],
    'MK': ['Macedonia'],
    'MM': ['Burma'],
    'MO': ['Macau'],
    # Two provinces, but English has used the name for the country for 300 years.
    'NL': ['The Netherlands', 'Holland'],
    'PG': ['PNG'],
    'RU': ['Russian Federation'],
    'SH': ['Ascension', 'Tristan da Cunha'],
    'SJ': ['Jan Mayen'],
    'SX': ['Saint Maarten'],
    'SY': ['Syrian Arab Republic'],
    'SZ': ['Swaziland'],
    'TL': ['East Timor'],
    'TR': ['Turkey'],
    # The country in English, not the continents.
    'US': ['United States of America', 'USA', 'U.S.A.', 'America'],
    'VA': ['Holy See', 'Vatican City State'],
    'VG': ['Virgin Islands'],
    'VI': ['Virgin Islands', 'US Virgin Islands'],
    'VN': ['Viet Nam'],
}


def load_fold():
    spec = importlib.util.spec_from_file_location('fold_table', FOLD_TABLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # ASCII signs are not in the table: CityFolding.swift folds them.
    signs = str.maketrans({"'": '', '"': '', '.': ' ', ',': ' ', '-': ' '})
    return lambda text: ' '.join(module.fold(text).translate(signs).split())


def plain(name):
    """A name of CLDR in the style of the names shown."""
    name = name.replace(' & ', ' and ').replace('’', "'").removesuffix(' SAR China')
    return re.sub(r' \(.*\)', '', re.sub(r'^St\. ', 'Saint ', name))


def variants(name):
    yield name
    if name.startswith('Saint '):
        for short in ('St', 'St.'):
            yield from variants(short + name.removeprefix('Saint'))
    if ' and ' in name:
        yield from variants(name.replace(' and ', ' & '))


def main():
    fold = load_fold()
    cldr = {code: plain(name) for code, name in babel.Locale('en').territories.items()
            if re.fullmatch('[A-Z]{2}', code) and code not in NOT_COUNTRIES}
    assert SHOWN.keys() | FOUND.keys() <= cldr.keys()
    names = cldr | SHOWN
    found = {
        (fold(variant), code) for code, name in names.items()
        for one in [name, cldr[code], *FOUND.get(code, [])] for variant in variants(one)}
    assert all(len(key.encode()) >= 3 for key, _ in found)
    folder = pathlib.Path(sys.argv[1])
    write(folder / 'country-names.txt', sorted(names.items()))
    write(folder / 'country-folds.txt', sorted(((code, key) for key, code in found),
                                               key=lambda entry: (entry[1].encode(), entry[0])))


def write(path, entries):
    path.write_text(''.join(f'{code} {text}\n' for code, text in entries))


if __name__ == '__main__':
    main()
