#!/usr/bin/env python3
"""Writes Sources/CTables/countries.txt from the country names of CLDR.

usage: country-table.py > ../../../Sources/CTables/countries.txt

The first line has the date of CLDR: "# 2025-03-13". A test fails when it is older than two years.
Each other line has a code, the name shown, and other names to search by, separated by tabs.

Reads the English territory names of CLDR from Babel (`pip install babel`). NOTICE states the licence
of CLDR.

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
import re

import babel
import babel.core

# The release of CLDR in Babel and its date, from https://cldr.unicode.org/index/downloads.
CLDR, DATE = '47', '2025-03-13'

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
    cldr = {code: plain(name) for code, name in babel.Locale('en').territories.items()
            if re.fullmatch('[A-Z]{2}', code) and code not in NOT_COUNTRIES}
    assert babel.core.get_cldr_version() == CLDR, 'update CLDR and DATE, and the versions in NOTICE'
    assert SHOWN.keys() | FOUND.keys() <= cldr.keys()
    print('#', DATE)
    for code, name in sorted((cldr | SHOWN).items()):
        names = [variant for one in [name, cldr[code], *FOUND.get(code, [])] for variant in variants(one)]
        print(code, *dict.fromkeys(names), sep='\t')


if __name__ == '__main__':
    main()
