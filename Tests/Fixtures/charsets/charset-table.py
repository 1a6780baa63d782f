#!/usr/bin/env python3
"""Writes Sources/CTables/charsets.txt: the single-byte character sets of the WHATWG Encoding Standard.

usage: charset-table.py > Sources/CTables/charsets.txt

Each line contains the labels of a character set, a tab, and the characters of the bytes 0x80 to 0xFF.
U+FFFD stands for bytes without a character, and for the C1 controls, which no terminal should receive.
The characters come from Python's codecs, which follow the tables of the Unicode Consortium.
"""
import codecs
import unicodedata

# Python's codec, and the labels of https://encoding.spec.whatwg.org/#names-and-labels.
SETS = [
    ("cp1252", "windows-1252 iso-8859-1 latin1 l1 iso8859-1 iso_8859-1 us-ascii ascii cp1252 x-cp1252"),
    ("iso8859-2", "iso-8859-2 latin2 l2 iso8859-2 iso_8859-2"),
    ("iso8859-3", "iso-8859-3 latin3 l3 iso8859-3"),
    ("iso8859-4", "iso-8859-4 latin4 l4 iso8859-4"),
    ("iso8859-5", "iso-8859-5 cyrillic iso8859-5"),
    ("iso8859-6", "iso-8859-6 arabic iso8859-6"),
    ("iso8859-7", "iso-8859-7 greek iso8859-7"),
    ("iso8859-8", "iso-8859-8 hebrew iso8859-8 iso-8859-8-i visual logical"),
    ("iso8859-10", "iso-8859-10 latin6 l6 iso8859-10"),
    ("iso8859-13", "iso-8859-13 iso8859-13"),
    ("iso8859-14", "iso-8859-14 iso8859-14"),
    ("iso8859-15", "iso-8859-15 latin9 l9 iso8859-15 iso_8859-15"),
    ("iso8859-16", "iso-8859-16"),
    ("cp866", "ibm866 cp866 866 csibm866"),
    ("koi8-r", "koi8-r koi koi8 koi8_r cskoi8r"),
    ("koi8-u", "koi8-u koi8-ru"),
    ("mac_roman", "macintosh mac x-mac-roman csmacintosh"),
    ("mac_cyrillic", "x-mac-cyrillic x-mac-ukrainian"),
    ("cp874", "windows-874 iso-8859-11 iso8859-11 tis-620 dos-874"),
    ("cp1250", "windows-1250 cp1250 x-cp1250"),
    ("cp1251", "windows-1251 cp1251 x-cp1251"),
    ("cp1253", "windows-1253 cp1253 x-cp1253"),
    ("cp1254", "windows-1254 cp1254 x-cp1254 iso-8859-9 latin5 l5 iso8859-9"),
    ("cp1255", "windows-1255 cp1255 x-cp1255"),
    ("cp1256", "windows-1256 cp1256 x-cp1256"),
    ("cp1257", "windows-1257 cp1257 x-cp1257"),
    ("cp1258", "windows-1258 cp1258 x-cp1258"),
]


def character(codec, byte):
    text = codecs.decode(bytes([byte]), codec, "replace")
    return "\ufffd" if unicodedata.category(text) == "Cc" else text


for codec, labels in SETS:
    print(labels, "".join(character(codec, byte) for byte in range(0x80, 0x100)), sep="\t")
