"""The curves of a training as a picture: SVG by hand, which needs no other package."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["curves_svg"]

_WIDTH, _HEIGHT = 360, 200  # of one panel, in pixels
_LEFT, _TOP, _BOTTOM = 52, 30, 30  # room for its labels


def curves_svg(**curves: Sequence[float | None]) -> str:
    """A panel for each named curve, side by side; value i is that of epoch i + 1, None unknown.

    The least and the greatest value are written at the left, every other shows under the mouse.
    """
    panels = [
        _panel(name, values, order * _WIDTH) for order, (name, values) in enumerate(curves.items())
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH * len(curves)} {_HEIGHT}" '
        'font-family="sans-serif" font-size="11">\n'
        '<rect width="100%" height="100%" fill="white"/>\n' + "".join(panels) + "</svg>\n"
    )


def _panel(name: str, values: Sequence[float | None], left: int) -> str:
    known = [(n, value) for n, value in enumerate(values, 1) if value is not None]
    heading = f'<text x="{left + _LEFT}" y="18" font-weight="bold">{name}</text>\n'
    if not known:
        return heading
    least, most = min(value for _, value in known), max(value for _, value in known)
    across = _WIDTH - _LEFT - 20
    down = _HEIGHT - _TOP - _BOTTOM

    def x(number: int) -> float:
        return left + _LEFT + across * (number - 1) / max(1, len(values) - 1)

    def y(value: float) -> float:
        return _TOP + down * (most - value) / ((most - least) or 1.0)

    points = " ".join(f"{x(number):.1f},{y(value):.1f}" for number, value in known)
    dots = "".join(
        f'<circle cx="{x(number):.1f}" cy="{y(value):.1f}" r="2.5" fill="#1f77b4">'
        f"<title>epoch {number}: {value:.4g}</title></circle>\n"
        for number, value in known
    )
    return (
        heading
        + "".join(
            f'<line x1="{left + _LEFT}" y1="{y(value):.1f}" x2="{left + _LEFT + across}" '
            f'y2="{y(value):.1f}" stroke="#ddd"/>\n'
            f'<text x="{left + _LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.3g}'
            "</text>\n"
            for value in dict.fromkeys((least, most))
        )
        + "".join(
            f'<text x="{x(number):.1f}" y="{_HEIGHT - 10}" text-anchor="middle">{number}</text>\n'
            for number in dict.fromkeys((1, len(values)))
        )
        + f'<polyline points="{points}" fill="none" stroke="#1f77b4" stroke-width="1.5"/>\n'
        + dots
    )
