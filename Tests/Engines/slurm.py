"""Slurm on a single machine: an array of four tasks, one of which is requeued while it runs."""
import contextlib
import os
import pwd
import shutil
import socket
import subprocess

import processes
from recipes import for_tool
from scenario import Scenario

# The user of this process, regardless of LOGNAME.
USER = pwd.getpwuid(os.getuid()).pw_name

CONFIGURATION = """\
ClusterName=engines
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
# A requeued task begins when its old credential has expired.
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
# No control groups: they need a dedicated machine.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_interval=2
KillWait=10
NodeName={host} NodeAddr=127.0.0.1 CPUs=4
PartitionName=batch Nodes={host} Default=YES MaxTime=10
"""


class Slurm:
    """munged, slurmctld and slurmd with their files in the scenario's folder.

    `with Slurm(scenario) as slurm:` cancels the tasks at its end; the daemons end with the scenario.
    """

    def __init__(self, scenario):
        self.scenario = scenario
        self.folder = scenario.folder / "slurm"
        self.daemons = []
        for name in "state", "spool":
            (self.folder / name).mkdir(parents=True)
        self.folder.chmod(0o755)
        ports = processes.free_ports(2)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            folder=self.folder, host=socket.gethostname().partition(".")[0],
            user=USER, controller_port=ports[0], node_port=ports[1]))
        (self.folder / "cgroup.conf").write_text(f"CgroupPlugin={self.cgroups()}\n")
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)

    def cgroups(self):
        """The plugin without control groups if Slurm has it (23.11 and later), else cgroup/v1."""
        version = self.query("slurmd", "-V").split()[-1].split(".")
        return "disabled" if (int(version[0]), int(version[1])) >= (23, 11) else "cgroup/v1"

    def __enter__(self):
        # --force: the parent folders may belong to another user.
        self.start("munged", "--foreground", "--force", f"--key-file={self.folder}/munge.key",
                   f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munge.pid",
                   f"--log-file={self.folder}/munge.log", f"--seed-file={self.folder}/munge.seed")
        processes.wait_until((self.folder / "munge.socket").exists, "munged", 20)
        self.start("slurmctld", "-D", "-c")
        self.start("slurmd", "-D")
        processes.wait_until(self.is_idle, "the node", 60)
        return self

    def __exit__(self, *_):
        with contextlib.suppress(TimeoutError):
            self.query("scancel", "--quiet", f"--user={USER}")
            processes.wait_until(lambda: not self.tasks(), "the end of all tasks", 30)

    def is_idle(self):
        """Whether the node is ready for tasks."""
        for daemon in self.daemons:
            if daemon.poll() is not None:
                raise RuntimeError(f"{daemon.args[0]} ended with status {daemon.returncode}")
        return "idle" in self.query("sinfo", "-h", "-o", "%T")

    def environment(self):
        return {"SLURM_CONF": str(self.folder / "slurm.conf")}

    def start(self, name, *words):
        program = shutil.which(name, path=self.scenario.environment()["PATH"])
        self.daemons.append(processes.start(
            [program, *words], self.folder / f"{name}.log",
            env=self.scenario.environment(**self.environment())))

    def query(self, *command):
        """Returns the output of a Slurm command; empty if it fails."""
        result = subprocess.run(command, capture_output=True, text=True, timeout=60,
                                env=self.scenario.environment(**self.environment()))
        return result.stdout

    def tasks(self):
        """Task number → job and state of all unfinished tasks."""
        lines = self.query("squeue", "-h", "-r", "-o", "%K %F %T").splitlines()
        return {task: (job, state) for task, job, state in map(str.split, lines)}


def requeued(tool):
    """A requeued task prints the records of its journal and requests the rest."""
    with Scenario(f"slurm array of 4, one requeued, {tool}", delay=0.1) as scenario:
        scenario.write_list_for(tool)
        with Slurm(scenario) as slurm:
            job = scenario.start(for_tool("slurm-array", tool), **slurm.environment())
            scenario.wait_for_third(job)
            array, state = slurm.tasks()["2"]
            scenario.expect(state == "RUNNING", f"task 2 is {state}, not running")
            slurm.query("scontrol", "requeue", f"{array}_2")
            scenario.finish(job)
            restarts = slurm.query("scontrol", "show", "job", f"{array}_2")
            scenario.expect("Restarts=1" in restarts, "task 2 was not requeued")
            scenario.read_records("images.?.jsonl")
            scenario.expect_each_record_once(range(1, 4001))
            scenario.expect_requests()
            if tool == "imgfetch":
                scenario.expect_files()
            resubmitted(scenario, slurm)


def resubmitted(scenario, slurm):
    """A task submitted again alone has the same part of the list and sends no requests."""
    requests = scenario.server.requests()
    output = scenario.folder / "images.3.jsonl"
    before = output.read_bytes()
    scenario.run("sbatch --wait --array=3 job", **slurm.environment())
    scenario.expect(scenario.server.requests() == requests, "the task sent requests again")
    scenario.expect(output.read_bytes() == before, "the task printed different records")


def run():
    requeued("imgfetch")
    requeued("req")
