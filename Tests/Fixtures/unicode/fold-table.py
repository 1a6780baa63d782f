#!/usr/bin/env python3
"""Writes Sources/WirelineCities/Data/CityFoldingTable.swift from Python's Unicode data.

usage: fold-table.py > ../../../Sources/WirelineCities/Data/CityFoldingTable.swift

The fold of a scalar: compatibility decomposition (NFKD), full case folding, marks dropped, and the
letters that no standard decomposes by the tables below; kinds of apostrophes, quotation marks,
hyphens and spaces become one of each; what nobody sees is dropped. Applied until nothing changes,
so folding twice is folding once. ASCII, Hangul syllables and U+E0000 to U+E0FFF (nothing) are not
in the table: the code does them by rule.

The measure is somebody who types a name on a plain keyboard of its script: what he leaves off is
dropped, what he types instead is put in its place, and what he types is kept.

For strings, NFC, NFD, NFKC and NFKD fold alike, with two exceptions that no name has: the spacing
accents ´ ΄ ᾽ ᾿ are apostrophes here and a space with a mark to NFKD; and two of the marks that are
kept (MARKS below) keep the order they come in. For the Unicode data's licence see
https://www.unicode.org/license.txt."""
import re
import sys
import unicodedata as u

# Of the letters without decomposition only what the names of the letters do not tell; see letter().
LETTERS = {
    'ß': 'ss', 'ð': 'd', 'þ': 'th', 'ŋ': 'n', 'ə': 'e', 'ǝ': 'e', 'ɛ': 'e', 'ɔ': 'o', 'ɣ': 'g',
    'ɡ': 'g', 'ɑ': 'a', 'ɩ': 'i', 'ʊ': 'u', 'ʉ': 'u', 'ɵ': 'o', 'ʒ': 'z', 'ĸ': 'q', 'ỻ': 'll',
    # Catalan: l·l is typed ll, l.l or with whatever the keyboard has for the dot.
    '·': '',
    # Glottal stops, and clicks as people without them write them.
    'ʔ': "'", 'ʕ': "'", 'ɂ': "'", 'ꞌ': "'", 'ǃ': '!', 'ǀ': '|', 'ǁ': '||',
    # Cyrillic of Central Asia, on a Russian keyboard.
    'ә': 'а', 'ө': 'о', 'ү': 'у', 'ұ': 'у', 'һ': 'х', 'ҡ': 'к',
    # Arabic: what the keyboards of Cairo, Tehran and Lahore have for the same letter, and what
    # people do not tell apart when they type. Alef with hamza or madda decomposes.
    'ٱ': 'ا', 'ى': 'ي', 'ی': 'ي', 'ې': 'ي', 'ک': 'ك', 'ڪ': 'ك',
    'ة': 'ه', 'ہ': 'ه', 'ە': 'ه', 'ھ': 'ه', 'ۃ': 'ه', 'ـ': '',
    # Yiddish.
    'װ': 'וו', 'ױ': 'וי', 'ײ': 'יי',
    # Signs whose decomposition has no key.
    '⁄': '/', '∕': '/',
}
APOSTROPHES = (
    '\u0060\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c0\u02c1\u02c8\u02ca\u02cb\u0374\u0384'
    '\u055a\u05f3\u07f4\u07f5\u1fbd\u1fbf\u2018\u2019\u201a\u201b\u2032\u2035\u275b\u275c\ua78c'
    '\uff07')
# BGN's romanisation of ъ, among others.
QUOTES = (
    '\u00ab\u00bb\u02ba\u02ee\u05f4\u201c\u201d\u201e\u201f\u275d\u275e\u301d\u301e\u301f\uff02')
# Besides all of category Pd.
HYPHENS = '\u02d7\u2043\u2212'
# Marks that make another letter or syllable, which nobody leaves off: by combining class those
# that stand in a fixed place (viramas, Indic and Thai and Lao and Tibetan vowels; kana voicing),
# and of the others Buginese and Tai Viet vowels.
KEPT_CLASSES = (0, 8, 9, 84, 91, 103, 118, 129, 130, 132)
MARKS = '\u1a17\u1a18\uaab0\uaab2\uaab3\uaab4\uaab7\uaab8\uaabe'
# Default_Ignorable_Code_Point (DerivedCoreProperties.txt) as far as the category does not tell:
# the grapheme joiner, Hangul fillers, Khmer inherent vowels, variation selectors.
IGNORABLE = '\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0' + ''.join(
    map(chr, range(0xFE00, 0xFE10)))
