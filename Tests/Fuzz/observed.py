"""Runs a command and observes its processes: time, memory, and whether one is left at the end."""
import ctypes
import os
import signal
import subprocess
import tempfile
import time

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Makes this process the parent of orphans, so that they are visible as its children."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children(process):
    found = []
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children") as file:
                found += [int(child) for child in file.read().split()]
    except OSError:
        pass
    return found


def family(process):
    return [process] + [member for child in children(process) for member in family(child)]


def peak(process):
    """VmHWM in KB; 0 if the process has ended."""
    try:
        with open(f"/proc/{process}/status") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("VmHWM:")), 0)
    except OSError:
        return 0


def is_running(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Run:
    """A finished command.

    `kilobytes` is the largest sum of the memory of its processes at one time. Each counts with its
    own peak until then.
    """

    def __init__(self, command, folder, seconds):
        self.problems, self.kilobytes = [], 0
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            began = time.monotonic()
            process = subprocess.Popen(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                env={**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": f"{folder}/cache",
                     "XDG_STATE_HOME": f"{folder}/state", "XDG_CONFIG_HOME": f"{folder}/config"})
            while process.poll() is None:
                self.kilobytes = max(self.kilobytes, sum(map(peak, family(process.pid))))
                if time.monotonic() - began > seconds:
                    self.problems.append(f"still running after {seconds:.0f} s")
                    for member in reversed(family(process.pid)):
                        os.kill(member, signal.SIGKILL)
                    process.wait()
                time.sleep(0.02)
            self.seconds = time.monotonic() - began
            self.exit = process.returncode
            self.reap()
            out.seek(0)
            err.seek(0)
            self.stdout = out.read().decode("utf-8", "replace")
            self.stderr = err.read().decode("utf-8", "replace")

    def reap(self):
        """Waits ten seconds for orphans, then reports and kills them."""
        deadline = time.monotonic() + 10
        while children(os.getpid()):
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                return
            if time.monotonic() > deadline:
                for orphan in filter(is_running, children(os.getpid())):
                    self.problems.append(f"process {orphan} is left behind")
                    os.kill(orphan, signal.SIGKILL)
            time.sleep(0.02)
