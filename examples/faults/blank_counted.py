#!/usr/bin/env python3
"""A heuristic: Manhattan distance that also counts the distance of the blank.

One move moves one tile and the blank, so it can lower this sum by two. The sum can
exceed the number of moves that are left, so it is not admissible. The program also
searches with it, by an IDA* without a fault.
"""

from puzzle import find_path, serve


def estimate(puzzle, tiles):
    # The fault: tile 0 is the blank, and it must be left out.
    return sum(puzzle.distance(tile, cell) for cell, tile in enumerate(tiles))


if __name__ == "__main__":
    serve("blank_counted.py", lambda puzzle: find_path(puzzle, estimate), estimate)
