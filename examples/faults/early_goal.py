#!/usr/bin/env python3
"""A* that treats a board as finished when it is generated.

It stops when the goal is generated, and it keeps the first path to each board. Both are
too early: as long as a board is in the open list, a shorter path to it may still be
found. Only a board that is taken from the open list is finished.
"""

import heapq

from puzzle import serve


def solve(puzzle):
    if puzzle.start == puzzle.goal:
        return ""
    paths = {puzzle.start: ""}
    open_list = [(puzzle.manhattan(puzzle.start), puzzle.start)]
    while open_list:
        _, tiles = heapq.heappop(open_list)
        puzzle.expand(tiles, len(paths[tiles]))
        for move, after in puzzle.successors(tiles):
            if after in paths:
                continue  # The fault: this path may be shorter than the first one.
            paths[after] = paths[tiles] + move
            if after == puzzle.goal:
                return paths[after]  # The same fault for the goal.
            f = len(paths[after]) + puzzle.manhattan(after)
            heapq.heappush(open_list, (f, after))


if __name__ == "__main__":
    serve("early_goal.py", solve)
