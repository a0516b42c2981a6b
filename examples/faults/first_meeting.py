#!/usr/bin/env python3
"""A* from both ends that stops where its two searches first meet.

The first meeting gives a path, but not the shortest one. The search may only stop when
no path through the two open lists can be shorter than the best path found so far.
"""

import heapq

from puzzle import OPPOSITE, Puzzle, serve


class Side:
    def __init__(self, number, start, goal, puzzle):
        request = {"width": puzzle.width, "height": puzzle.height, "start": start, "goal": goal}
        request["trace"] = puzzle.is_watched
        self.number = number
        self.puzzle = Puzzle(request)
        self.paths = {start: ""}
        self.open_list = [(self.puzzle.manhattan(start), start)]
        self.closed = set()

    def expand(self):
        """Expands one node, and returns its successors."""
        _, tiles = heapq.heappop(self.open_list)
        self.closed.add(tiles)
        self.puzzle.expand(tiles, len(self.paths[tiles]), self.number)
        for move, after in self.puzzle.successors(tiles):
            path = self.paths[tiles] + move
            if after not in self.closed and len(path) < len(self.paths.get(after, path + " ")):
                self.paths[after] = path
                heapq.heappush(self.open_list, (len(path) + self.puzzle.manhattan(after), after))
                yield after


def solve(puzzle):
    if puzzle.start == puzzle.goal:
        return ""
    forward = Side(0, puzzle.start, puzzle.goal, puzzle)
    backward = Side(1, puzzle.goal, puzzle.start, puzzle)
    while True:
        for side, other in [(forward, backward), (backward, forward)]:
            for tiles in side.expand():
                if tiles in other.paths:  # The fault: the first meeting is taken.
                    back = reversed(backward.paths[tiles])
                    return forward.paths[tiles] + "".join(OPPOSITE[move] for move in back)


if __name__ == "__main__":
    serve("first_meeting.py", solve)
