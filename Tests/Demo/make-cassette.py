#!/usr/bin/env python3
"""Generates cassette.jsonl: the HTTP responses of the demo and of the manual's examples.

usage: Tests/Demo/make-cassette.py [FILE]     writes FILE, or cassette.jsonl beside this script

All cafés and images are invented; nothing was recorded. Each line is
{"request":REQUEST,"response":RESPONSE}, with records as in wireline-records(5). The replay matches
requests by method and exact URL, so the URLs below must equal those that the tools build: the query
sorted by name, and coordinates with the digits of cities.json.
"""
import base64
import json
import math
import pathlib
import struct
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
YELP = "https://api.yelp.com/v3/businesses/search"
IMAGES = "https://images.example"
EXAMPLE = "https://example.com"

# alias, name, address, latitude, longitude, rating, reviews, price, metres from the centre, colours
CAFES = [
    ("le-fil-ouvert", "Le Fil Ouvert", "3 passage des Lignes", 48.85502, 2.35127, 4.5, 312, "€€",
     255.3, ("#1d3557", "#f1faee", "#e63946")),
    ("cafe-retour-chariot", "Café Retour Chariot", "13 rue du Tabulateur", 48.85117, 2.34403, 4.0,
     87, "€", 424.8, ("#264653", "#e9c46a", "#f4a261")),
    ("la-tasse-tampon", "La Tasse Tampon", "64 quai de la Mémoire", 48.85688, 2.34561, 3.5, 41,
     "€€", 451.7, ("#582f0e", "#ede0d4", "#7f5539")),
]

WIDTH, HEIGHT, SAMPLES = 96, 72, 3


def business(number):
    """A café in the format of Yelp's business search."""
    alias, name, address, latitude, longitude, rating, reviews, price, distance, _ = CAFES[number]
    return {
        "id": base64.urlsafe_b64encode(f"invented-café-{number}".encode())[:22].decode(),
        "alias": alias,
        "name": name,
        "image_url": f"{IMAGES}/{alias}/o.jpg",
        "is_closed": False,
        "url": f"https://yelp.example/biz/{alias}",
        "review_count": reviews,
        "categories": [{"alias": "coffee", "title": "Coffee & Tea"}],
        "rating": rating,
        "coordinates": {"latitude": latitude, "longitude": longitude},
        "transactions": [],
        "price": price,
        "location": {
            "address1": address, "address2": None, "address3": "", "city": "Paris",
            "zip_code": "75000", "country": "FR", "state": "75",
            "display_address": [address, "75000 Paris", "France"],
        },
        # A range that the French authority reserves for fiction.
        "phone": f"+3319900{number:04}",
        "display_phone": f"+33 1 99 00 00 {number:02}",
        "distance": distance,
    }


def search_response(paris):
    center = {"longitude": float(paris["lon"]), "latitude": float(paris["lat"])}
    return {"businesses": [business(number) for number in range(len(CAFES))],
            "total": len(CAFES), "region": {"center": center}}


def color(text):
    return [int(text[i:i + 2], 16) for i in (1, 3, 5)]


def pixel(x, y, palette):
    """The colour of a point, in pixels: a cup with steam on a plain background."""
    ground, china, drink = palette
    if math.hypot((x - 46) / 19, (y - 32) / 3.6) < 1:
        return drink
    if 32 <= y < 60 and abs(x - 46) < 22 - max(0, y - 46) ** 2 / 26:
        return china
    if 6 < math.hypot(x - 69, y - 42) < 10 and x > 66:
        return china
    if abs(y - 63) < 2 and abs(x - 46) < 32:
        return china
    if 8 < y < 26 and any(abs(x - at - 3 * math.sin(y / 3)) < 1.4 for at in (36, 46, 56)):
        return china
    return ground


def png(colors):
    """A small PNG, drawn with several samples per pixel."""
    palette = [color(text) for text in colors]
    steps = [(step + 0.5) / SAMPLES for step in range(SAMPLES)]
    rows = bytearray()
    for y in range(HEIGHT):
        rows.append(0)
        for x in range(WIDTH):
            samples = [pixel(x + dx, y + dy, palette) for dx in steps for dy in steps]
            rows += bytes(sum(channel) // len(samples) for channel in zip(*samples))

    def chunk(name, content):
        check = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))


def exchange(url, media_type, body, status=200):
    response = {"url": url, "status": status, "http_version": "1.1",
                "headers": {"content-type": media_type}, **body}
    return {"request": {"method": "GET", "url": url}, "response": response}


def paris_coordinates():
    """The coordinates of Paris, France, as text to preserve all digits."""
    cities = json.loads((HERE / "cities.json").read_text("utf-8"), parse_float=str)
    return next(city["coord"] for city in cities
                if (city["name"], city["country"]) == ("Paris", "FR"))


def main():
    paris = paris_coordinates()
    response = {"json": search_response(paris)}
    coordinates = f"latitude={paris['lat']}&longitude={paris['lon']}"
    lines = [
        exchange(f"{YELP}?{coordinates}&term=coffee", "application/json", response),
        exchange(f"{YELP}?location=Paris&term=coffee", "application/json", response),
    ]
    for number, cafe in enumerate(CAFES):
        body = {"body_base64": base64.b64encode(png(cafe[-1])).decode()}
        lines.append(exchange(business(number)["image_url"], "image/png", body))
    hello = {"json": {"greeting": "hello", "from": "a cassette"}}
    busy = f"{EXAMPLE}/busy"
    lines += [
        exchange(f"{EXAMPLE}/hello.json", "application/json", hello),
        exchange(f"{EXAMPLE}/missing", "text/plain", {"body": "There is nothing here.\n"}, 404),
        # The second response is that to a retry.
        exchange(busy, "text/plain", {"body": "Try again later.\n"}, 503),
        exchange(busy, "application/json", {"json": {"greeting": "at last"}, "attempts": 2}),
    ]

    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "cassette.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


main()
