"""Writes src/games/chess/squares.csv: how often each class stands on each square in games of chess.

Usage: python3 chess_squares.py GAMES OUT.csv     (needs `chess` as pinned in tests/oracles/chess-games.txt and the program
                                                   stockfish, the committed file 15.1; both GPL, run as tools only: what they play is counted. 600 games take five minutes.)

Two Stockfishes of random strength play from random openings (each of the first moves is drawn from what a weak one thinks of),
until mate, a draw, or one side resigns. A line of the file is a phase (by the men on the board, most first: 29 to 32, 21 to 28, 12 to 20,
fewer), then the square as row * 8 + column from a8, then parts per ten thousand of the 13 classes: empty, PNBRQK, pnbrqk. The squares' mirror
image with the sides exchanged is counted, too, and a hundredth of the phase's mean is mixed in, so that nothing is impossible.
"""

import pathlib
import random
import sys

import chess
import chess.engine

PHASES = (29, 21, 12, 0)
CLASSES = ".PNBRQKpnbrqk"
SMOOTHING = 0.01


def play(engine, rng):
    """The positions of one game."""
    board = chess.Board()
    strengths = {color: rng.choice([2, 5, 8, 12, 20]) for color in chess.COLORS}
    resigns, lost = rng.choice([300, 600, 900, 100_000]), 0
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        opening = board.ply() < rng.randint(6, 12)
        engine.configure({"Skill Level": 0 if opening else strengths[board.turn]})
        limit = chess.engine.Limit(nodes=rng.choice([30, 100, 300]) if opening else 3000)
        played = engine.play(board, limit, info=chess.engine.INFO_SCORE)
        score = played.info.get("score")
        lost = lost + 1 if score and abs(score.relative.score(mate_score=10_000)) > resigns else 0
        if played.move is None or lost > 4:
            return
        board.push(played.move)
        yield board


def count(counts, board):
    phase = next(i for i, least in enumerate(PHASES) if chess.popcount(board.occupied) >= least)
    for square in chess.SQUARES:
        piece = board.piece_at(square)
        row, col = 7 - chess.square_rank(square), chess.square_file(square)
        symbol = piece.symbol() if piece else "."
        counts[phase][row * 8 + col][CLASSES.index(symbol)] += 1
        counts[phase][(7 - row) * 8 + col][CLASSES.index(symbol.swapcase())] += 1


def lines(counts):
    yield ",".join(["phase", "square", "empty", *(f"white_{k}" for k in "PNBRQK"), *(f"black_{k}" for k in "pnbrqk")])
    for phase, squares in enumerate(counts):
        mean = [sum(column) / sum(map(sum, squares)) for column in zip(*squares)]
        for square, row in enumerate(squares):
            share = [(1 - SMOOTHING) * n / sum(row) + SMOOTHING * m for n, m in zip(row, mean)]
            yield ",".join(map(str, [phase, square, *(max(round(10_000 * s, 1), 0.1) for s in share)]))


def main(games, out):
    counts = [[[0] * len(CLASSES) for _ in range(64)] for _ in PHASES]
    rng = random.Random(1)
    with chess.engine.SimpleEngine.popen_uci("stockfish") as engine:
        for game in range(games):
            for board in play(engine, rng):
                count(counts, board)
            if game % 20 == 19:
                print(f"{game + 1} of {games} games", file=sys.stderr)
    pathlib.Path(out).write_text("\n".join(lines(counts)) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
