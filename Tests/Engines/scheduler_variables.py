"""The variables of Kubernetes and AWS Batch: four tasks, one of which is stopped."""
import signal

import processes
from recipes import for_tool
from scenario import INDEX_DELAY, Scenario

KUBERNETES = "JOB_COMPLETION_INDEX"
AWS_BATCH = "AWS_BATCH_JOB_ARRAY_INDEX"


def array(variable, tool, number):
    """Stops task 1 with a signal while it runs and restarts it, as after the loss of a machine."""
    name = f"{'kubernetes' if variable == KUBERNETES else 'aws batch'}, {tool}, {number.name}"
    with Scenario(name, delay=0.2) as scenario:
        scenario.write_list_for(tool)
        scenario.run(for_tool("array-task", tool))
        tasks = [scenario.start("exec sh task", **{variable: str(index)}) for index in range(4)]
        scenario.wait_for_third(tasks[1])
        if number == signal.SIGKILL:
            scenario.kill([tasks[1].pid])
        else:
            processes.send([tasks[1].pid], number)
        scenario.finish(tasks[1], status=-number if number == signal.SIGKILL else 128 + number)
        tasks[1] = scenario.start("exec sh task", **{variable: "1"})
        for task in tasks:
            scenario.finish(task)
        scenario.read_records("images.?.jsonl")
        scenario.expect_each_record_once(range(1, 4001))
        if number == signal.SIGTERM:
            scenario.expect_requests()
        else:
            # Missing images are only in the journal.
            scenario.expect_requests(again_at_most=len(scenario.urls) // 4, window=INDEX_DELAY,
                                     missing_again=tool == "imgfetch")
        if tool == "imgfetch":
            scenario.expect_files()


def run():
    for tool in "imgfetch", "req":
        for number in signal.SIGTERM, signal.SIGKILL:
            array(KUBERNETES, tool, number)
    array(AWS_BATCH, "imgfetch", signal.SIGTERM)
    array(AWS_BATCH, "req", signal.SIGKILL)
