"""A loopback web server that counts its requests."""
import asyncio
import collections
import json
import struct
import threading
import time
import zlib


class Request:
    """One request, with the times of its head and of the end of its response (None if cut off)."""

    def __init__(self):
        self.began = time.monotonic()
        self.ended = None


class Server:
    """Serves /N.png, a picture, and /N.json, a document; below /missing/ the status is 404.

    Each response is sent `delay` seconds after its request. `with Server() as server:` starts it.
    """

    def __init__(self, delay=0.0, document_bytes=0):
        self.delay = delay
        self.document_bytes = document_bytes
        self.port = None
        # URL → its requests, in the order they arrived.
        self.log = collections.defaultdict(list)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready = threading.Event()

    def __enter__(self):
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def urls(self, count, suffix="png", hosts=20, missing=0):
        """`count` URLs on several hosts, the last `missing` of which do not exist."""
        return [f"http://h{n % hosts}.localhost:{self.port}/"
                f"{'missing/' if n >= count - missing else ''}{n}.{suffix}" for n in range(count)]

    def requests(self):
        """The number of requests so far."""
        return sum(len(requests) for requests in list(self.log.values()))

    def repeated(self):
        """The URLs that were requested more than once, with their requests."""
        return {url: requests for url, requests in self.log.items() if len(requests) > 1}

    def _run(self):
        asyncio.set_event_loop(self._loop)
        listening = self._loop.create_server(lambda: _Connection(self), "127.0.0.1", 0, backlog=1024)
        self.port = self._loop.run_until_complete(listening).sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()

    def response(self, path):
        name, _, suffix = path.rpartition("/")[2].partition(".")
        if path.startswith("/missing/"):
            return "404 Not Found", "text/plain", b"no such thing\n"
        if suffix == "png":
            return "200 OK", "image/png", picture(int(name))
        document = {"number": int(name), "text": f'é "\\\t{name} ' + "x" * self.document_bytes}
        return "200 OK", "application/json", json.dumps(document).encode()


class _Connection(asyncio.Protocol):
    def __init__(self, server):
        self.server = server
        self.buffer = b""
        self.transport = None

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.buffer += data
        while b"\r\n\r\n" in self.buffer:
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            lines = head.decode("latin-1").split("\r\n")
            fields = {name.lower(): value.strip()
                      for name, _, value in (line.partition(":") for line in lines[1:])}
            path = lines[0].split(" ")[1]
            request = Request()
            self.server.log[f"http://{fields['host']}{path}"].append(request)
            asyncio.get_running_loop().call_later(self.server.delay, self.respond, path, request)

    def respond(self, path, request):
        if self.transport.is_closing():
            return
        status, media_type, body = self.server.response(path)
        self.transport.write(f"HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\n"
                             f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        request.ended = time.monotonic()


def picture(number):
    """A PNG of 8 × 8 pixels whose colours depend on the number, so that no two files are equal."""
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))

    row = b"\0" + struct.pack(">I", number) * 6
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * 8)) + chunk(b"IEND", b""))
