#!/usr/bin/env python3
"""Writes the ratios of all results to Tests/Benchmarks/results/ratios.svg, a chart for each row."""
import html
import pathlib
import re

COLUMNS, WIDTH, HEIGHT, MARGIN = 3, 320, 150, 30
STYLE = ("text{font:10px sans-serif}.name{font-weight:bold}.end{text-anchor:end}polyline,path{"
         "fill:none;stroke:#06c}circle{fill:#06c}.axis{stroke:#999}"
         ".limit{stroke:#c00;stroke-dasharray:4}")


def text(x, y, words, kind=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{html.escape(words)}</text>'


def chart(name, points, limit, left, top):
    """The elements of a chart of (label, value) pairs; the vertical axis begins at 0."""
    highest = max(value for _, value in points + [("", limit or 0)]) * 1.1 or 1
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    left, base = left + MARGIN, top + MARGIN + high
    dots = [(left + wide * index / max(1, len(points) - 1), base - high * value / highest)
            for index, (_, value) in enumerate(points)]
    yield text(left, top + 18, name, "name")
    yield f'<path class="axis" d="M{left} {base - high}V{base}h{wide}"/>'
    if limit:
        y = base - high * limit / highest
        yield f'<path class="limit" d="M{left} {y:.1f}h{wide}"/>'
        yield text(left - 4, y + 3, f"{limit:g}", "end")
    yield f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in dots)}"/>'
    yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2"/>' for x, y in dots)
    (first, _), (last, value) = points[0], points[-1]
    yield text(left + wide, dots[-1][1] - 6, f"{value:,.{0 if value >= 100 else 2}f}", "end")
    yield text(left, base + 14, first)
    yield text(left + wide, base + 14, last if len(points) > 1 else "", "end")


def write(path, title, series, limits={}):
    """`series` maps names to points, `limits` some of the names to a dashed line."""
    width, height = COLUMNS * WIDTH, -(-len(series) // COLUMNS) * HEIGHT + 30
    elements = [text(MARGIN, 20, title, "name")]
    for index, (name, points) in enumerate(series.items()):
        elements += chart(name, points, limits.get(name),
                          index % COLUMNS * WIDTH, index // COLUMNS * HEIGHT + 30)
    path.write_text("\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">',
        f"<style>{STYLE}</style>", f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *elements, "</svg>", ""]))


def ratios(folder):
    """The ratios of each row with their dates, and its last promise, without comparisons with
    earlier executables."""
    series, limits = {}, {}
    for path in sorted(folder.glob("*-*-*.md")):
        columns = []
        for line in path.read_text().splitlines():
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            columns = cells if cells[:1] == ["job"] else columns
            row = dict(zip(columns, cells))
            if re.fullmatch(r"[\d.]+", row.get("ratio", "")) and "before" not in row["against"]:
                name = row["job"].replace("`", "")
                series.setdefault(name, []).append((path.stem, float(row["ratio"])))
                limits[name] = float(row["must"].split()[1])
    return series, limits


if __name__ == "__main__":
    RESULTS = pathlib.Path(__file__).resolve().parent / "results"
    write(RESULTS / "ratios.svg", "Ratio in each run; dashed: the promise", *ratios(RESULTS))
