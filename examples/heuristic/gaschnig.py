"""Gaschnig's heuristic, as a program that computes estimates for optile.

The blank may change places with any tile, not only with a neighbour. Every move is such a
swap, so the least number of swaps that sort the board is a lower bound on the moves.
"""
import json
import sys


def estimate(start, goal):
    """The least number of swaps with the blank that turn start into goal."""
    board, swaps = list(start), 0
    while board != goal:
        blank = board.index(0)
        if goal[blank] != 0:
            # The tile that belongs here comes here.
            other = board.index(goal[blank])
        else:
            # The blank is in its place, and leaves it for any tile that is not.
            other = next(cell for cell in range(len(board)) if board[cell] != goal[cell])
        board[blank], board[other] = board[other], board[blank]
        swaps += 1
    return swaps


def say(line):
    print(json.dumps(line), flush=True)


say({"protocol": 2, "program": "gaschnig 2"})
for line in sys.stdin:
    request = json.loads(line)
    boards, goal = request["boards"], request["goal"]
    say({"id": request["id"], "h": [estimate(board, goal) for board in boards]})
