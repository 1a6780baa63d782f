"""An HTTP server on loopback that generates images: hostile, truncated or mutated."""
import http.server
import random
import threading
import zlib

import hostile

BLOCK = bytes(1 << 20)


def fixtures():
    """The valid images; the one without decoder is among the hostile files."""
    names = sorted(path.name for path in hostile.FIXTURES.iterdir())
    return [name for name in names if not name.endswith((".py", ".avif")) and name != "damaged.png"]


def mutated(data, seed):
    """Changes some bytes or a part: the same for the same seed."""
    chance = random.Random(seed)
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        place = chance.randrange(len(data))
        kind = chance.randrange(7)
        if kind == 0:
            data[place] = chance.randrange(256)
        elif kind == 1:
            data[place] ^= 1 << chance.randrange(8)
        elif kind == 2:
            data[place] = chance.choice((0, 0x7F, 0x80, 0xFF))
        elif kind == 3:
            del data[place:place + chance.randrange(1, 32)]
        elif kind == 4:
            data[place:place] = chance.randbytes(chance.randrange(1, 32))
        elif kind == 5:
            start = chance.randrange(len(data))
            data[place:place] = data[start:start + chance.randrange(1, 64)]
        else:
            value = chance.choice((0, 1, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF))
            data[place:place + 4] = value.to_bytes(4, chance.choice(("big", "little")))
        if len(data) < 2:
            break
    if chance.random() < 0.8:
        repair_checksums(data)
    return bytes(data)


def repair_checksums(data):
    """Of the chunks of a PNG file, so that the decoder reads more than the first changed chunk."""
    place = 8
    while data[:4] == b"\x89PNG" and place + 12 <= len(data):
        end = place + 8 + int.from_bytes(data[place:place + 4], "big")
        if end + 4 > len(data):
            return
        data[end:end + 4] = zlib.crc32(data[place + 4:end]).to_bytes(4, "big")
        place = end + 4


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Otherwise a body waits 40 ms for the acknowledgement of its head.
    disable_nagle_algorithm = True

    def do_GET(self):
        content = Server.content(self.path.lstrip("/"))
        try:
            if isinstance(content, hostile.Stream):
                self.stream(content)
            else:
                self.head(len(content))
                self.wfile.write(content)
        except OSError:
            # The client does not read further, which it may.
            self.close_connection = True

    def head(self, length):
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        if length is not None:
            self.send_header("Content-Length", str(length))
        else:
            self.send_header("Connection", "close")
        self.end_headers()

    def stream(self, content):
        self.head(len(content.head) + content.count if content.is_declared else None)
        self.close_connection = True
        self.wfile.write(content.head)
        for _ in range(content.count // len(BLOCK)):
            self.wfile.write(BLOCK)

    def log_message(self, *_):
        pass


class Server:
    """Serves until the end of a `with` block."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()

    @staticmethod
    def content(path):
        """The bytes of `good`, `hostile/NAME`, `cut/FIXTURE/LENGTH` or `mutated/FIXTURE/SEED`."""
        parts = path.split("?")[0].split("/")
        if parts[0] == "hostile":
            return hostile.HOSTILE[parts[1]][0]()
        if parts[0] == "cut":
            return hostile.fixture(parts[1])[:int(parts[2])]
        if parts[0] == "mutated":
            return mutated(hostile.fixture(parts[1]), parts[2])
        return hostile.fixture("rgb.jpg")
