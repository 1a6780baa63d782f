"""What the tests share: running a tool, serving a WSGI application, and checking results."""
import contextlib
import json
import logging
import os
import subprocess
import threading

from werkzeug.serving import make_server

# The tools warn about variables that they do not know.
BIN = os.environ.pop("WIRELINE_BIN")

# Without a line for each request.
logging.getLogger("werkzeug").setLevel(logging.ERROR)


def run(tool, *arguments, lines="", **options):
    """Runs a tool with `lines` as its input. Returns the completed process."""
    return subprocess.run([f"{BIN}/{tool}", *arguments], input=lines, text=True, check=False,
                          capture_output=True, timeout=300, **options)


def records(process):
    """The records on standard output."""
    return [json.loads(line) for line in process.stdout.splitlines()]


@contextlib.contextmanager
def serving(application):
    """Serves a WSGI application on a free port of 127.0.0.1. Gives its URL."""
    server = make_server("127.0.0.1", 0, application, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def check(condition, message, process=None):
    """Ends the test with a message unless the condition holds."""
    if condition:
        return
    if process is not None:
        print(process.stderr[-2000:])
    raise SystemExit(f"interop: error: {message}")
