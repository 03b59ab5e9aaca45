"""Writes tests/games/go_random.csv: random games of Go, with what three other programs say about every position.

Usage: python3 go.py > ../games/go_random.csv   (pip install -r go-requirements.txt; GNU Go 3.8, Debian package gnugo 3.8-11)

OpenSpiel (Apache-2.0) and GNU Go (GPL, run as a program) say which moves are legal under positional superko, sgfmill (MIT)
lays the stones, takes captured ones off and counts the area; GNU Go counts the prisoners. The boards of all three, and the
legal moves of both, have to be the same, or this program stops. Boards are small in most games: there positions repeat.

Columns: rows of the board, the moves (points as in SGF, `--` for a pass, black first), and 4 hexadecimal digits for each
position, the first before any move: FNV-1a over, for each point row by row, its stone (0, 1 black, 2 white) and whether the
side to move may play there (0, 1), then the prisoners black and white took and the area's difference black less white, each
in two bytes, the low one first; the two halves of the 32 bits combined by exclusive or.
"""

import random
import subprocess

import pyspiel
from sgfmill.boards import Board

LETTERS = "ABCDEFGHJKLMNOPQRST"
# Rows of the board, games.
GAMES = [(3, 60), (4, 40), (5, 40), (7, 14), (9, 20), (13, 3), (19, 2)]


class GnuGo:
    def __init__(self):
        command = ["gnugo", "--mode", "gtp", "--level", "1", "--positional-superko"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while line := self.process.stdout.readline().strip():
            lines.append(line)
        assert lines[0].startswith("="), (command, lines)
        return " ".join(lines).lstrip("=").split()


def point(vertex):
    """Row from the bottom and column of `C4`."""
    return int(vertex[1:]) - 1, LETTERS.index(vertex[0])


def vertex(row, col):
    return f"{LETTERS[col]}{row + 1}"


def openspiel_legal(state, size):
    def repeats(action):
        after = state.clone()
        after.apply_action(action)
        # Two passes also end a game, but only a repetition ends it after a stone.
        return after.is_terminal()

    return {divmod(a, size) for a in state.legal_actions() if a < size * size and not repeats(a)}


def openspiel_board(state, size):
    lines = [line.split()[1] for line in str(state).splitlines() if line.strip() and line.split()[0].isdigit()]
    return [["+XO".index(c) for c in line] for line in reversed(lines)]


def digits(board, legal, prisoners, area):
    size, value = len(board), 0x811C9DC5
    data = []
    for row in reversed(range(size)):
        for col in range(size):
            data += [board[row][col], (row, col) in legal]
    for number in [*prisoners, area & 0xFFFF]:
        data += [number & 0xFF, number >> 8]
    for byte in data:
        value = (value ^ int(byte)) * 0x01000193 & 0xFFFFFFFF
    return f"{value >> 16 ^ value & 0xFFFF:04x}"


def position(state, gnugo, board, size, color):
    """The legal moves and the digits of a position, after checking that everybody sees the same."""
    stones = [[{None: 0, "b": 1, "w": 2}[board.get(row, col)] for col in range(size)] for row in range(size)]
    other = [[0] * size for _ in range(size)]
    for stone, name in [(1, "black"), (2, "white")]:
        for row, col in map(point, gnugo.ask(f"list_stones {name}")):
            other[row][col] = stone
    assert stones == other == openspiel_board(state, size)
    legal = openspiel_legal(state, size)
    assert legal == set(map(point, gnugo.ask(f"all_legal {color}"))), (size, color)
    prisoners = [int(gnugo.ask(f"captures {name}")[0]) for name in ["black", "white"]]
    return legal, digits(stones, legal, prisoners, board.area_score())


def play(size, seed, gnugo):
    chance = random.Random(seed)
    game = pyspiel.load_game("go", {"board_size": size, "komi": 0.5, "max_game_length": 100000})
    state, board = game.new_initial_state(), Board(size)
    gnugo.ask(f"boardsize {size}")
    gnugo.ask("clear_board")
    moves, found, passed = "", "", False
    for ply in range(min(3 * size * size, 400)):
        color = ["black", "white"][ply % 2]
        legal, text = position(state, gnugo, board, size, color)
        found += text
        # Two passes would end the game.
        if not legal and passed:
            break
        if not legal or (not passed and chance.random() < 0.02):
            state.apply_action(size * size)
            gnugo.ask(f"play {color} pass")
            moves, passed = moves + "--", True
            continue
        row, col = chance.choice(sorted(legal))
        state.apply_action(row * size + col)
        gnugo.ask(f"play {color} {vertex(row, col)}")
        board.play(row, col, color[0])
        moves, passed = moves + chr(97 + col) + chr(97 + size - 1 - row), False
    return f"{size},{moves},{found}"


def main():
    gnugo = GnuGo()
    print("size,moves,positions")
    for size, games in GAMES:
        for seed in range(games):
            print(play(size, seed, gnugo), flush=True)
    gnugo.ask("quit")


if __name__ == "__main__":
    main()
