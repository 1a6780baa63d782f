#!/usr/bin/env python3
"""Nchan, a module of nginx: a subscriber that the server disconnects receives each message once."""
import pathlib
import socket
import subprocess
import threading
import urllib.request

from loopback import BIN, check

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
url = f"http://127.0.0.1:{port}"
pathlib.Path("nginx.conf").write_text(f"""
load_module /usr/lib/nginx/modules/ngx_nchan_module.so;
pid nginx.pid; error_log stderr crit;
events {{}}
http {{
  access_log off;
  server {{
    listen 127.0.0.1:{port};
    location /publish {{ nchan_publisher; nchan_channel_id all; nchan_message_buffer_length 1000000; }}
    location /events {{
      nchan_subscriber eventsource; nchan_channel_id all; nchan_subscriber_timeout 1;
      nchan_subscriber_first_message oldest;
    }}
  }}
}}
""")
nginx = ["nginx", "-p", ".", "-c", "nginx.conf"]
reconnected = threading.Semaphore(0)
log = []
BATCH, RECONNECTIONS = 100, 3


def post(message):
    urllib.request.urlopen(f"{url}/publish", data=message, timeout=10).read()


def publish():
    """Publishes a batch after each connection, of which the server closes those that idle for a second."""
    for number in range(BATCH * RECONNECTIONS):
        if number % BATCH == 0 and number > 0:
            reconnected.acquire(timeout=60)
        post(b'{"n":%d}' % number)
    reconnected.acquire(timeout=60)
    post(b"[DONE]")


def watch(stream):
    for line in stream:
        log.append(line)
        if "last-event-id:" in line.lower():
            reconnected.release()


# In the background, it returns when it listens.
subprocess.run(nginx, check=True)
try:
    threading.Thread(target=publish, daemon=True).start()
    tool = subprocess.Popen(
        [f"{BIN}/req", "--reconnect", "99", "--retry-delay", "50ms", "-v", "--select", "/data/n",
         f"{url}/events"],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    watcher = threading.Thread(target=watch, args=[tool.stderr])
    watcher.start()
    numbers = [int(line) for line in tool.stdout]
    watcher.join()
finally:
    subprocess.run([*nginx, "-s", "stop"], check=True)
connections = "".join(log).lower().count("last-event-id:")
print(f"  {len(numbers)} messages over {connections} reconnections")
check(tool.wait() == 0, f"nchan: the run failed: {''.join(log)[-2000:]}")
check(numbers == [*range(BATCH * RECONNECTIONS)], "nchan: messages are missing or repeated")
check(connections >= RECONNECTIONS, "nchan: the server did not disconnect the subscriber")
