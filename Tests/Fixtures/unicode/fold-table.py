#!/usr/bin/env python3
"""Writes Sources/CTables/folding-*.txt from Python's Unicode data (3.11: Unicode 14.0.0).

usage: fold-table.py ../../../Sources/CTables

The fold of a scalar: compatibility decomposition (NFKD), full case folding, and no marks. Letters
that Unicode does not decompose are replaced as LETTERS says. Apostrophes, quotation marks, hyphens
and spaces become one of each kind, and invisible characters are dropped. This is repeated until
nothing changes, so that folding twice equals folding once. ASCII, Hangul syllables and U+E0000 to
U+E0FFF (dropped) are not in the table: CityFolding handles them by rule.

The model is a user who types a name on a plain keyboard of its script: what they leave out is
dropped, what they type instead replaces the original, and what they type is kept.

NFC, NFD, NFKC and NFKD of a string have the same fold, with two exceptions that do not occur in
names: the spacing accents ´ ΄ ᾽ ᾿ are apostrophes here but a space and a mark in NFKD, and two of
the marks that are kept (MARKS) stay in their original order. NOTICE states the licence of the data.

A number is a string of digits in base 64, most significant first; the digits are the characters U+0030
to U+006F. The tables are text, with one entry per line.

folding-pages.txt: the index of the first run of each page of 256 scalars, 3 digits; the last is the end.
folding-runs.txt: the low byte of the first scalar, 2 digits; twice the length, plus 1 if all scalars of
the run have the same fold instead of consecutive ones, 1 digit; the fold of the first, 3 digits, or from
0x30000 on an offset in folding-sequences.txt.
folding-sequences.txt: folds of several scalars or of none: the number of scalars, 1 digit, then each
scalar, 3 digits."""
import pathlib
import re
import sys
import unicodedata as u

# Letters without a decomposition whose base is not in their Unicode name; see letter().
LETTERS = {
    'ß': 'ss', 'ð': 'd', 'þ': 'th', 'ŋ': 'n', 'ə': 'e', 'ǝ': 'e', 'ɛ': 'e', 'ɔ': 'o', 'ɣ': 'g',
    'ɡ': 'g', 'ɑ': 'a', 'ɩ': 'i', 'ʊ': 'u', 'ʉ': 'u', 'ɵ': 'o', 'ʒ': 'z', 'ĸ': 'q', 'ỻ': 'll',
    # Catalan: l·l is typed ll, l.l, or with another kind of dot.
    '·': '',
    # Glottal stops, and clicks as they are written without special letters.
    'ʔ': "'", 'ʕ': "'", 'ɂ': "'", 'ꞌ': "'", 'ǃ': '!', 'ǀ': '|', 'ǁ': '||',
    # Cyrillic of Central Asia, on a Russian keyboard.
    'ә': 'а', 'ө': 'о', 'ү': 'у', 'ұ': 'у', 'һ': 'х', 'ҡ': 'к',
    # Arabic: variants of one letter on the keyboards of Cairo, Tehran and Lahore, and letters that
    # users interchange. Alef with hamza or madda decomposes.
    'ٱ': 'ا', 'ى': 'ي', 'ی': 'ي', 'ې': 'ي', 'ک': 'ك', 'ڪ': 'ك',
    'ة': 'ه', 'ہ': 'ه', 'ە': 'ه', 'ھ': 'ه', 'ۃ': 'ه', 'ـ': '',
    # Yiddish.
    'װ': 'וו', 'ױ': 'וי', 'ײ': 'יי',
    # Signs whose decomposition is not on keyboards.
    '⁄': '/', '∕': '/',
}
APOSTROPHES = (
    '\u0060\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c0\u02c1\u02c8\u02ca\u02cb\u0374\u0384'
    '\u055a\u05f3\u07f4\u07f5\u1fbd\u1fbf\u2018\u2019\u201a\u201b\u2032\u2035\u275b\u275c\ua78c'
    '\uff07')
# BGN's romanisation of ъ, among others.
QUOTES = (
    '\u00ab\u00bb\u02ba\u02ee\u05f4\u201c\u201d\u201e\u201f\u275d\u275e\u301d\u301e\u301f\uff02')
