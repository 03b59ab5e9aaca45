"""Writes tests/games/checkers/*.csv: positions and games of draughts as two independent programs see them.

Usage, in two environments because both packages are imported as `draughts` (see checkers.sh):
    python checkers.py FOLDER    with py-draughts (checkers-py-draughts.txt): draws the positions and games, writes its columns
    python checkers.py FOLDER    with pydraughts (checkers-pydraughts.txt): adds its columns

VARIANT_positions.csv, random positions:
    fen     PDN FEN, squares numbered from the upper left
    moves   py-draughts: hash of the lines `22x15:18>FEN`, sorted by the text before `>`: a move (first and last square), the
            sorted squares of the pieces captured, and the position after it; captures of the same pieces by different routes
            are one move
    routes  pydraughts: hash of the sorted lines `22x15x8:11,18`, a move with every square it comes down on
VARIANT_games.csv, random games from the initial position or from endings with few pieces, not stopped by draws:
    start   PDN FEN
    moves   a character a move: its index among the moves as above, sorted by the text before `>`, counted from '0' in ASCII
    hash    hash of the FENs of all positions, a line each; both programs have to agree on it
    repetition, quiet, draw     py-draughts: plies after which a position was there for the third time, after which kings alone
            had moved for the variant's number of moves, and after which the game was a draw in any way; empty for never
    draw2   pydraughts: plies after which the game was a draw in any way
A hash is FNV-1a of 64 bits, its two halves combined by exclusive or.

Where the two programs differ from the rules that we follow (and so are not asked, or compared knowing it):
- py-draughts makes captures optional in American checkers, so of its moves the captures are taken where there are any. It
  draws American games after 40 half-moves: `quiet` and `draw` are written for 80, which is 40 moves of each side.
- Of the draws of section 64 (Russian, Brazilian), py-draughts knows repetition and 15 moves of kings only.
- pydraughts knows the endings too, but counts otherwise; the test counts so as well, and finds the same draws:
  4 to 7 pieces are counted for each side, with as many pieces and kings on both, where the rules count all pieces;
  two pieces against a king from the last capture, where the rules count from when the ending began, and one piece not at all;
  the main road from the last capture, when now the lone king and nobody else is on it, where the rules want it there all along;
  the endings of international draughts by moves of kings in a row, where the rules count every move.
"""

import csv
import importlib.util
import pathlib
import random
import sys

VARIANTS = ["english", "russian", "brazilian", "international"]
POSITIONS, GAMES, PLIES = 2500, 250, 180


def fnv(lines):
    """FNV-1a of the lines, folded to 32 bits."""
    value = 0xCBF29CE484222325
    for byte in "\n".join(lines).encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value >> 32 ^ value & 0xFFFFFFFF:08x}"


def fen_of(pieces, white_to_move):
    """`pieces`: square to one of w, W, b, B."""
    side = lambda letter: ",".join(("K" if p.isupper() else "") + str(s) for s, p in sorted(pieces.items()) if p.lower() == letter)
    return f"{'W' if white_to_move else 'B'}:W{side('w')}:B{side('b')}"


