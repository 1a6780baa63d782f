#!/usr/bin/env python3
"""Writes a file of each format that the tools read again, as the given version writes it.

usage: make.py BIN FOLDER

BIN is the folder of the executables, such as .build/debug, and FOLDER the version, such as 0.1.0. The
files in its work/ are from the working directory, and the others from the folders of XDG variables.
Databases are compressed. `FormatTests` reads the files of all versions with the current tools, so the files of a
version are not written again after its release.

The server of this script has a fixed address, because files contain URLs.
"""
import gzip
import http.server
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

BIN = pathlib.Path(sys.argv[1]).resolve()
HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE / sys.argv[2]
ADDRESS = ("127.0.0.1", 8943)
URL = f"http://{ADDRESS[0]}:{ADDRESS[1]}"
CITIES = """\
{"id":2993457,"name":"Monaco","country":"MC","latitude":43.73718,"longitude":7.42145,"population":32965}
{"id":3042030,"name":"Vaduz","country":"LI","latitude":47.14151,"longitude":9.52154}
"""
PNG = (HERE.parent / "pixels/bilevel.png").read_bytes()
YELP = b'{"businesses":[{"id":"1","alias":"b","name":"B"}],"total":1,"region":{"center":{"latitude":1,"longitude":2}}}'


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.partition("?")[0]
        body, headers = {
            "/a.png": (PNG, {"Content-Type": "image/png", "ETag": '"1"'}),
            "/login": (b"in", {"Set-Cookie": "sid=1; Max-Age=3155760000; Path=/"}),
            "/businesses/search": (YELP, {
                "Content-Type": "application/json", "RateLimit-DailyLimit": "500",
                "RateLimit-Remaining": "123", "RateLimit-ResetTime": "2027-01-16T00:00:00+00:00"}),
        }.get(path, (f"body of {path}".encode(), {"Content-Type": "text/plain"}))
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def run(home, *words, stdin=""):
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "WIRELINE_NOW": "1800000000",
        "YELP_API_KEY": "a-key-of-the-tests",
        **{f"XDG_{name.upper()}_HOME": str(home / name)
           for name in ("config", "data", "cache", "state")}}
    subprocess.run([BIN / words[0], *words[1:]], cwd=home / "work", input=stdin.encode(),
                   env=environment, check=True, stdout=subprocess.DEVNULL)


def main():
    server = http.server.ThreadingHTTPServer(ADDRESS, Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        (home / "work").mkdir()
        run(home, "cities-sync", "-", stdin=CITIES)
        run(home, "cities-find", "--favorite", "3042030")
        run(home, "imgfetch", "-o", "photos", f"{URL}/a.png")
        run(home, "req", "--journal", "journal", "--resume", stdin=f"{URL}/1\n{URL}/2\n")
        run(home, "req", "--record", "tape", f"{URL}/1")
        run(home, "req", "--record", "tape", stdin=f"{URL}/3\n")
        run(home, "req", "--cookie-jar", "jar", f"{URL}/login")
        run(home, "yelp-query", "search", "--base-url", URL, "--location", "x")
        config = home / "config/wireline"
        config.mkdir(parents=True)
        (config / "config.json").write_text('{"shared":{"retry":1},"req":{"header":["X-A: b"]}}\n')
        shutil.rmtree(home / "cache", ignore_errors=True)
        for path in home.rglob("*"):
            if path.is_dir() or path.suffix == ".lock" or path.name == ".wireline-lock":
                continue
            target = TARGET / path.relative_to(home)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".sqlite":
                data = gzip.compress(path.read_bytes(), mtime=0)
                target.with_name(path.name + ".gz").write_bytes(data)
            else:
                shutil.copyfile(path, target)


main()
