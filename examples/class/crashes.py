"""A* that trusts that each board has a solution."""
import heapq
import sys

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
STEPS = {"u": -3, "l": -1, "r": 1, "d": 3}


def distance(board):
    return sum(
        abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3)
        for cell, tile in enumerate(board)
        if tile
    )


def is_solvable(board):
    """The blank's moves change the order of the other tiles by pairs on a board of three columns."""
    tiles = [tile for tile in board if tile]
    return sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :]) % 2 == 0


def solve(start):
    assert is_solvable(start)
    heap, seen, expanded = [(0, 0, start, "")], {}, 0
    while True:
        _, g, board, path = heapq.heappop(heap)
        if board == GOAL:
            return f"{path} expanded={expanded}"
        if seen.get(board, 99) <= g:
            continue
        seen[board] = g
        expanded += 1
        blank = board.index(0)
        for letter, step in STEPS.items():
            to = blank + step
            if not 0 <= to < 9 or (abs(step) == 1 and to // 3 != blank // 3):
                continue
            after = list(board)
            after[blank], after[to] = after[to], 0
            heapq.heappush(heap, (g + 1 + distance(after), g + 1, tuple(after), path + letter))


for line in sys.stdin:
    print(solve(tuple(map(int, line.split()))), flush=True)
