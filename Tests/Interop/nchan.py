#!/usr/bin/env python3
"""Nchan, a module of nginx: a subscriber that the server disconnects receives each message once."""
import pathlib
import socket
import subprocess
import threading
import time
import urllib.request

from loopback import BIN, check

COUNT = 300
with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
url = f"http://127.0.0.1:{port}"
pathlib.Path("nginx.conf").write_text(f"""
load_module /usr/lib/nginx/modules/ngx_nchan_module.so;
daemon off; pid nginx.pid; error_log stderr crit;
events {{}}
http {{
  access_log off;
  server {{
    listen 127.0.0.1:{port};
    location /publish {{ nchan_publisher; nchan_channel_id all; nchan_message_buffer_length 1000; }}
    location /events {{
      nchan_subscriber eventsource; nchan_channel_id all; nchan_subscriber_timeout 1;
      nchan_subscriber_first_message oldest;
    }}
  }}
}}
""")
server = subprocess.Popen(["nginx", "-p", ".", "-c", "nginx.conf"])


def post(number):
    request = urllib.request.Request(f"{url}/publish", data=b'{"n":%d}' % number)
    urllib.request.urlopen(request, timeout=10).read()


def publish():
    for number in range(COUNT):
        post(number)
        time.sleep(0.01)


try:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    threading.Thread(target=publish, daemon=True).start()
    tool = subprocess.Popen(
        [f"{BIN}/req", "--reconnect", "99", "--retry-delay", "50ms", "-v", "--select", "/data/n",
         f"{url}/events"],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    log = []
    reader = threading.Thread(target=lambda: log.extend(tool.stderr), daemon=True)
    reader.start()
    numbers = []
    for line in tool.stdout:
        numbers.append(int(line))
        if numbers[-1] == COUNT - 1:
            break
    tool.terminate()
    tool.wait()
    reader.join()
finally:
    server.terminate()
connections = "".join(log).lower().count("last-event-id:")
print(f"  {len(numbers)} messages over {connections} reconnections")
check(numbers == [*range(COUNT)], "nchan: messages are missing or repeated")
check(connections >= 2, "nchan: the server did not disconnect the subscriber")
