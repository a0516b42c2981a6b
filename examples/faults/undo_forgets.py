#!/usr/bin/env python3
"""IDA* that keeps h in one place, and whose undo does not restore it.

After the first step back, h belongs to another board. The search then cuts off subtrees
that have solutions, or searches too deep and finds a longer path first.
"""

from puzzle import OPPOSITE, serve


class Search:
    def __init__(self, puzzle):
        self.puzzle = puzzle
        self.h = puzzle.manhattan(puzzle.start)
        self.path = []

    def solve(self):
        threshold = self.h
        while not self.visit(self.puzzle.start, threshold):
            threshold += 2
        return "".join(self.path)

    def visit(self, tiles, threshold):
        if tiles == self.puzzle.goal:
            return True
        self.puzzle.expand(tiles, len(self.path), h=max(self.h, 0))
        for move, after in self.puzzle.successors(tiles):
            if self.path and move == OPPOSITE[self.path[-1]]:
                continue
            blank, to = tiles.index(0), after.index(0)
            tile = after[blank]
            change = self.puzzle.distance(tile, blank) - self.puzzle.distance(tile, to)
            if len(self.path) + 1 + self.h + change > threshold:
                continue
            self.h += change
            self.path.append(move)
            if self.visit(after, threshold):
                return True
            self.path.pop()  # The fault: h must change back, too.
        return False


if __name__ == "__main__":
    serve("undo_forgets.py", lambda puzzle: Search(puzzle).solve())
