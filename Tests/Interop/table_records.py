#!/usr/bin/env python3
"""Rows of tables become the requests that jq builds, and DuckDB and pandas read every tool's records.

The values that both libraries read are compared with those in the JSON lines: no field may be lost.
"""
import csv
import datetime
import json
import math
import pathlib
import random
import subprocess

import duckdb
import flask
import pandas

from loopback import check, run, serving

ROWS = 10_000
DEMO = pathlib.Path(__file__).resolve().parents[1] / "Demo"
WORDS = ["plain", "two words", "a/b", "é", "100%", "a&b=c", "x@y", "?q", "#f", '"q"', "back\\slash",
         "two\nlines", "=", "a,b", "a;b", "tab\there", "💣", "{x}", "..x", "%2f"]

app = flask.Flask(__name__)


@app.route("/<path:path>", methods=["GET", "PATCH"])
def echo(path):
    if path.startswith("missing"):
        return {"detail": "none"}, 404
    return {"path": path, "body": flask.request.get_json(silent=True), "list": [{"a": 1}, {"b": None}]}


def table():
    """Rows with all kinds of text, numbers and booleans."""
    generator = random.Random(41)
    for number in range(ROWS):
        yield {"id": f"{number:05}", "sku": generator.choice(WORDS) + str(number),
               "name": " ".join(generator.choices(WORDS, k=3)),
               "price": str(round(generator.uniform(-5, 1e6), generator.randrange(6))),
               "sold": generator.choice(["true", "false", "null"])}


def compare_with_jq():
    """`--rows --build` prints what jq builds from the same rows."""
    rows = list(table())
    with open("rows.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    with open("rows.tsv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    pathlib.Path("rows.jsonl").write_text(lines)
    # Numbers keep their digits, which jq's own numbers may not.
    program = r"""
      "{\"id\":\(.id|tojson),\"method\":\"PATCH\",\"url\":\"https://api.example/items/\(.sku|@uri)"
      + "?name=\(.name|@uri)\",\"headers\":{\"X-Id\":\(.id|tojson),"
      + "\"Accept\":\"application/json, */*;q=0.5\"},\"json\":{\"name\":\(.name|tojson),"
      + "\"price\":\(.price),\"sold\":\(.sold)}}"
    """
    built = subprocess.run(["jq", "-r", program], input=lines, text=True, check=True,
                           capture_output=True).stdout
    for name in ["rows.csv", "rows.tsv", "rows.jsonl"]:
        process = run(
            "req", "--build", "--rows", name, "PATCH", "https://api.example/items/{sku}",
            "name=={name}", "X-Id:{id}", "name={name}", "price:={price}", "sold:={sold}")
        differing = [(one, other) for one, other in
                     zip(process.stdout.splitlines(), built.splitlines()) if one != other]
        check(process.stdout == built, f"{name}: differs from jq: {differing[:1]}", process)


def records_of_tools(url):
    """The standard output of each tool, by name."""
    replay = ["--replay", DEMO / "cassette.jsonl"]
    urls = "".join(f"{url}/{path}\n" for path in ["a", "missing", "b"])
    yield "req", run("req", "--retry", "0", lines=urls + "not a URL\n").stdout
    yield "req --dry-run", run("req", "--dry-run", "--rows", "rows.csv", "PATCH", f"{url}/{{sku}}",
                               "price:={price}", "name={name}").stdout
    yield "cities-sync", run("cities-sync", DEMO / "cities.json").stdout
    yield "cities-find", run("cities-find", "--limit", "0", "*").stdout
    yield "cities-find --envelope", run("cities-find", "--envelope", lines="paris\nnowhere\n").stdout
    city = run("cities-find", "paris, fr").stdout + "nowhere\n"
    shops = run("yelp-query", "search", "--term", "coffee", *replay, lines=city).stdout
    yield "yelp-query", shops
    yield "imgfetch", run("imgfetch", "-o", "photos", "--copy", "name", *replay,
                          lines=shops + "not a URL\n").stdout


def fields(value, path=""):
    """The scalars below a value that are not null, by their paths. Numbers are compared as floats,
    and times as their texts."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from fields(inner, f"{path}/{name}")
    elif isinstance(value, (list, tuple)):
        for index, inner in enumerate(value):
            yield from fields(inner, f"{path}/{index}")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        if not math.isnan(value):
            yield path, float(value)
    elif isinstance(value, datetime.datetime):
        yield path, value.isoformat().replace("+00:00", "Z")
    elif value is not None:
        yield path, str(value)


def with_duckdb(path):
    query = f"select * from read_json('{path}', format = 'newline_delimited', sample_size = -1)"
    cursor = duckdb.connect().execute(query)
    # A column with strings and numbers, such as ref, is read as JSON.
    columns = [(name, str(kind) == "JSON") for name, kind, *_ in cursor.description]
    return [{name: json.loads(cell) if is_json and cell else cell
             for (name, is_json), cell in zip(columns, row)} for row in cursor.fetchall()]


def with_pandas(path):
    frame = pandas.read_json(path, lines=True, dtype=False, precise_float=True)
    return frame.astype(object).to_dict(orient="records")


def compare_readers(name, text):
    path = pathlib.Path(name.replace(" ", "_") + ".jsonl")
    path.write_text(text)
    expected = [dict(fields(json.loads(line))) for line in text.splitlines()]
    check(expected, f"{name} printed no record")
    for reader in [with_duckdb, with_pandas]:
        found = [dict(fields(record)) for record in reader(path)]
        check(len(found) == len(expected), f"{reader.__name__}, {name}: {len(found)} records")
        for number, (record, read) in enumerate(zip(expected, found), 1):
            lost = {key: (value, read.get(key)) for key, value in record.items()
                    if read.get(key) != value}
            check(not lost, f"{reader.__name__}, {name}, record {number}: {lost}")
    print(f"{name}: {len(expected)} records, {len(set().union(*expected))} fields")


compare_with_jq()
print(f"jq: {ROWS} records of each table are identical")
with serving(app) as address:
    for tool, output in records_of_tools(address):
        compare_readers(tool, output)
