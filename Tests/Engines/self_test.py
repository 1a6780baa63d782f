"""Tests the checks of a scenario with outcomes that are damaged on purpose."""
import contextlib
import io
import json

from scenario import Scenario
from server import Request

COUNT = 20


def outcome(damage):
    """Applies `damage` to a good run and returns the problems that its scenario finds."""
    with contextlib.redirect_stdout(io.StringIO()):
        scenario = Scenario("self test")
        with scenario:
            scenario.write_list(COUNT, missing=1)
            photo = scenario.folder / "photo.png"
            photo.write_bytes(b"12345678")
            records = []
            for number, url in enumerate(scenario.urls, 1):
                scenario.server.log[url].append(Request())
                found = ({"error": {"code": "not_found"}} if "/missing/" in url else
                         {"path": photo.name, "bytes": 8, "source": "network"})
                records.append({"ref": number, "url": url, **found})
            lines = [json.dumps(record).encode() for record in records]
            damage(scenario, lines)
            (scenario.folder / "images.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
            scenario.read_records("images.jsonl")
            scenario.expect_each_record_once(range(1, COUNT + 1))
            scenario.expect_files()
            if scenario.killed_at is None:
                scenario.expect_requests()
            else:
                scenario.expect_requests(again_at_most=2)
                scenario.expect_work_repeated()
    if scenario.name in Scenario.failed:
        Scenario.failed.remove(scenario.name)
    return scenario.problems


def request_again(scenario, count, seconds_before_kill=None):
    """Requests the first URLs again, and sets when their first response ended."""
    for url in scenario.urls[:count]:
        first, = scenario.server.log[url]
        if seconds_before_kill is not None:
            scenario.killed_at = first.began + 10
            first.ended = scenario.killed_at - seconds_before_kill
        scenario.server.log[url].append(Request())


# The damage to a good run, and a part of the expected problem.
DAMAGES = [
    (lambda scenario, lines: lines.pop(3), "1 records lost"),
    (lambda scenario, lines: lines.append(lines[3]), "1 records in excess"),
    (lambda scenario, lines: lines.append(lines[3]), "1 refs in excess"),
    (lambda scenario, lines: lines.insert(3, lines.pop(3)[:40]), "damaged"),
    (lambda scenario, lines: lines.insert(3, b"17"), "not a record"),
    (lambda scenario, lines: lines.insert(3, lines.pop(3).replace(b'"source"', b'"error"')),
     "2 failed items instead of 1"),
    (lambda scenario, lines: (scenario.folder / "photo.png").write_bytes(b"1234"), "incomplete"),
    (lambda scenario, lines: (scenario.folder / "photo.png").unlink(), "incomplete"),
    (lambda scenario, lines: scenario.server.log.pop(scenario.urls[5]), "1 requested URLs lost"),
    (lambda scenario, lines: scenario.server.log.update(other=[]), "1 requested URLs in excess"),
    (lambda scenario, lines: request_again(scenario, 1), "1 URLs were requested again"),
    (lambda scenario, lines: request_again(scenario, 3, 0.1), "3 URLs were requested again"),
    (lambda scenario, lines: request_again(scenario, 1, 3.0), "3.00 s before the kill"),
    (lambda scenario, lines: request_again(scenario, 1, 0.1), "no work was repeated"),
    (lambda scenario, lines: scenario.run("exit 3"), "exit status 3 instead of 0"),
    (lambda scenario, lines: (scenario.server.log.clear(),
                              scenario.wait_for_third(scenario.start("exit 0"))),
     "exit status 0 before a third"),
]


def run():
    """Raises AssertionError if a check misses damage or rejects a good run."""
    assert outcome(lambda scenario, lines: None) == []
    for number, (damage, problem) in enumerate(DAMAGES):
        found = outcome(damage)
        assert any(problem in text for text in found), f"damage {number}: {problem}: {found}"
