#!/usr/bin/env python3
"""Draws series of figures as SVG, a chart for each.

usage: Tests/Benchmarks/plot.py

Writes the ratios of all results to Tests/Benchmarks/results/ratios.svg.
"""
import html
import pathlib
import re

COLUMNS, WIDTH, HEIGHT, MARGIN = 3, 320, 150, 30


def chart(name, points, limit, left, top):
    """The lines of a chart. Points are (label, value); the vertical axis begins at 0."""
    values = [value for _, value in points]
    highest = max([*values, limit or 0]) * 1.1 or 1
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN

    def x(index):
        return left + MARGIN + wide * index / max(1, len(values) - 1)

    def y(value):
        return top + MARGIN + high * (1 - value / highest)

    def text(horizontal, vertical, words, kind=""):
        return (f'<text x="{horizontal:.1f}" y="{vertical:.1f}"{kind}>'
                f'{html.escape(words)}</text>')

    end = ' text-anchor="end"'
    base = y(0)
    yield text(left + MARGIN, top + 18, name, ' class="name"')
    yield f'<path class="axis" d="M{x(0):.1f} {y(highest):.1f}V{base:.1f}h{wide}"/>'
    if limit:
        yield f'<path class="limit" d="M{x(0):.1f} {y(limit):.1f}h{wide}"/>'
        yield text(left + MARGIN - 4, y(limit) + 3, f"{limit:g}", end)
    line = " ".join(f"{x(index):.1f},{y(value):.1f}" for index, value in enumerate(values))
    yield f'<polyline points="{line}"/>'
    for index, value in enumerate(values):
        yield f'<circle cx="{x(index):.1f}" cy="{y(value):.1f}" r="2"/>'
    yield text(x(len(values) - 1) + 2, y(values[-1]) - 6, f"{values[-1]:,.4g}"
               if values[-1] < 1000 else f"{values[-1]:,.0f}", end)
    yield text(x(0), base + 14, points[0][0])
    if len(points) > 1:
        yield text(x(len(values) - 1), base + 14, points[-1][0], end)


def write(path, title, series, limits=()):
    """`series` maps names to points, `limits` some names to a dashed line."""
    rows = -(-len(series) // COLUMNS)
    width, height = COLUMNS * WIDTH, rows * HEIGHT + 30
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">',
        "<style>text{font:10px sans-serif}.name{font-weight:bold}polyline,.axis,.limit{fill:none;"
        "stroke:#06c}circle{fill:#06c}.axis{stroke:#999}.limit{stroke:#c00;stroke-dasharray:4}"
        "</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{MARGIN}" y="20" font-size="14">{html.escape(title)}</text>']
    for index, (name, points) in enumerate(series.items()):
        lines += chart(name, points, dict(limits).get(name),
                       index % COLUMNS * WIDTH, index // COLUMNS * HEIGHT + 30)
    path.write_text("\n".join([*lines, "</svg>", ""]))


def ratios(folder):
    """The ratios of each row of the results with their dates, and the last promise of each.

    Rows without a ratio, such as rates, and comparisons with earlier executables are left out.
    """
    series, limits = {}, {}
    for path in sorted(folder.glob("*-*-*.md")):
        columns = []
        for line in path.read_text().splitlines():
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if cells[:1] == ["job"]:
                columns = cells
            row = dict(zip(columns, cells))
            if re.fullmatch(r"[\d.]+", row.get("ratio", "")) and "before" not in row["against"]:
                name = row["job"].replace("`", "")
                series.setdefault(name, []).append((path.stem, float(row["ratio"])))
                limits[name] = float(row["must"].split()[1])
    return series, limits


if __name__ == "__main__":
    results = pathlib.Path(__file__).resolve().parent / "results"
    write(results / "ratios.svg", "Ratio of the times in each run; dashed: the promise",
          *ratios(results))
