#!/usr/bin/env python3
"""Flask-Limiter: 64 jobs obey the announced limit of a server after its first window."""
import json
import time

from flask import Flask
from flask_limiter import Limiter
from loopback import check, records, run, serving

SECONDS = 5
application = Flask(__name__)
Limiter(lambda: "all", app=application, storage_uri="memory://", headers_enabled=True,
        default_limits=[f"40 per {SECONDS} seconds"])
responses = []


@application.get("/<int:number>")
def item(number):
    return {"number": number}


@application.after_request
def note(response):
    responses.append((time.monotonic(), response.status_code))
    return response


with serving(application) as url:
    process = run("req", "-j64", "--per-host=64", "--summary",
                  lines="".join(f"{url}/{n}\n" for n in range(150)))
numbers = [record.get("json", {}).get("number") for record in records(process)]
check(process.returncode == 0 and numbers == [*range(150)], "records are missing", process)
end = responses[0][0] + SECONDS
late = [status for moment, status in responses if moment > end]
check(late and 429 not in late, f"refused after the first window: {late.count(429)}", process)
summary = json.loads(process.stderr.splitlines()[-1])["summary"]
waits = summary.get("waited_ms_by_host", {})
check([*waits] == [url.removeprefix("http://")], "the summary lacks the waits", process)
refused = len(responses) - len(numbers)
print(f"announced_limits: {refused} refused in the first window, waited {waits}")
