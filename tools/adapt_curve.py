"""Draws what photos of one's own set are worth: python3 tools/adapt_curve.py adapt.json > curve.svg"""

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, MARGIN = 340, 220, 44
# Where the axis begins.
LOWEST = 0.2
CURVES = [("counts", "references", "#4a7fb5"), ("tuned", "trained on", "#b5524a")]
PANELS = [("occupied_accuracy", "pieces right, %"), ("boards_exact", "exact boards, %")]


def text(x, y, words, anchor="middle", color="#444"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{words}</text>'


def panel(said, rate, title, left):
    """One rate over the number of photos; each number has the same place for itself."""
    counts = sorted({count["references"] for name, _, _ in CURVES for count in said.get(name, [])})
    place = {count: left + MARGIN + i * (WIDTH - 1.6 * MARGIN) / max(1, len(counts) - 1) for i, count in enumerate(counts)}
    y = lambda value: MARGIN + (1 - max(value, LOWEST)) / (1 - LOWEST) * (HEIGHT - 2 * MARGIN)
    out = [text(left + WIDTH / 2, 18, title)]
    for tick in (0.2, 0.4, 0.6, 0.8, 1):
        out.append(f'<path d="M{left + MARGIN - 8} {y(tick):.1f}H{left + WIDTH - 0.4 * MARGIN}" stroke="#e3e3e3"/>')
        out.append(text(left + MARGIN - 12, y(tick) + 4, f"{100 * tick:.0f}", "end"))
    out += [text(x, HEIGHT - MARGIN + 20, count) for count, x in place.items()]
    out.append(text(left + WIDTH / 2, HEIGHT - 6, "photos of the set"))
    for name, label, color in CURVES:
        for when, dash in (("before", ' stroke-dasharray="4 4" stroke-opacity=".5"'), ("after", "")):
            points = [(place[count["references"]], y(count[when][rate]["rate"])) for count in said.get(name, [])]
            if points:
                line = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
                out.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
                if when == "after":
                    out += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3.5" fill="{color}"/>' for px, py in points]
    return out


def main():
    said = json.loads(Path(sys.argv[1]).read_text())
    size = f"{2 * WIDTH} {HEIGHT + 24}"
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="system-ui,sans-serif" font-size="12">',
        f'<rect width="{2 * WIDTH}" height="{HEIGHT + 24}" fill="#fff"/>',
    ]
    for i, (rate, title) in enumerate(PANELS):
        svg += panel(said, rate, title, i * WIDTH)
    for i, (_, label, color) in enumerate(CURVES):
        svg.append(text(WIDTH - 220 + 110 * i, HEIGHT + 18, f"● {label}", "start", color))
    svg.append(text(WIDTH + 20, HEIGHT + 18, "dashed: without these photos", "start"))
    print("\n".join(svg) + "\n</svg>")


main()
