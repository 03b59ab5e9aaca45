"""Compares the rule modules' perft with py-draughts and python-chess: bench_rules.py PROGRAM RUNS.

Both sides count captures of the same pieces by different routes once, and the moves of the last ply without playing them.
Python goes less deep, for it is slow. Times are CPU times, so that neighbors on the machine matter little; the two sides'
runs alternate, and medians are compared. To add a game, add a line to `BENCHMARKS` and to examples/bench_rules.rs.
"""

import importlib
import resource
import statistics
import subprocess
import sys
import time


def draughts(module, mandatory=False):
    """Perft of py-draughts; captures are optional in its American checkers, so there they are made mandatory."""
    importlib.import_module("loguru").logger.remove()
    board = importlib.import_module("draughts.boards." + module).Board()

    def perft(depth):
        moves = board.legal_moves
        if mandatory and any(move.captured_list for move in moves):
            moves = [move for move in moves if move.captured_list]
        if depth == 1:
            return len(moves)
        nodes = 0
        for move in moves:
            board.push(move)
            nodes += perft(depth - 1)
            board.pop()
        return nodes

    return perft


def chess():
    """Perft of python-chess."""
    board = importlib.import_module("chess").Board()

    def perft(depth):
        if depth == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += perft(depth - 1)
            board.pop()
        return nodes

    return perft


# Game, our depth and its nodes, the other program, its perft, its depth and its nodes.
BENCHMARKS = [
    ("english", 10, 18391564, "py-draughts", lambda: draughts("american", mandatory=True), 7, 179740),
    ("russian", 8, 929899, "py-draughts", lambda: draughts("russian"), 6, 37986),
    ("brazilian", 9, 4431766, "py-draughts", lambda: draughts("brazilian"), 6, 37628),
    ("international", 7, 1049442, "py-draughts", lambda: draughts("standard"), 5, 27117),
    ("chess", 5, 4865609, "python-chess", chess, 4, 197281),
]


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def per_second(clock, count, expected):
    """Nodes per second of CPU time."""
    start = clock()
    nodes = count()
    seconds = clock() - start
    if nodes != expected:
        sys.exit(f"{nodes} nodes, {expected} expected")
    return nodes / seconds


def main():
    program, runs = sys.argv[1], int(sys.argv[2])
    print(f"{'perft, nodes per CPU second':28} {'kibitzer':>14} {'other':>12} {'ratio':>8}   medians of {runs} runs")
    for game, depth, nodes, name, make, other_depth, other_nodes in BENCHMARKS:
        ours = lambda: int(subprocess.check_output([program, game, str(depth)]))
        perft, pairs = make(), []
        for _ in range(runs):
            fast = per_second(children, ours, nodes)
            pairs.append((fast, per_second(time.process_time, lambda: perft(other_depth), other_nodes)))
        fast, slow = map(statistics.median, zip(*pairs))
        print(f"{game:28} {fast:14,.0f} {slow:12,.0f} {fast / slow:8,.0f}   {name}", flush=True)


if __name__ == "__main__":
    main()