# In addition to category Pd.
HYPHENS = '\u02d7\u2043\u2212'
# Marks that form another letter or syllable, and that users type. By combining class: viramas,
# Indic, Thai, Lao and Tibetan vowels, kana voicing. Individually: Buginese and Tai Viet vowels.
KEPT_CLASSES = (0, 8, 9, 84, 91, 103, 118, 129, 130, 132)
MARKS = '\u1a17\u1a18\uaab0\uaab2\uaab3\uaab4\uaab7\uaab8\uaabe'
# Characters with Default_Ignorable_Code_Point (DerivedCoreProperties.txt) that their category does
# not reveal: the grapheme joiner, Hangul fillers, Khmer inherent vowels, variation selectors.
IGNORABLE = '\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0' + ''.join(
    map(chr, range(0xFE00, 0xFE10)))
# Visible format characters.
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
    """The replacement of a punctuation mark or space; None for other characters."""
    if c in APOSTROPHES:
        return "'"
    if c in QUOTES:
        return '"'
    if c in HYPHENS or c in '\x85-' or u.category(c) in ('Pd', 'Zs', 'Zl', 'Zp'):
        return ' '
    return None


def letter(c):
    """The plain base of a letter that does not decompose, from LETTERS or from its Unicode name:
    `LATIN SMALL LETTER O WITH STROKE` is o, `LATIN SMALL LETTER DZ DIGRAPH` is dz."""
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
    # Signs are replaced before the compatibility decomposition, which turns an acute accent into a
    # space and a mark. The canonical decomposition comes first, so that all normal forms agree.
    for c in u.normalize('NFKD', ''.join(sign(c) or c for c in u.normalize('NFD', text))):
        if not is_dropped(c):
            out += sign(c) or ''.join(map(letter, c.casefold()))
    return out


def fold(text):
    while (next_text := once(text)) != text:
        text = next_text
    return text


def runs(page):
    """The runs of a page, as (first key, count, is one fold, fold): scalars in a row that have one
    fold, or whose folds are scalars in a row too."""
    scalars = sorted(page)
    start = 0
    while start < len(scalars):
        first = scalars[start]
        best = (1, True)
        for is_one in (True, False):
            count = 1
            while (count < 31 and first + count in page and
                   page[first + count] == following(page[first], 0 if is_one else count)):
                count += 1
            best = max(best, (count, is_one))
        yield first & 0xFF, *best, page[first]
        start += best[0]


def following(fold, count):
    return fold if count == 0 else chr(ord(fold) + count) if len(fold) == 1 else None


def main():
    pages, table, sequences, starts = [], [], '', {}
    for first in range(0, 0x30000, 0x100):
        pages.append(len(table))
        page = {code: folded for code in range(max(first, 0x80), first + 0x100)
                if not (0xD800 <= code < 0xE000 or 0xAC00 <= code < 0xD7A4)
                and (folded := fold(chr(code))) != chr(code)}
        for key, count, is_one, folded in runs(page):
            # From 0x30000 on: the position of a sequence, which begins with its length.
            if len(folded) != 1 and folded not in starts:
                starts[folded] = 0x30000 + len(sequences)
                sequences += digits(len(folded), 1) + ''.join(digits(ord(c), 3) for c in folded) + '\n'
            value = ord(folded) if len(folded) == 1 else starts[folded]
            table.append(digits(key, 2) + digits(count << 1 | is_one, 1) + digits(value, 3))
    pages.append(len(table))
    assert all(fold(chr(code)) == chr(code) for code in range(0x30000, 0xE0000))
    while pages[-2] == len(table):
        pages.pop()
    folder = pathlib.Path(sys.argv[1])
    write(folder / 'folding-pages.txt', (digits(number, 3) for number in pages))
    write(folder / 'folding-runs.txt', table)
    (folder / 'folding-sequences.txt').write_text(sequences)


def write(path, entries):
    path.write_text(''.join(f'{entry}\n' for entry in entries))


def digits(number, count):
    assert number < 64 ** count
    return ''.join(chr(0x30 + (number >> 6 * place & 63)) for place in reversed(range(count)))


if __name__ == '__main__':
    main()
