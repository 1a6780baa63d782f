#!/usr/bin/env python3
"""Writes Sources/WirelineCities/Data/CountryNameTable.swift from ISO 3166-1 as Debian has it.

usage: country-table.py > ../../../Sources/WirelineCities/Data/CountryNameTable.swift

Reads /usr/share/iso-codes/json/iso_3166-1.json of the package iso-codes (LGPL-2.1-or-later,
https://salsa.debian.org/iso-codes-team/iso-codes), and ../unicode/fold-table.py for the folds.

The name shown is the common name, else ISO's; an inverted one (`Virgin Islands, British`) turned
round, what is in brackets left out, and SHOWN in place of those that English has another word for.

A country is found by that name, by ISO's up to a comma or bracket (so `korea` finds both), by those
of FOUND, and by each with `&` for `and`, `St` and `St.` for `Saint`. Not by its official name: half
of the world would be found by `republic`.

FOUND has names of exactly the country that people still write: other spellings, former names that
were current in the 1990s or later, initials of three letters and more. Not in it: parts (England,
Scotland, Wales and Northern Ireland would find each other's cities), older names (Ceylon, Persia),
what is no name of one country (Scandinavia), alpha-3 codes (`per`, `can` and `mar` begin more names
of cities than people mean by them), and two letters (UK), which the search takes for a code."""
import importlib.util
import json
import pathlib
import re
import subprocess

DATA = '/usr/share/iso-codes/json/iso_3166-1.json'
FOLD_TABLE = pathlib.Path(__file__).parent.parent / 'unicode' / 'fold-table.py'

SHOWN = {
    # `Federated States of`, `State of`: the name is what is before the comma.
    'FM': 'Micronesia', 'PS': 'Palestine',
    # Turned round it is right but for the small letters.
    'CD': 'Democratic Republic of the Congo',
    # A list, not an inversion.
    'BQ': 'Bonaire, Sint Eustatius and Saba', 'SH': 'Saint Helena, Ascension and Tristan da Cunha',
    # What is in the brackets is the name, or of the name.
    'CC': 'Cocos (Keeling) Islands', 'VA': 'Vatican City',
    # Shorter in everybody's English.
    'BN': 'Brunei', 'RU': 'Russia',
    # Assigned by its users, not by ISO; GeoNames and OpenWeather have cities under it.
    'XK': 'Kosovo',
}
FOUND = {
    'AE': ['UAE', 'U.A.E.', 'Emirates'],
    'BA': ['Bosnia-Herzegovina'],
    'BN': ['Brunei Darussalam'],
    'BQ': ['Caribbean Netherlands', 'Sint Eustatius', 'Saba'],
    'BS': ['The Bahamas'],
    'CC': ['Cocos Islands', 'Keeling Islands'],
    'CD': ['DR Congo', 'DRC', 'Congo-Kinshasa', 'Zaire'],
    'CG': ['Congo-Brazzaville'],
    'CI': ['Ivory Coast'],
    'CV': ['Cape Verde'],
    'CZ': ['Czech Republic'],
    'FK': ['Malvinas'],
    'GB': ['Great Britain', 'Britain', 'U.K.'],
    'GM': ['The Gambia'],
    'MK': ['Macedonia'],
    'MM': ['Burma'],
    'MO': ['Macau'],
    # Two provinces of it, but in English the country for 300 years.
    'NL': ['The Netherlands', 'Holland'],
    'PG': ['PNG'],
    'PN': ['Pitcairn Islands'],
    'RU': ['Russian Federation'],
    'SH': ['Ascension', 'Tristan da Cunha'],
    'SJ': ['Jan Mayen'],
    'SX': ['Saint Maarten'],
    'SY': ['Syrian Arab Republic'],
    'SZ': ['Swaziland'],
    'TL': ['East Timor'],
    'TR': ['Turkey'],
    # In English the country, not the continents.
    'US': ['United States of America', 'USA', 'U.S.A.', 'America'],
    'VA': ['Holy See', 'Vatican City State'],
    'VI': ['US Virgin Islands'],
}


def load_fold():
    spec = importlib.util.spec_from_file_location('fold_table', FOLD_TABLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # The signs of ASCII are not in the table: CityFolding.swift does them.
    signs = str.maketrans({"'": '', '"': '', '.': ' ', ',': ' '})
    return lambda text: ' '.join(module.fold(text).translate(signs).split())


def shown(code, iso, common):
    if code in SHOWN:
        return SHOWN[code]
    name = re.sub(r' \(.*\)', '', common or iso)
    if match := re.fullmatch(r'(.*), (.*)', name):
        name = f'{match[2]} {match[1]}'
    assert not re.search(r' of( the)? |[,()]', name) or name in ('Isle of Man',), (code, name)
    return name


def variants(name):
    yield name
    for short in ('St', 'St.'):
        if name.startswith('Saint '):
            yield from variants(short + name.removeprefix('Saint'))
    if ' and ' in name:
        yield from variants(name.replace(' and ', ' & '))


def main():
    fold = load_fold()
    with open(DATA, encoding='utf-8') as file:
        countries = json.load(file)['3166-1']
    names = {c['alpha_2']: shown(c['alpha_2'], c['name'], c.get('common_name')) for c in countries}
    assert FOUND.keys() <= names.keys() | SHOWN.keys()
    iso = {c['alpha_2']: re.sub(r'(, | \().*', '', c['name']) for c in countries}
    names['XK'] = SHOWN['XK']
    found = {
        (fold(variant), code) for code, name in names.items()
        for one in [name, iso.get(code, name), *FOUND.get(code, [])] for variant in variants(one)}
    assert all(len(key.encode()) >= 3 for key, _ in found)
    version = subprocess.run(['dpkg-query', '-W', '-f', '${source:Upstream-Version}', 'iso-codes'],
                             check=True, capture_output=True, text=True).stdout
    print(f'''\
// Made by Tests/Fixtures/countries/country-table.py. Do not edit.
// Names: ISO 3166-1 of iso-codes {version}, LGPL-2.1-or-later, and the script's own.
// https://salsa.debian.org/iso-codes-team/iso-codes

/// English names of countries; lines of a code, a space and a name.
enum CountryNameTable {{
  /// One name a code, by code.''')
    emit('names', sorted(names.items()))
    print('\n  /// The folds of all names, by fold; a code has several, and a fold may.')
    emit('folds', sorted(((code, key) for key, code in found),
                         key=lambda line: (line[1].encode(), line[0])))
    print('}')


def emit(name, lines):
    print(f'  static let {name}: StaticString = """')
    for code, text in lines:
        print(f'    {code} {text}')
    # The last line has an end too.
    print('\n    """')


if __name__ == '__main__':
    main()
