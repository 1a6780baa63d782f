#!/usr/bin/env python3
"""Flask-Limiter: 64 jobs obey the limits of a server."""
from flask import Flask
from flask_limiter import Limiter
from loopback import check, records, run, serving

application = Flask(__name__)
Limiter(lambda: "all", app=application, storage_uri="memory://", headers_enabled=True,
        default_limits=["20 per 2 seconds"])


@application.get("/<int:number>")
def item(number):
    return {"number": number}


with serving(application) as url:
    process = run("req", "-j64", "--per-host=64", lines="".join(f"{url}/{n}\n" for n in range(100)))
    numbers = [record.get("json", {}).get("number") for record in records(process)]
    check(process.returncode == 0 and numbers == [*range(100)], "announced_limits: records are missing", process)
