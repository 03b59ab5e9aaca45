"""Writes tests/games/go_endings.csv: end positions of games by GNU Go, with its own final statuses as the truth.

Usage: python3 go_endings.py KIND SIZE GAMES FIRST_SEED >> rows.csv   (GNU Go 3.8, Debian package gnugo 3.8-11)
Columns: kind, size, seed, rows of the board (`.`, `b`, `w`; joined by `/`), dead stones, stones in seki (points as in SGF),
prisoners black and white took, the final score by Japanese rules without komi.

Kinds of games; dead stones are still on the board at the end of each:
self   GNU Go (level 1) plays itself after a few random moves, until both sides pass.
weak   Both sides lay every fourth stone at random through most of the game: many small dead groups.
uneven One side, in turn by seed, lays most of its stones at random: large dead groups.
early  The game stops some moves before its end, as players who agree on the result do.

Games that end by resignation are left out, and the next seed follows. The committed file has, as KIND SIZE GAMES FIRST_SEED:
self 9 70 20000, self 13 30 20000, self 19 20 20000, weak 9 40 20000, weak 13 15 20000, weak 19 10 20000, early 9 40 20000,
early 13 3 20000, early 19 6 20000, uneven 9 40 20002 and uneven 13 15 20001, under one line of column names:
kind,size,seed,board,dead,seki,prisoners,score
"""

import random
import subprocess
import sys

LETTERS = "ABCDEFGHJKLMNOPQRST"
COLORS = ["black", "white"]


class Engine:
    def __init__(self, size, seed):
        command = ["gnugo", "--mode", "gtp", "--level", "1", "--seed", str(seed), "--boardsize", str(size), "--japanese-rules", "--komi", "0"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if line.strip() == "":
                break
            lines.append(line.strip())
        return " ".join(lines).lstrip("=").strip(), lines[0].startswith("=")

    def close(self):
        self.ask("quit")


def sgf(vertex, size):
    return chr(97 + LETTERS.index(vertex[0])) + chr(97 + size - int(vertex[1:]))


def board(engine, size):
    rows = [["."] * size for _ in range(size)]
    for color in COLORS:
        for vertex in engine.ask(f"list_stones {color}")[0].split():
            rows[size - int(vertex[1:])][LETTERS.index(vertex[0])] = color[0]
    return rows


def random_vertex(engine, size, color, chance):
    """A random empty point that is not surrounded by the color's own stones alone; None where there is none."""
    rows = board(engine, size)

    def good(row, col):
        beside = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        beside = [rows[r][c] for r, c in beside if 0 <= r < size and 0 <= c < size]
        return rows[row][col] == "." and any(stone != color[0] for stone in beside)

    points = [(row, col) for row in range(size) for col in range(size) if good(row, col)]
    if not points:
        return None
    row, col = chance.choice(points)
    return f"{LETTERS[col]}{size - row}"


def random_share(kind, ply, size, seed):
    """How often the move is a random one."""
    if kind == "weak" and ply < 0.6 * size * size:
        return 0.25
    if kind == "uneven" and ply < 0.8 * size * size and ply % 2 == seed % 2:
        return 0.6
    return 0.0


def play(kind, size, seed):
    engine, chance = Engine(size, seed), random.Random(seed)
    engine.ask("clear_board")
    ply, passes = 0, 0
    while ply < 6 and chance.random() < 0.8:
        vertex = LETTERS[chance.randrange(2, size - 2)] + str(chance.randrange(3, size - 1))
        ply += engine.ask(f"play {COLORS[ply % 2]} {vertex}")[1]
    last = size * size * chance.uniform(0.45, 0.7) if kind == "early" else 3 * size * size
    while passes < 2 and ply < last:
        color = COLORS[ply % 2]
        if chance.random() < random_share(kind, ply, size, seed):
            vertex = random_vertex(engine, size, color, chance)
            if vertex and engine.ask(f"play {color} {vertex}")[1]:
                ply, passes = ply + 1, 0
                continue
        move, _ = engine.ask(f"genmove {color}")
        passes = passes + 1 if move.upper() == "PASS" else 0
        if move.lower() == "resign":
            engine.close()
            return None
        ply += 1
    rows = "/".join("".join(row) for row in board(engine, size))
    engine.ask("level 8")
    status = {name: " ".join(sorted(sgf(v, size) for v in engine.ask(f"final_status_list {name}")[0].split())) for name in ["dead", "seki"]}
    prisoners = [engine.ask(f"captures {color}")[0] for color in COLORS]
    score = engine.ask("final_score")[0]
    engine.close()
    return f"{kind},{size},{seed},{rows},{status['dead']},{status['seki']},{' '.join(prisoners)},{score}"


def main():
    kind = sys.argv[1]
    size, games, seed = (int(text) for text in sys.argv[2:5])
    while games > 0:
        line = play(kind, size, seed)
        seed += 1
        if line:
            print(line, flush=True)
            games -= 1


if __name__ == "__main__":
    main()
