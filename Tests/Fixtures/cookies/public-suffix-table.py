#!/usr/bin/env python3
"""Writes Sources/CTables/public-suffixes.txt from the Public Suffix List.

usage: public-suffix-table.py > ../../../Sources/CTables/public-suffixes.txt

Reads the list (MPL-2.0, https://publicsuffix.org/list/) from `pip install publicsuffixlist`, which is
released every few days. Both sections are in the table, ICANN's and the private one, since a cookie
for github.io crosses owners as one for co.uk does. NOTICE states the date of the list.

The first line has the date of the list: "# 2026-10-22". A test fails when it is older than two years.
A rule is written as a host is in a URL: lower case, with non-ASCII labels in Punycode. Wildcard rules
keep their "*." and exceptions their "!". Rules with the same parent domain form a line, which begins
with a colon and the parent: ":kyoto.jp ayabe fukuchiyama ..." The lines are sorted by their parents
for a binary search. Rules of a single label are left out: the list's default rule covers them."""
import collections
import pathlib
import re

import publicsuffixlist

LIST = pathlib.Path(publicsuffixlist.__file__).with_name('public_suffix_list.dat').read_text('utf-8')


def host_label(label):
    return label if label.isascii() else 'xn--' + label.encode('punycode').decode('ascii')


def rules():
    for line in LIST.splitlines():
        rule = line.split()[0] if line.strip() else ''
        if rule and not rule.startswith('//'):
            mark = '!' if rule.startswith('!') else ''
            yield mark + '.'.join(map(host_label, rule.removeprefix('!').lower().split('.')))


def main():
    groups = collections.defaultdict(set)
    for rule in rules():
        label, _, parent = rule.partition('.')
        if parent:
            groups[parent].add(label)
    print('#', re.search(r'^// VERSION: (\d{4}-\d\d-\d\d)', LIST, re.M)[1])
    for parent in sorted(groups):
        print(f':{parent}', *sorted(groups[parent]))


main()
