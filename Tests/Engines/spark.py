"""Apache Spark in standalone mode with two workers, one of which loses its executor."""
import os
import subprocess
import sys
import time

import processes
from recipes import recipe, replaced
from scenario import FOLDER, INDEX_DELAY, Scenario

VERSION = "4.3.0"
VENV = FOLDER / f"pyspark-{VERSION}"
EXECUTOR = "org.apache.spark.executor.CoarseGrainedExecutorBackend"


def install():
    """Installs PySpark, which contains Spark, in a virtual environment."""
    if not (VENV / "bin" / "spark-submit").exists():
        print(f"engines: installing pyspark {VERSION}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
        subprocess.run([VENV / "bin" / "pip", "-q", "install", f"pyspark=={VERSION}"], check=True)


class Cluster:
    """A master and two workers with one core each. They run until the scenario ends."""

    def __init__(self, scenario):
        self.scenario = scenario
        self.port, = processes.free_ports(1)
        self.folder = scenario.folder / "spark"
        # Process of a tool → when it was first seen.
        self.seen = {}
        (self.folder / "conf").mkdir(parents=True)
        (self.folder / "conf" / "spark-defaults.conf").write_text(
            f"spark.master spark://127.0.0.1:{self.port}\n"
            "spark.driver.host 127.0.0.1\nspark.driver.memory 512m\n"
            "spark.executor.memory 512m\nspark.executor.cores 1\nspark.ui.enabled false\n"
            "spark.master.rest.enabled false\n"
            f"spark.local.dir {self.folder}\n"
            f"spark.sql.warehouse.dir {self.folder}/warehouse\n")
        self.start("deploy.master.Master", "--host", "127.0.0.1", "--port", self.port,
                   "--webui-port", "0")
        processes.wait_until(lambda: "I have been elected leader" in self.log(), "the master")
        for number in 1, 2:
            self.start("deploy.worker.Worker", "--cores", "1", "--memory", "1g", "--webui-port",
                       "0", "--work-dir", self.folder / f"worker-{number}",
                       f"spark://127.0.0.1:{self.port}")
        processes.wait_until(lambda: self.log().count("Registering worker") == 2, "two workers")

    def environment(self):
        return {"PATH": f"{VENV}/bin:{self.scenario.environment()['PATH']}",
                "SPARK_CONF_DIR": str(self.folder / "conf"), "SPARK_LOCAL_IP": "127.0.0.1",
                "SPARK_DAEMON_MEMORY": "256m", "PYSPARK_PYTHON": str(VENV / "bin" / "python")}

    def start(self, name, *words):
        return processes.start(
            [VENV / "bin" / "spark-class", f"org.apache.spark.{name}", *words],
            self.folder / "log", cwd=self.folder,
            env=self.scenario.environment(**self.environment()))

    def log(self):
        return (self.folder / "log").read_text("utf-8", "replace")

    def tools(self):
        """The running processes of req and imgfetch."""
        return [pid for pid in processes.descendants(os.getpid()) if os.path.basename(
            next(iter(processes.command_line(pid)), "")) in ("req", "imgfetch")]

    def busy_executor(self):
        """An executor whose tool has run for a second, so part of its task is done."""
        for tool in self.tools():
            self.seen.setdefault(tool, time.monotonic())
        started = {tool for tool in self.tools() if time.monotonic() > self.seen[tool] + 1}
        for pid in processes.descendants(os.getpid()):
            if EXECUTOR in processes.command_line(pid) and started & set(processes.descendants(pid)):
                return pid
        return None


def submit(scenario, script, killed=None):
    """Starts a recipe on a cluster and kills an executor while it runs.

    With `killed` = "executor", only the Java process dies, as when it runs out of memory; with
    "container", all processes below it die too, as with YARN and Kubernetes.
    """
    cluster = Cluster(scenario)
    job = scenario.start(script, **cluster.environment())
    if killed:
        scenario.wait_for_third(job)
        victim = processes.wait_until(cluster.busy_executor, "an executor with a tool")
        below = processes.descendants(victim)
        scenario.kill([victim, *below] if killed == "container" else [victim])
        processes.wait_until(lambda: not set(below) & set(cluster.tools()),
                             "the end of the tool of the killed executor", 30)
    return job


def pipe(killed):
    """Images that a killed task had stored are not requested again."""
    with Scenario(f"spark pipe, {killed} killed", delay=0.1) as scenario:
        scenario.write_list(4000, missing=20, duplicates=100)
        scenario.finish(submit(scenario, recipe("spark-pipe"), killed))
        scenario.read_records("images/part-*")
        scenario.expect_each_record_once(f"row-{n}" for n in range(1, 4001))
        scenario.expect_files()
        scenario.expect_requests(again_at_most=500 if killed == "container" else 0,
                                 window=INDEX_DELAY, missing_again=True)
        scenario.expect_work_repeated()


def transform(killed):
    """Responses that a killed task had cached are not requested again."""
    with Scenario(f"spark transform, {killed} killed", delay=0.1) as scenario:
        scenario.write_list(4000, suffix="json", missing=20)
        scenario.finish(submit(scenario, recipe("spark-transform"), killed))
        scenario.read_records("responses/part-*")
        scenario.expect_each_record_once(f"row-{n}" for n in range(1, 4001))
        scenario.expect_requests(again_at_most=500 if killed == "container" else 0,
                                 window=INDEX_DELAY)
        scenario.expect_work_repeated()


def failing_task(name, suffix):
    """Without --tolerate one missing URL fails the job."""
    with Scenario(f"{name.replace('-', ' ')}, --tolerate left out") as scenario:
        scenario.write_list(200, suffix, missing=1)
        script = replaced(recipe(name), " --tolerate 5%", "")
        scenario.finish(submit(scenario, script), status=1)


def run():
    install()
    for killed in "executor", "container":
        pipe(killed)
    for killed in "executor", "container":
        transform(killed)
    failing_task("spark-pipe", "png")
    failing_task("spark-transform", "json")
