#!/usr/bin/env python3
"""Weighted A* that weighs h with 1 + w, and promises paths within w.

Two conventions are in use. With f = g + w h, a path is at most w times as long as an
optimal one; with f = g + (1 + e) h, at most 1 + e times. The program takes the promise of
one and the f of the other. It expands fewer nodes, and most of its paths are still short
enough.
"""

import heapq

from puzzle import serve

W = 1.5


def solve(puzzle):
    paths = {puzzle.start: ""}
    open_list = [(0, 0, puzzle.start)]
    while open_list:
        _, g, tiles = heapq.heappop(open_list)
        if tiles == puzzle.goal:
            return paths[tiles]
        if g > len(paths[tiles]):
            continue
        puzzle.expand(tiles, g)
        for move, after in puzzle.successors(tiles):
            if after not in paths or g + 1 < len(paths[after]):
                paths[after] = paths[tiles] + move
                f = g + 1 + (1 + W) * puzzle.manhattan(after)  # The fault: it must be W.
                heapq.heappush(open_list, (f, g + 1, after))


if __name__ == "__main__":
    serve("one_plus_w.py", solve)
