"""GNU parallel: blocks of one list, whose records share one pipe."""
from recipes import for_tool, recipe, replaced
from scenario import Scenario

# Longer records are interleaved if several processes write to one pipe.
PIPE_BUFFER = 4096


def blocks(name, option, tool):
    """Runs a recipe with `option`, -k or --line-buffer, instead of its own."""
    title = f"{name.replace('-', ' --')} {option}, {tool}"
    with Scenario(title, document_bytes=2 * PIPE_BUFFER) as scenario:
        script = for_tool(name, tool)
        script = replaced(script, " -k" if " -k" in script else " --line-buffer", f" {option}")
        scenario.write_list_for(tool)
        scenario.run(script)
        scenario.read_records("images.jsonl")
        scenario.expect_each_record_once()
        scenario.expect_requests()
        if option == "-k":
            order = [record.get("url") for record in scenario.records]
            scenario.expect(order == scenario.urls, "the records are not in the list's order")
        if tool == "imgfetch":
            scenario.expect_files()


def shared_journal():
    """All processes share a journal; the same command again prints its records without requests."""
    with Scenario("parallel, one journal") as scenario:
        scenario.write_list(4000, duplicates=100)
        for _ in range(2):
            scenario.run(recipe("parallel-journal"))
            scenario.records = []
            scenario.read_records("images.jsonl")
            scenario.expect_each_record_once(f"row-{n}" for n in range(1, 4001))
            scenario.expect_requests()
            scenario.expect_files()


def run():
    for tool in "imgfetch", "req":
        for name in "parallel-pipe", "parallel-pipepart":
            for option in "-k", "--line-buffer":
                blocks(name, option, tool)
    shared_journal()
