"""Runs a command and observes its processes: time, memory, and whether one is left at the end."""
import ctypes
import os
import select
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


def ends(process, seconds):
    """Whether a process ends within a time."""
    handle = os.pidfd_open(process)
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)


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
            while not ends(process.pid, 0.02):
                self.kilobytes = max(self.kilobytes, sum(map(peak, family(process.pid))))
                if time.monotonic() - began > seconds:
                    self.problems.append(f"still running after {seconds:.0f} s")
                    for member in reversed(family(process.pid)):
                        os.kill(member, signal.SIGKILL)
                    break
            self.exit = process.wait()
            self.seconds = time.monotonic() - began
            self.reap()
            out.seek(0)
            err.seek(0)
            self.stdout = out.read().decode("utf-8", "replace")
            self.stderr = err.read().decode("utf-8", "replace")

    def reap(self):
        """Waits a second for orphans, then reports and kills them."""
        deadline = time.monotonic() + 1
        while orphans := children(os.getpid()):
            if not ends(orphans[0], max(0, deadline - time.monotonic())):
                self.problems.append(f"process {orphans[0]} is left behind")
                os.kill(orphans[0], signal.SIGKILL)
            os.waitpid(orphans[0], 0)
