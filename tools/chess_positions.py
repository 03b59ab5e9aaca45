"""Writes positions of games of chess, which `kibitzer-train positions` learns from.

Usage: python3 chess_positions.py GAMES OUT.txt [SEED]     (needs what chess_squares.py needs, and plays as that does: 600 games take five minutes.)

A weak Stockfish draws its moves at random, so that the file differs from run to run, whatever SEED is; the committed model learned from 2600 games.

A line of the file is a position: the number of its game, then where its men stand, as in the first field of a FEN.
"""

import pathlib
import random
import sys

import chess.engine
import chess_squares


def main(games, out, seed=1):
    rng = random.Random(int(seed))
    lines = []
    with chess.engine.SimpleEngine.popen_uci("stockfish") as engine:
        for game in range(int(games)):
            lines += [f"{game} {board.board_fen()}\n" for board in chess_squares.play(engine, rng)]
            print(f"\r{game + 1} games, {len(lines)} positions", end="", file=sys.stderr)
    written = pathlib.Path(out).with_suffix(".next")
    written.write_text("".join(lines))
    written.replace(out)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
