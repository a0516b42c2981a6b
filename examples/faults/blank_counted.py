#!/usr/bin/env python3
"""A heuristic: Manhattan distance that also counts the distance of the blank.

One move moves one tile and the blank, so it can lower this sum by two. The sum can
exceed the number of moves that are left, so it is not admissible.
"""

from puzzle import serve_heuristic


def estimate(puzzle, tiles):
    # The fault: tile 0 is the blank, and it must be left out.
    return sum(puzzle.distance(tile, cell) for cell, tile in enumerate(tiles))


if __name__ == "__main__":
    serve_heuristic("blank_counted.py", estimate)