# Format characters that are seen.
SEEN = '\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd'


def is_dropped(c):
    category = u.category(c)
    if category == 'Cf':
        return c not in SEEN
    if category == 'Cc':
        return c >= '\x80' and c != '\x85'
    if category == 'Me' or c in IGNORABLE:
        return True
    return u.combining(c) not in KEPT_CLASSES and c not in MARKS


def sign(c):
    """What a sign that is no letter becomes; None if it is none of ours."""
    if c in APOSTROPHES:
        return "'"
    if c in QUOTES:
        return '"'
    if c in HYPHENS or c in '\x85-' or u.category(c) in ('Pd', 'Zs', 'Zl', 'Zp'):
        return ' '
    return None


def letter(c):
    """A letter that does not decompose, as its plain base: from the table, else from its name, so
    `LATIN SMALL LETTER O WITH STROKE` is o, `LATIN SMALL LETTER DZ DIGRAPH` dz."""
    if c in LETTERS:
        return LETTERS[c]
    name = u.name(c, '')
    if match := re.fullmatch(
            r'LATIN (?:SMALL (?:LETTER|LIGATURE)|LETTER SMALL CAPITAL) (?:DOTLESS )?([A-Z]{1,2})'
            r'(?: DIGRAPH)?(?: WITH .*)?', name):
        return match.group(1).lower()
    if match := re.fullmatch(r'(CYRILLIC SMALL LETTER \w+) WITH .*', name):
        try:
            return u.lookup(match.group(1))
        except KeyError:
            return c
    if u.category(c) == 'Nd':
        return str(u.decimal(c))
    return c


def once(text):
    out = ''
    # Signs before the compatibility decomposition too, to which an acute accent is a space with a
    # mark; and the canonical one before that, lest its forms differ.
    for c in u.normalize('NFKD', ''.join(sign(c) or c for c in u.normalize('NFD', text))):
        if not is_dropped(c):
            out += sign(c) or ''.join(map(letter, c.casefold()))
    return out


def fold(text):
    while (next_text := once(text)) != text:
        text = next_text
    return text


def main():
    pages, keys, values, many, starts = [], [], [], [], {}
    for code in range(0x80, 0x30000):
        if code & 0xFF == 0 or code == 0x80:
            pages.append(len(keys))
        if 0xD800 <= code < 0xE000 or 0xAC00 <= code < 0xD7A4:
            continue
        folded = fold(chr(code))
        if folded == chr(code):
            continue
        keys.append(code & 0xFF)
        if len(folded) == 1:
            values.append(ord(folded))
        else:
            # 1 bit: several; 23 bits: where they begin; 8 bits: how many.
            if folded not in starts:
                starts[folded] = len(many)
                many.extend(map(ord, folded))
            values.append(1 << 31 | starts[folded] << 8 | len(folded))
    assert all(fold(chr(code)) == chr(code) for code in range(0x30000, 0xE0000))
    while len(pages) > 1 and pages[-2] == len(keys):
        pages.pop()
    print('// Made by Tests/Fixtures/unicode/fold-table.py '
          f'from Unicode {u.unidata_version}. Do not edit.')
    print()
    print('/// What scalars outside ASCII fold to, where that is not themselves.')
    print('enum CityFoldingTable {')
    emit('For each 256 scalars where theirs begin in `keys`; the last is the end.', 'pages',
         'UInt16', pages)
    print()
    emit('The last eight bits of the scalars, in order on each page.', 'keys', 'UInt8', keys)
    print()
    emit('Beside each key the fold: a scalar, or 1 << 31 | start << 8 | count in `sequences`.',
         'values', 'UInt32', values)
    print()
    emit('Folds of no scalar, or of several.', 'sequences', 'UInt32', many)
    print('}')


def emit(doc, name, type, numbers):
    print(f'  /// {doc}')
    print(f'  static let {name}: [{type}] = [')
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