def random_fen(chance, size, most):
    """A position with 2 to `most` pieces, both sides present, no man on its last row."""
    count, kings, row = chance.randint(2, most), chance.random(), size // 2
    squares = chance.sample(range(1, size * size // 2 + 1), count)
    colors = ["w", "b"] + [chance.choice("wb") for _ in squares[2:]]
    pieces = {}
    for square, color in zip(squares, colors):
        last = square <= row if color == "w" else square > size * size // 2 - row
        pieces[square] = color.upper() if last or chance.random() < kings else color
    return fen_of(pieces, chance.random() < 0.5)


class PyDraughts:
    """A game in py-draughts."""

    NAMES = {"english": "american", "russian": "russian", "brazilian": "brazilian", "international": "standard"}
    QUIET = {"english": 80, "russian": 30, "brazilian": 30, "international": 50}

    def __init__(self, variant, fen=None):
        from loguru import logger

        logger.remove()
        kind = importlib.import_module("draughts.boards." + self.NAMES[variant]).Board
        self.variant, self.board = variant, kind.from_fen(fen) if fen else kind()

    def fen(self):
        return self.board.fen[6:-2]

    def moves(self):
        """Moves by name, sorted by it."""
        found = self.board.legal_moves
        if any(move.captured_list for move in found):
            found = [move for move in found if move.captured_list]
        return dict(sorted((self.name(move), move) for move in found))

    @staticmethod
    def name(move):
        taken = ",".join(str(square + 1) for square in sorted(move.captured_list))
        return f"{move.square_list[0] + 1}{'x' if taken else '-'}{move.square_list[-1] + 1}:{taken}"

    def after(self, move):
        self.board.push(move)
        fen = self.fen()
        self.board.pop()
        return fen

    def draws(self):
        third = self.board.is_threefold_repetition
        quiet = self.board.halfmove_clock >= self.QUIET[self.variant]
        return third, quiet, third or quiet if self.variant == "english" else self.board.is_draw


class Pydraughts:
    """A game in pydraughts."""

    def __init__(self, variant, fen):
        from draughts.core.game import Game

        self.game = Game("standard" if variant == "international" else variant, fen)

    def fen(self):
        hub = self.game.get_fen()
        return fen_of({i: piece for i, piece in enumerate(hub) if i and piece != "e"}, hub[0] == "W")

    def routes(self):
        """Moves by name, sorted by it."""
        return dict(sorted((self.name(move, taken), move) for move, taken in zip(*self.game.legal_moves())))

    def moves(self):
        """Moves by the name that does not tell the route, sorted by it."""
        return dict(sorted((self.short(name), move) for name, move in self.routes().items()))

    @staticmethod
    def name(move, taken):
        squares = [move[0][0]] + [jump[1] for jump in move]
        taken = sorted(square for square in taken if square is not None)
        return f"{('x' if taken else '-').join(map(str, squares))}:{','.join(map(str, taken))}"

    @staticmethod
    def short(name):
        squares, taken = name.split(":")
        squares = squares.replace("-", "x").split("x")
        return f"{squares[0]}{'x' if taken else '-'}{squares[-1]}:{taken}"


def position(variant, fen):
    """A row of the positions, of py-draughts."""
    game = PyDraughts(variant, fen)
    return {"fen": fen, "moves": fnv(f"{name}>{game.after(move)}" for name, move in game.moves().items())}


def quiet(game, moves):
    """Indices of the moves after which nothing can be captured."""
    for index, (_, move) in enumerate(moves):
        game.board.push(move)
        if not any(reply.captured_list for reply in game.board.legal_moves):
            yield index
        game.board.pop()


def game(variant, chance, start):
    """A row of the games, of py-draughts. Mostly pieces are not given away, so that games last, and often one goes back where
    it came from, so that positions repeat."""
    game = PyDraughts(variant, start)
    codes, fens, draws, back = "", [game.fen()], [None] * 3, {}
    for ply in range(1, PLIES + 1):
        moves = list(game.moves().items())[:75]
        if not moves:
            break
        fair = list(quiet(game, moves)) if chance.random() < 0.9 else []
        undoing = [i for i in fair if moves[i][0] == back.get(ply % 2) and chance.random() < 0.4]
        index = chance.choice(undoing or fair or range(len(moves)))
        move = moves[index][1]
        back[ply % 2] = f"{move.square_list[-1] + 1}-{move.square_list[0] + 1}:"
        game.board.push(move)
        codes += chr(48 + index)
        fens.append(game.fen())
        draws = [first or (ply if now else None) for first, now in zip(draws, game.draws())]
    return dict(zip(["start", "moves", "hash", "repetition", "quiet", "draw"], [fens[0], codes, fnv(fens), *draws]))


def replay(variant, row):
    """The same game in pydraughts: has to be the same positions; when it was drawn."""
    game, draw = Pydraughts(variant, row["start"]), None
    fens = [game.fen()]
    for ply, code in enumerate(row["moves"], 1):
        game.game.push(list(game.moves().values())[ord(code) - 48])
        fens.append(game.fen())
        draw = draw or (ply if game.game.is_draw() else None)
    if fnv(fens) != row["hash"]:
        print(f"{variant}: the programs differ on {row}")
    return {**row, "draw2": draw}


def first_program(variant, folder):
    chance, size = random.Random(variant), 10 if variant == "international" else 8
    starts = [random_fen(chance, size, 14 if size == 8 else 20) for _ in range(POSITIONS)]
    endings = [random_fen(chance, size, 7) for _ in range(GAMES // 2)]
    write(folder / f"{variant}_positions.csv", [position(variant, fen) for fen in starts])
    write(folder / f"{variant}_games.csv", [game(variant, chance, fen) for fen in endings + [None] * (GAMES // 2)])


def second_program(variant, folder):
    positions, games = (read(folder / f"{variant}_{name}.csv") for name in ["positions", "games"])
    for row in positions:
        row["routes"] = fnv(Pydraughts(variant, row["fen"]).routes())
    write(folder / f"{variant}_positions.csv", positions)
    write(folder / f"{variant}_games.csv", [replay(variant, row) for row in games])


def read(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def write(path, rows):
    with path.open("w", newline="") as file:
        out = csv.DictWriter(file, rows[0], lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def main():
    folder = pathlib.Path(sys.argv[1])
    first = importlib.util.find_spec("draughts.boards") is not None
    for variant in sys.argv[2:] or VARIANTS:
        (first_program if first else second_program)(variant, folder)


if __name__ == "__main__":
    main()
