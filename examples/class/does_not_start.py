"""A program that needs a module which its author has not sent."""
import sys

from my_own_puzzle import solve

for line in sys.stdin:
    print(solve(line), flush=True)
