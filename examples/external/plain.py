#!/usr/bin/env python3
"""IDA* with the Manhattan distance in the plain protocol: a line of tiles, and a line of moves.

The goal has its tiles in order and the blank, 0, last. The letters say where the blank goes:
up, left, right or down. Counters may follow: those that optile
knows, such as expanded, and others with any name, such as max-depth=31.
"""

import sys

STEPS = {"u": (-1, 0), "l": (0, -1), "r": (0, 1), "d": (1, 0)}
OPPOSITE = {"u": "d", "d": "u", "l": "r", "r": "l", "": ""}


def distance(cell, tile, width):
    (row, column), (goal_row, goal_column) = divmod(cell, width), divmod(tile - 1, width)
    return abs(row - goal_row) + abs(column - goal_column)


def is_solvable(tiles, width):
    """Each move swaps the blank with a tile, so the parity of the permutation must equal the parity
    of the blank's distance from the last cell."""
    order = [tile or len(tiles) for tile in tiles]
    odd = sum(a > b for i, a in enumerate(order) for b in order[i + 1 :]) % 2
    return odd == sum(divmod(tiles.index(0), width)) % 2


def visit(tiles, blank, last, h, rest, width, path, count):
    """Whether there is a path of `rest` moves, whose moves are appended to `path`."""
    if h == 0:
        return True
    count[0] += 1
    row, column = divmod(blank, width)
    for move, (down, right) in STEPS.items():
        y, x = row + down, column + right
        if move == OPPOSITE[last] or not (0 <= y < width and 0 <= x < width):
            continue
        to, tile = y * width + x, tiles[y * width + x]
        to_h = h - distance(to, tile, width) + distance(blank, tile, width)
        if to_h >= rest:
            continue
        tiles[blank], tiles[to] = tile, 0
        path.append(move)
        if visit(tiles, to, move, to_h, rest - 1, width, path, count):
            return True
        path.pop()
        tiles[blank], tiles[to] = 0, tile
    return False


for line in sys.stdin:
    tiles = [int(word) for word in line.split()]
    width = int(len(tiles) ** 0.5)
    if not is_solvable(tiles, width):
        print("unsolvable", flush=True)
        continue
    h = sum(distance(cell, tile, width) for cell, tile in enumerate(tiles) if tile)
    threshold, path, count = h, [], [0]
    while not visit(tiles, tiles.index(0), "", h, threshold, width, path, count):
        threshold += 2
    print("".join(path), f"expanded={count[0]}", flush=True)
