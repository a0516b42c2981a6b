"""What the programs in this folder share: the moves, Manhattan distance, IDA*, and
the protocol of docs/external.md. There is no fault in this file."""

import json
import math
import sys

OPPOSITE = {"u": "d", "d": "u", "l": "r", "r": "l"}


class Puzzle:
    """One request: a start, a goal and the rules of its board."""

    def __init__(self, request):
        self.width, self.height = request["width"], request["height"]
        self.start, self.goal = tuple(request["start"]), tuple(request["goal"])
        self.is_watched = request.get("trace", False)
        self.places = [divmod(cell, self.width) for cell in range(len(self.goal))]
        self.moves = [list(self.moves_from(*place)) for place in self.places]
        # By tile and cell.
        self.distances = [
            [abs(row - home_row) + abs(column - home_column) for row, column in self.places]
            for home_row, home_column in map(self.home, range(len(self.goal)))
        ]

    def home(self, tile):
        return self.places[self.goal.index(tile)]

    def moves_from(self, row, column):
        """The moves of the blank from a place, each with the cell that it leads to."""
        for move, (down, right) in {"u": (-1, 0), "l": (0, -1), "r": (0, 1), "d": (1, 0)}.items():
            place = (row + down, column + right)
            if place in self.places:
                yield move, self.places.index(place)

    def successors(self, tiles):
        """The moves of the blank, each with the board that it leads to."""
        blank = tiles.index(0)
        for move, to in self.moves[blank]:
            after = list(tiles)
            after[blank], after[to] = tiles[to], 0
            yield move, tuple(after)

    def distance(self, tile, cell):
        """The moves of one tile from a cell to its goal cell."""
        return self.distances[tile][cell]

    def manhattan(self, tiles):
        return sum([self.distances[tile][cell] for cell, tile in enumerate(tiles) if tile])

    def expand(self, tiles, g, side=0, h=None):
        """Shows `optile watch` which board is expanded. Side 1 searches from the goal."""
        if self.is_watched:
            h = self.manhattan(tiles) if h is None else h
            print(json.dumps({"trace": tiles, "g": g, "h": h, "side": side}))

    def is_solvable(self):
        """Parity decides: each move swaps the blank with a tile."""
        place = {tile: cell for cell, tile in enumerate(self.goal)}
        cells = [place[tile] for tile in self.start]
        inversions = sum(a > b for i, a in enumerate(cells) for b in cells[i + 1 :])
        return inversions % 2 == self.distance(0, self.start.index(0)) % 2


def find_path(puzzle, estimate):
    """IDA* as it should be. The path is the shortest one if the estimate is a lower bound."""
    path = []

    def visit(tiles, threshold):
        """Returns 0 if the goal is found, and else the least f above the threshold."""
        h = estimate(puzzle, tiles)
        if len(path) + h > threshold:
            return len(path) + h
        if tiles == puzzle.goal:
            return 0
        puzzle.expand(tiles, len(path), h=h)
        least = math.inf
        for move, after in puzzle.successors(tiles):
            if path and move == OPPOSITE[path[-1]]:
                continue
            path.append(move)
            f = visit(after, threshold)
            if f == 0:
                return 0
            least = min(least, f)
            path.pop()
        return least

    threshold = estimate(puzzle, puzzle.start)
    while threshold := visit(puzzle.start, threshold):
        pass
    return "".join(path)


def serve(name, solve, estimate=None):
    """Answers each request: with the moves that `solve` finds, or with an estimate."""
    print(json.dumps({"protocol": 1, "program": name}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        puzzle = Puzzle(request)
        answer = {"id": request["id"]}
        if "heuristic" in request:
            answer.update(h=estimate(puzzle, puzzle.start))
        elif puzzle.is_solvable():
            answer.update(status="solved", moves=solve(puzzle))
        else:
            answer.update(status="unsolvable")
        print(json.dumps(answer), flush=True)
