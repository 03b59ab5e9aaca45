"""Writes tests/games/go_endings.csv: end positions of GNU Go playing itself, with its own final statuses.

Usage: python3 go_endings.py SIZE GAMES FIRST_SEED >> rows.csv   (GNU Go 3.8, Debian package gnugo 3.8-11)
Columns: size, seed, rows of the board (`.`, `b`, `w`; joined by `/`), dead stones, stones in seki (points as in SGF).
Each game begins with random moves, so that games differ, and ends when both sides pass, dead stones still on the board.
"""

import random
import subprocess
import sys

LETTERS = "ABCDEFGHJKLMNOPQRST"


class Engine:
    def __init__(self, size, seed):
        command = ["gnugo", "--mode", "gtp", "--level", "1", "--seed", str(seed), "--boardsize", str(size), "--japanese-rules"]
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


def play(size, seed):
    engine, chance = Engine(size, seed), random.Random(seed)
    engine.ask("clear_board")
    colors, ply, passes = ["black", "white"], 0, 0
    while ply < 6 and chance.random() < 0.8:
        vertex = LETTERS[chance.randrange(2, size - 2)] + str(chance.randrange(3, size - 1))
        ply += engine.ask(f"play {colors[ply % 2]} {vertex}")[1]
    while passes < 2 and ply < 3 * size * size:
        move, _ = engine.ask(f"genmove {colors[ply % 2]}")
        passes = passes + 1 if move.upper() == "PASS" else 0
        if move.lower() == "resign":
            engine.close()
            return None
        ply += 1
    stones = {color: engine.ask(f"list_stones {color}")[0].split() for color in colors}
    rows = [["."] * size for _ in range(size)]
    for color in colors:
        for vertex in stones[color]:
            rows[size - int(vertex[1:])][LETTERS.index(vertex[0])] = color[0]
    status = {name: " ".join(sorted(sgf(v, size) for v in engine.ask(f"final_status_list {name}")[0].split())) for name in ["dead", "seki"]}
    engine.close()
    return f"{size},{seed},{'/'.join(''.join(row) for row in rows)},{status['dead']},{status['seki']}"


def main():
    size, games, seed = (int(text) for text in sys.argv[1:4])
    while games > 0:
        line = play(size, seed)
        seed += 1
        if line:
            print(line, flush=True)
            games -= 1


if __name__ == "__main__":
    main()
