"""Probabilities to as many digits as mean something, in exports that a person can read."""

from __future__ import annotations

from dataclasses import replace

from pipeline.domain.grid import Grid

__all__ = ["DIGITS", "rounded_grid", "rounded_probability"]

DIGITS = 4
_UNITS: int = 10**DIGITS


def rounded_grid(grid: Grid) -> Grid:
    """The grid with every probability rounded; nothing else changes."""
    return Grid(
        grid.n_steps,
        tuple(
            replace(
                track,
                probabilities=_rounded(track.probabilities),
                exists=_rounded(track.exists),
                change_probabilities=_rounded(track.change_probabilities),
            )
            for track in grid.tracks
        ),
    )


def rounded_probability(probability: float) -> float:
    """Round to ``DIGITS`` digits without changing the two digits that are printed.

    A number that would become half a percent, which prints as the percent above or below, becomes
    the next one on its own side: 0.53498 becomes 0.5349, not 0.5350, which prints as 0.54.
    """
    units = round(probability * _UNITS)
    if units % 100 == 50 and probability != units / _UNITS:
        units += 1 if probability > units / _UNITS else -1
    return units / _UNITS


def _rounded(probabilities: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(map(rounded_probability, probabilities))
