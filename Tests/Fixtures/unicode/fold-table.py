#!/usr/bin/env python3
"""Writes Sources/WirelineCore/Cities/CityFoldingTable.swift from Python's Unicode data.

usage: fold-table.py > ../../../Sources/WirelineCore/Cities/CityFoldingTable.swift

The fold of a scalar: canonical decomposition, marks dropped (combining class neither 0 nor 9, so
that no order is left to matter), full case folding, and the letters below that no standard
decomposes. Applied until nothing changes, so folding twice is folding once. ASCII and Hangul
syllables are not in the table: the code does them by rule."""
import sys
import unicodedata as u

LETTERS = {
    'ß': 'ss', 'ẞ': 'ss', 'ø': 'o', 'ł': 'l', 'đ': 'd', 'ð': 'd', 'þ': 'th', 'æ': 'ae', 'œ': 'oe',
    'ı': 'i', 'ŋ': 'n', 'ħ': 'h', 'ŧ': 't', 'ĸ': 'k', 'ŀ': 'l', 'ŉ': "'n", 'ə': 'e', 'ɓ': 'b',
    'ɖ': 'd', 'ɗ': 'd', 'ƙ': 'k', 'ɛ': 'e', 'ɔ': 'o', 'ƒ': 'f', 'ɣ': 'g', 'ƴ': 'y', 'ɲ': 'n',
    'ɨ': 'i', 'ʉ': 'u', 'ɂ': "'", 'ĳ': 'ij', 'ſ': 's',
}
APOSTROPHES = "\u2018\u2019\u201a\u201b\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u00b4\u2032\u2035\uff07\ua78c\u0060"
HYPHENS = '\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d\u058a'
SPACES = ''.join(chr(c) for c in range(0x80, 0x110000) if u.category(chr(c)) in ('Zs', 'Zl', 'Zp')) + '\u0085'
# Direction and joining: seen by nobody, typed by nobody.
INVISIBLE = '\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e'


def once(text):
    out = ''
    for c in u.normalize('NFD', text):
        if c in INVISIBLE or u.combining(c) not in (0, 9):
            continue
        if c in APOSTROPHES:
            out += "'"
        elif c in HYPHENS or c in SPACES or c == '-':
            out += ' '
        else:
            f = c.casefold()
            out += ''.join(LETTERS.get(x, x) for x in f)
    return out


def fold(text):
    while (next_text := once(text)) != text:
        text = next_text
    return text


def main():
    keys, values, many = [], [], []
    for code in range(0x80, 0x110000):
        if 0xD800 <= code < 0xE000 or 0xAC00 <= code < 0xD7A4:
            continue
        folded = fold(chr(code))
        if folded == chr(code):
            continue
        keys.append(code)
        if len(folded) == 1:
            values.append(ord(folded))
        else:
            # 1 bit: several; 23 bits: where they begin; 8 bits: how many.
            values.append(1 << 31 | len(many) << 8 | len(folded))
            many.extend(map(ord, folded))
    print(f'// Made by Tests/Fixtures/unicode/fold-table.py from Unicode {u.unidata_version}. Do not edit.')
    print()
    print('/// What scalars outside ASCII fold to, where that is not themselves.')
    print('enum CityFoldingTable {')
    emit('The scalars, in order.', 'keys', keys)
    print()
    emit('Beside each its fold: a scalar, or 1 << 31 | start << 8 | count in `sequences`.', 'values', values)
    print()
    emit('Folds of no scalar, or of several.', 'sequences', many)
    print('}')


def emit(doc, name, numbers):
    print(f'  /// {doc}')
    print(f'  static let {name}: [UInt32] = [')
    line = '   '
    for number in numbers:
        word = f' {number},' if number < 10 else f' 0x{number:X},'
        if len(line) + len(word) > 100:
            print(line)
            line = '   '
        line += word
    print(line)
    print('  ]')


if __name__ == '__main__':
    main()
