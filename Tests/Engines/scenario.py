"""A run of a tool in an engine: its list, its server and its checks."""
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

import processes
from server import Server

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build" / "engines"
BIN = ROOT / os.environ.get("WIRELINE_BIN", ".build/bin")

# How long before a SIGKILL a received image may still be missing from the index, in seconds. The
# writer is slow when the disk is busy.
INDEX_DELAY = 1.5


class Scenario:
    """`with Scenario(name) as scenario:` prints one line at the end, and one per failure."""

    failed = []

    def __init__(self, name, delay=0.0, document_bytes=0):
        self.name = name
        self.folder = FOLDER / "runs" / name.replace(" ", "-").replace(",", "")
        self.server = Server(delay, document_bytes)
        self.urls = []
        self.missing = 0
        self.records = []
        self.problems = []
        self.killed_at = None

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "home").mkdir(parents=True)
        self.server.__enter__()
        self.began = time.monotonic()
        return self

    def __exit__(self, kind, error, _):
        seconds = time.monotonic() - self.began
        processes.stop_all()
        self.server.__exit__()
        if error is not None:
            self.problems.append(f"{kind.__name__}: {error}")
        print(f"{self.name:44} {len(self.urls):6} items {self.server.requests():6} requests "
              f"{len(self.records):6} records {seconds:6.1f} s  "
              f"{'FAILED' if self.problems else 'ok'}", flush=True)
        for problem in self.problems[:5]:
            print(f"engines: error: {self.name}: {problem}", flush=True)
        if len(self.problems) > 5:
            print(f"engines: error: {self.name}: and {len(self.problems) - 5} more", flush=True)
        if self.problems:
            print(f"engines: hint: see {self.folder.relative_to(ROOT)}", flush=True)
            self.failed.append(self.name)
        else:
            shutil.rmtree(self.folder)
        return isinstance(error, Exception)

    def environment(self, **more):
        """The environment of a command: the tools first, and no settings of the user."""
        home = self.folder / "home"
        return {"PATH": f"{BIN}:{os.environ['PATH']}:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8",
                "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"),
                "TMPDIR": str(home), **more}

    def write_list(self, count, suffix="png", missing=0, duplicates=0):
        """Writes the URLs in a fixed random order to urls.txt, and with an `id` to urls.jsonl."""
        distinct = self.server.urls(count - duplicates, suffix, missing=missing)
        chance = random.Random(19)
        self.missing = missing
        self.urls = distinct + chance.sample(distinct[:len(distinct) - missing], duplicates)
        chance.shuffle(self.urls)
        lines = [json.dumps({"id": f"row-{n}", "url": url}) for n, url in enumerate(self.urls, 1)]
        (self.folder / "urls.txt").write_text("".join(f"{url}\n" for url in self.urls))
        (self.folder / "urls.jsonl").write_text("".join(f"{line}\n" for line in lines))

    def write_list_for(self, tool):
        """Writes 4000 URLs; the list of imgfetch has duplicates."""
        is_req = tool == "req"
        self.write_list(4000, "json" if is_req else "png", 20, duplicates=0 if is_req else 100)

    def start(self, script, **environment):
        """Starts a recipe in the folder of the scenario."""
        return processes.start(["sh", "-euc", script], self.folder / "log", cwd=self.folder,
                               env=self.environment(**environment))

    def run(self, script, status=0, **environment):
        """Runs a recipe to its end."""
        self.finish(self.start(script, **environment), status)

    def finish(self, process, status=0):
        """Waits for a recipe and checks its exit status."""
        try:
            found = process.wait(240)
        except subprocess.TimeoutExpired:
            found = "none after 240 s"
        self.expect(found == status, f"exit status {found} instead of {status}")

    def wait_for_third(self, job):
        """Waits until a third of the list has been requested."""
        processes.wait_until(lambda: (self.server.requests() >= len(self.urls) / 3
                                      or job.poll() is not None), "a third of the requests")
        if job.returncode is not None:
            raise RuntimeError(f"exit status {job.returncode} before a third of the requests")

    def kill(self, pids):
        """Sends SIGKILL to processes and records the time."""
        self.killed_at = time.monotonic()
        processes.send(pids, signal.SIGKILL)

    def expect(self, holds, problem):
        if not holds:
            self.problems.append(problem)

    def read_records(self, pattern):
        """Reads the records of all files that match; a damaged line is a failure."""
        for path in sorted(self.folder.glob(pattern)):
            for number, line in enumerate(path.read_bytes().splitlines(), 1):
                try:
                    record = json.loads(line)
                    self.expect(isinstance(record, dict), f"{path.name}:{number}: not a record")
                    self.records.append(record)
                except ValueError:
                    self.expect(False, f"{path.name}:{number}: damaged: {line[:80]!r}")

    def expect_each_record_once(self, refs=None):
        """Checks that each line has one record, with the given refs or by default unique ones."""
        self.expect_same("record", (record.get("url") for record in self.records), self.urls)
        found = [json.dumps(record.get("ref")) for record in self.records]
        self.expect_same("ref", found, set(found) if refs is None else map(json.dumps, refs))
        errors = sum("error" in record or record.get("status") == 404 for record in self.records)
        self.expect(errors == self.missing, f"{errors} failed items instead of {self.missing}")

    def expect_same(self, what, found, expected):
        found, expected = collections.Counter(iter(found)), collections.Counter(iter(expected))
        for problem, counts in (("lost", expected - found), ("in excess", found - expected)):
            self.expect(not counts,
                        f"{counts.total()} {what}s {problem}, such as {next(iter(counts), '')}")

    def expect_files(self):
        """Checks that each image record names a complete file."""
        sizes = {self.folder / record["path"]: record["bytes"]
                 for record in self.records if "path" in record}
        bad = [path for path, size in sizes.items()
               if not path.is_file() or path.stat().st_size != size]
        self.expect(sizes and not bad, f"{len(bad)} of {len(sizes)} files are incomplete")

    def expect_requests(self, again_at_most=0, window=0.25, missing_again=False):
        """Checks that the URLs of the list, and no others, were requested, each once.

        After a kill, at most `again_at_most` URLs may be requested again: those whose responses
        were in flight or had been sent less than `window` seconds before. `missing_again` allows any
        number of requests for missing images, because they are not stored.
        """
        self.expect_same("requested URL", self.server.log, set(self.urls))
        again = {url: requests for url, requests in self.server.repeated().items()
                 if not (missing_again and "/missing/" in url)}
        self.expect(len(again) <= again_at_most, f"{len(again)} URLs were requested again, more "
                                                 f"than {again_at_most}, such as {min(again, default='')}")
        for url, requests in again.items():
            if self.killed_at is not None and requests[0].ended is not None:
                early = self.killed_at - requests[0].ended
                self.expect(early < window, f"{url} was requested again although its response had "
                                            f"been sent {early:.2f} s before the kill")

    def expect_work_repeated(self):
        """Checks that the kill made the engine repeat a task; otherwise the run proves nothing."""
        known = sum(record.get("source", "network") != "network" for record in self.records)
        duplicates = len(self.urls) - len(set(self.urls))
        self.expect(known > duplicates, f"no work was repeated: {known} records without a request")
