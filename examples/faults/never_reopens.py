#!/usr/bin/env python3
"""A* that never reopens a node, with a heuristic that is not consistent.

The heuristic is admissible: it is Manhattan distance on half of the boards and 0 on the
others. Along one move it can fall by far more than one. So A* can expand a node by a
longer path first. The shorter path comes later, and must not be dropped.
"""

import heapq

from puzzle import serve


def estimate(puzzle, tiles):
    # A number that changes with the moves, to choose half of the boards.
    mixed = sum(cell * tile * tile for cell, tile in enumerate(tiles, 1))
    return puzzle.manhattan(tiles) if mixed // 4 % 2 else 0


def solve(puzzle):
    open_list = [(estimate(puzzle, puzzle.start), 0, puzzle.start, "")]
    closed = set()
    while open_list:
        f, g, tiles, path = heapq.heappop(open_list)
        if tiles == puzzle.goal:
            return path
        if tiles in closed:
            continue  # The fault: this path may be shorter than the first one.
        closed.add(tiles)
        puzzle.expand(tiles, g, h=f - g)
        for move, after in puzzle.successors(tiles):
            if after not in closed:
                f = g + 1 + estimate(puzzle, after)
                heapq.heappush(open_list, (f, g + 1, after, path + move))


if __name__ == "__main__":
    serve("never_reopens.py", solve)
