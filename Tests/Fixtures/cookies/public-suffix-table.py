#!/usr/bin/env python3
"""Writes Sources/WirelineRequests/Cookies/PublicSuffixTable.swift from the Public Suffix List.

usage: public-suffix-table.py > ../../../Sources/WirelineRequests/Cookies/PublicSuffixTable.swift

Reads /usr/share/publicsuffix/public_suffix_list.dat of Debian's package publicsuffix (MPL-2.0,
https://publicsuffix.org/list/). Both sections are in the table, ICANN's and the private one, since a
cookie for github.io crosses owners as one for co.uk does.

A rule is written as a host is in a URL: lower case, with non-ASCII labels in Punycode. Wildcard rules
keep their "*." and exceptions their "!". Rules with the same parent domain form a group, which begins
with a colon and the parent: ":kyoto.jp ayabe fukuchiyama ..." The groups are sorted by their parents
for a binary search. Rules of a single label are left out: the list's default rule covers them."""
import collections
import subprocess

DATA = '/usr/share/publicsuffix/public_suffix_list.dat'
COLUMNS = 96


def host_label(label):
    return label if label.isascii() else 'xn--' + label.encode('punycode').decode('ascii')


def rules():
    with open(DATA, encoding='utf-8') as lines:
        for line in lines:
            rule = line.split()[0] if line.strip() else ''
            if rule and not rule.startswith('//'):
                mark = '!' if rule.startswith('!') else ''
                yield mark + '.'.join(map(host_label, rule.removeprefix('!').lower().split('.')))


def words():
    groups = collections.defaultdict(set)
    for rule in rules():
        label, _, parent = rule.partition('.')
        if parent:
            groups[parent].add(label)
    for parent in sorted(groups):
        yield ':' + parent
        yield from sorted(groups[parent])


def rows(words):
    row = ''
    for word in words:
        if row and len(row) + 1 + len(word) > COLUMNS:
            yield row
            row = ''
        row = f'{row} {word}' if row else word
    yield row


def main():
    version = subprocess.run(
        ['dpkg-query', '-W', '-f', '${Version}', 'publicsuffix'], check=True, capture_output=True,
        text=True).stdout
    print(f'''\
// Made by Tests/Fixtures/cookies/public-suffix-table.py. Do not edit.
// Rules: the Public Suffix List of publicsuffix {version}.
// https://publicsuffix.org/list/
// This data is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was
// not distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.

/// The rules of the Public Suffix List that have more than one label.
enum PublicSuffixTable {{
  /// `:PARENT LABEL LABEL …` for each parent domain, sorted by parent. Words are separated by one
  /// space or line break.
  static let groups: StaticString = """''')
    for row in rows(words()):
        print(f'    {row}')
    print('    """\n}')


main()
