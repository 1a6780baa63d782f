"""The recipes of wireline-cookbook(7) that these tests run, word for word."""
import pathlib
import re

MANUAL = pathlib.Path(__file__).resolve().parents[2] / "man" / "wireline-cookbook.7"

# The escapes of mandoc_char(7) in command lines. The backslash must be last.
ESCAPES = [(r"\(aq", "'"), (r"\(dq", '"'), (r"\(ti", "~"), (r"\(ha", "^"), (r"\(ga", "`"),
           (r"\&", ""), (r"\-", "-"), (r"\e", "\\")]

# The names of the recipes that were run.
used = set()


def names():
    """The names of all recipes in the manual."""
    return set(re.findall(r'^\.\\" no test: make engines runs it: (\S+)$',
                          MANUAL.read_text("utf-8"), re.M))


def recipe(name):
    """The commands after the mark `.\\" no test: make engines runs it: NAME`."""
    used.add(name)
    text = MANUAL.read_text("utf-8")
    match = re.search(r'^\.\\" no test: make engines runs it: ' + re.escape(name)
                      + r"\n\.Bd .*\n((?:(?!\.Ed).*\n)*)\.Ed", text, re.M)
    if not match:
        raise ValueError(f'no recipe "{name}" in {MANUAL.name}')
    script = match.group(1)
    for escape, plain in ESCAPES:
        script = script.replace(escape, plain)
    return script


def for_tool(name, tool):
    """The commands of a recipe for imgfetch, or the same with req."""
    script = recipe(name)
    if tool == "req":
        script = replaced(replaced(script, "imgfetch", "req"), " -o photos", "")
    return script


def replaced(script, old, new):
    """Returns a variant of a recipe, which must contain the old text."""
    if old not in script:
        raise ValueError(f'no "{old}" in the recipe')
    return script.replace(old, new)
