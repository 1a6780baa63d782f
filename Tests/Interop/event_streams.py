#!/usr/bin/env python3
"""sse-starlette: events are printed as they arrive, reconnections lose none, memory is flat."""
import asyncio
import json
import os
import queue
import socket
import subprocess
import threading
import time

import uvicorn
from loopback import BIN, check, records, run
from sse_starlette import EventSourceResponse
from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Route

COUNT = 1000
printed = queue.SimpleQueue()
MANY = int(os.environ.get("INTEROP_EVENTS", 1_000_000))


async def timed(request):
    """Each event follows the line of the previous one, and has the time at which it was sent."""
    async def events():
        for number in range(200):
            yield {"id": str(number), "event": "tick", "data": json.dumps({"sent": time.time()})}
            await asyncio.to_thread(printed.get, timeout=60)
    return EventSourceResponse(events())


async def resumed(request):
    """Closes the connection after 100 events; the next one continues after the last identifier."""
    first = int(request.headers.get("Last-Event-ID", 0))

    async def events():
        for number in range(first + 1, min(first + 100, COUNT) + 1):
            yield {"id": str(number), "retry": 10, "data": json.dumps({"n": number}, indent=1)}
        if first + 100 >= COUNT:
            yield {"data": "[DONE]"}
    return EventSourceResponse(events())


async def many(request):
    """A million lines, in chunks that do not end with them."""
    count = int(request.path_params["count"])

    async def lines():
        text = "".join(f'{{"n":{number},"text":"{"x" * 40}"}}\n' for number in range(1000))
        for _ in range(count // 1000):
            for start in range(0, len(text), 9999):
                yield text[start:start + 9999]
    return StreamingResponse(lines(), media_type="application/x-ndjson")


application = Starlette(routes=[
    Route("/timed", timed), Route("/resumed", resumed), Route("/many/{count}", many)])
listener = socket.create_server(("127.0.0.1", 0))
server = uvicorn.Server(uvicorn.Config(application, log_level="error"))
threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
url = f"http://127.0.0.1:{listener.getsockname()[1]}"

# Latency, for a single request and for one in a stream.
for arguments, lines in [([f"{url}/timed"], ""), ([], f"{url}/timed\n")]:
    tool = subprocess.Popen([f"{BIN}/req", "--select", "/data", *arguments], text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    tool.stdin.write(lines)
    tool.stdin.close()
    delays = []
    for line in tool.stdout:
        delays.append(time.time() - json.loads(line)["sent"])
        printed.put(None)
    delays.sort()
    check(tool.wait() == 0 and len(delays) == 200, "event_streams: events are missing")
    print(f"  event to line: median {delays[100] * 1000:.1f} ms, longest {delays[-1] * 1000:.1f} ms")
    check(delays[190] < 0.05, "event_streams: an event took longer than 50 ms")

process = run("req", "--reconnect", "99", "--each", "", "--format", "jsonl", f"{url}/resumed")
found = records(process)
check(process.returncode == 0, "event_streams: the run failed", process)
check([record["data"]["n"] for record in found] == [*range(1, COUNT + 1)]
      and [record["id"] for record in found] == [str(n) for n in range(1, COUNT + 1)]
      and [record["rank"] for record in found] == [*range(1, COUNT + 1)],
      "event_streams: reconnections lost or repeated events", process)

peaks = []
for count in (MANY // 100, MANY):
    with open("lines", "wb") as output:
        tool = subprocess.Popen([f"{BIN}/req", "--each", "", "--timeout", "5m"],
                                stdin=subprocess.PIPE, stdout=output)
        tool.stdin.write(f"{url}/many/{count}\n".encode())
        tool.stdin.close()
        _, status, usage = os.wait4(tool.pid, 0)
    with open("lines", "rb") as output:
        last = json.loads([line for line in output][-1])
    check(status == 0 and last["rank"] == count, "event_streams: lines are missing")
    peaks.append(usage.ru_maxrss)
print(f"  peak memory: {peaks[0]} KB for {MANY // 100} events, {peaks[1]} KB for {MANY}")
check(peaks[1] - peaks[0] < 16 << 10, "event_streams: memory grows with the number of events")
