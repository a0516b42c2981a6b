#!/usr/bin/env python3
"""IDA* with the Manhattan distance, as a program that optile can run.

It shows the whole protocol of docs/external.md: print a greeting, then answer each
line with one line. The search is that of Korf, "Depth-First Iterative-Deepening"
(1985). Nothing here is tuned for speed.
"""

import json
import sys
import time

STEPS = {"u": (-1, 0), "l": (0, -1), "r": (0, 1), "d": (1, 0)}
OPPOSITE = {"u": "d", "d": "u", "l": "r", "r": "l", "": ""}


class Limit(Exception):
    """A limit ended the search. The argument is the status of the answer."""


class Search:
    def __init__(self, request):
        self.width, self.height = request["width"], request["height"]
        self.goal = {tile: divmod(cell, self.width) for cell, tile in enumerate(request["goal"])}
        self.node_limit = request["node_limit"]
        self.is_watched = request.get("trace", False)
        limit = request["time_limit_ns"]
        self.deadline = None if limit is None else time.monotonic_ns() + limit
        self.tiles = list(request["start"])
        self.expanded = self.generated = self.iterations = 0
        self.path = []

    def distance(self, cell, tile):
        row, column = divmod(cell, self.width)
        goal_row, goal_column = self.goal[tile]
        return abs(row - goal_row) + abs(column - goal_column)

    def solve(self):
        h = sum(self.distance(cell, tile) for cell, tile in enumerate(self.tiles) if tile)
        threshold = h
        while True:
            self.iterations += 1
            if self.visit(self.tiles.index(0), "", 0, h, threshold):
                return "".join(self.path)
            threshold += 2

    def visit(self, blank, last, g, h, threshold):
        if h == 0:
            return True
        if self.expanded == self.node_limit:
            raise Limit("node-limit")
        if self.deadline and self.expanded % 1024 == 0 and time.monotonic_ns() > self.deadline:
            raise Limit("time-limit")
        self.expanded += 1
        if self.is_watched:
            print(json.dumps({"trace": self.tiles, "g": g, "h": h}))
        row, column = divmod(blank, self.width)
        for move, (down, right) in STEPS.items():
            to_row, to_column = row + down, column + right
            if move == OPPOSITE[last] or not (0 <= to_row < self.height and 0 <= to_column < self.width):
                continue
            self.generated += 1
            to = to_row * self.width + to_column
            tile = self.tiles[to]
            to_h = h - self.distance(to, tile) + self.distance(blank, tile)
            if g + 1 + to_h > threshold:
                continue
            self.tiles[blank], self.tiles[to] = tile, 0
            self.path.append(move)
            if self.visit(to, move, g + 1, to_h, threshold):
                return True
            self.path.pop()
            self.tiles[blank], self.tiles[to] = 0, tile
        return False


def is_solvable(request):
    """Each move swaps the blank with a tile, so the parity of the permutation must
    equal the parity of the blank's distance from its goal cell."""
    place = {tile: cell for cell, tile in enumerate(request["goal"])}
    cells = [place[tile] for tile in request["start"]]
    odd = sum(a > b for i, a in enumerate(cells) for b in cells[i + 1 :]) % 2
    row, column = divmod(request["start"].index(0), request["width"])
    goal_row, goal_column = divmod(place[0], request["width"])
    return odd == (row - goal_row + column - goal_column) % 2


def answer(request):
    if not is_solvable(request):
        return {"status": "unsolvable"}
    search = Search(request)
    try:
        result = {"status": "solved", "moves": search.solve()}
    except Limit as limit:
        result = {"status": str(limit)}
    result.update(expanded=search.expanded, generated=search.generated, layers=search.iterations)
    return result


def main():
    print(json.dumps({"protocol": 1, "program": "idastar.py 1"}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], **answer(request)}), flush=True)


if __name__ == "__main__":
    main()
