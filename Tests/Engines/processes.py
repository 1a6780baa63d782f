"""The processes of a test and their descendants."""
import contextlib
import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import time

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Makes this process the parent of daemons and orphans, so that `stop_all` finds them."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def start(command, log, **options):
    """Starts a process whose output is appended to a file."""
    with open(log, "ab") as output:
        return subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                stdout=output, stderr=subprocess.STDOUT, **options)


def descendants(pid):
    """The ids of all processes below one, parents first."""
    children = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            # The name in parentheses may contain anything; the state and the parent follow it.
            fields = (folder / "stat").read_text("latin-1").rpartition(")")[2].split()
            if fields[0] != "Z":
                children.setdefault(int(fields[1]), []).append(int(folder.name))
    found = [pid]
    for parent in found:
        found += children.get(parent, [])
    return found[1:]


def command_line(pid):
    """The words of a command line; empty if the process has exited."""
    with contextlib.suppress(OSError):
        words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return [word.decode("utf-8", "replace") for word in words if word]
    return []


def send(pids, number):
    """Sends a signal to processes, some of which may have exited."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def stop_all():
    """Terminates all descendants of this process, after five seconds with SIGKILL."""
    deadline = time.monotonic() + 5
    send(descendants(os.getpid()), signal.SIGTERM)
    while remaining := descendants(os.getpid()):
        if time.monotonic() > deadline:
            send(remaining, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        time.sleep(0.05)


def wait_until(condition, what, seconds=120):
    """Waits until a condition is true and returns its value."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(0.02)
    return value


def free_ports(count):
    """Ports on which no process listens."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
