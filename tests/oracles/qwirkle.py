"""Writes tests/games/qwirkle_random.csv: random moves of Qwirkle, legal and illegal, judged from the text of the rules alone.

Usage: python3 qwirkle.py > ../games/qwirkle_random.csv   (no packages needed)

Nothing here comes from the Rust code: a table is a dictionary, lines are found by cutting rows and columns, written as lists,
at their empty cells, and hints by laying every choice of tiles on every stretch of empty cells.

Columns: kind (`connect`: 16x16 board with start tiles, `classic`: bare table), tiles on it at first, trials, hints.
A tile is three characters: row and column + 10 as digits of base 36, then class - 1 as a digit of base 36 (class as in the
labels: 6 * shape + color + 1). A trial is new tiles, `:`, and the score, or `-` and the sum of the faults: 1 nothing new,
2 an older tile gone or another, 4 outside, 8 not in a line, 16 a gap, 32 apart, 64 equal tiles, 128 mixed, 256 too long,
512 a fourth copy. The table after a trial with `!` behind it is the next one's; otherwise it is taken back.
Hints: a hand (tile digits), `:`, how many legal moves it has on the last table, and the sum of their scores.
"""

import itertools
import random

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
SIZE = 16
# Rows and columns 1 to 8 within a module, as the task's text lists them.
ANTI = {2: [(2, 2), (7, 7)], 1: [(2, 6), (3, 5), (4, 4), (5, 3), (6, 2), (3, 7), (4, 6), (5, 5), (6, 4), (7, 3)]}
MAIN = {2: [(2, 7), (7, 2)], 1: [(2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)]}
NOTHING, MOVED, OUTSIDE, NOT_IN_LINE, GAP, APART, EQUAL, MIXED, TOO_LONG, TOO_MANY = (1 << i for i in range(10))


def shape_color(tile):
    return divmod(tile, 6)


def stretches(table, new):
    """The largest stretches of two or more tiles in the rows and columns of new ones, as lists of cells, with a new one in."""
    lines = [([c for r, c in table if r == row], lambda c, row=row: (row, c)) for row in {row for row, _ in new}]
    lines += [([r for r, c in table if c == col], lambda r, col=col: (r, col)) for col in {col for _, col in new}]
    for places, cell in lines:
        places.sort()
        cuts = [0] + [i for i in range(1, len(places)) if places[i] > places[i - 1] + 1] + [len(places)]
        for start, end in zip(cuts, cuts[1:]):
            stretch = [cell(place) for place in places[start:end]]
            if len(stretch) > 1 and not set(stretch).isdisjoint(new):
                yield stretch


def line_faults(tiles):
    shapes, colors = zip(*map(shape_color, tiles))
    if len(tiles) > 6:
        return TOO_LONG
    if len(set(shapes)) > 1 and len(set(colors)) > 1:
        return MIXED
    return EQUAL if len(set(tiles)) < len(tiles) else 0


def faults(before, after, connect):
    new = [cell for cell in after if cell not in before]
    found = 0
    if any(after.get(cell) != tile for cell, tile in before.items()):
        found |= MOVED
    if not new:
        return found | NOTHING
    if connect and any(not (0 <= row < SIZE and 0 <= col < SIZE) for row, col in new):
        found |= OUTSIDE
    rows, cols = {row for row, _ in new}, {col for _, col in new}
    if len(rows) > 1 and len(cols) > 1:
        found |= NOT_IN_LINE
    elif any((row, col) not in after for row in range(min(rows), max(rows) + 1) for col in range(min(cols), max(cols) + 1)):
        found |= GAP
    near = {(row + dr, col + dc) for row, col in new for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]}
    if not connect and before and not near & set(before):
        found |= APART
    for stretch in stretches(after, new):
        found |= line_faults([after[cell] for cell in stretch])
    tiles = list(after.values())
    if any(tiles.count(after[cell]) > 3 for cell in new):
        found |= TOO_MANY
    return found


def bonus_squares(start):
    squares = {}
    for top, left in [(0, 0), (0, 8), (8, 0), (8, 8)]:
        kind = MAIN if (top + 1, left + 1) in start else ANTI
        for points, places in kind.items():
            squares.update({(top + row - 1, left + col - 1): points for row, col in places})
    return squares


def score(before, after, bonus):
    new = {cell for cell in after if cell not in before}
    points = sum(12 if len(line) == 6 else len(line) for line in stretches(after, new)) or len(new)
    return points + sum(bonus.get(cell, 0) for cell in new)


def neighbors(cell):
    row, col = cell
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def bag(table):
    left = [tile for tile in range(36) for _ in range(3)]
    for tile in table.values():
        if tile in left:
            left.remove(tile)
    return left


def random_trial(table, connect, chance):
    """New tiles that mostly make a good move and sometimes break a rule."""
    around = sorted({cell for tile in table for cell in neighbors(tile)} - set(table)) or [(0, 0)]
    cell = chance.choice(around)
    if chance.random() < 0.1:
        cell = (chance.randrange(-1, SIZE + 1), chance.randrange(-1, SIZE + 1))
    along, after, laid = chance.random() < 0.5, dict(table), {}
    for _ in range(chance.choice([1, 1, 2, 2, 3, 4, 6, 7])):
        if cell in table and chance.random() < 0.95:
            break
        left = bag(after) if chance.random() < 0.97 else list(range(36))
        good = [t for t in set(chance.sample(left, min(9, len(left)))) if not faults(table, {**after, cell: t}, connect)]
        if not good and laid and chance.random() < 0.9:
            break
        tile = chance.choice(sorted(good)) if good and chance.random() < 0.9 else chance.choice(left or [0])
        after[cell] = laid[cell] = tile
        step = chance.choice([-1, 1])
        turned = along if chance.random() < 0.95 else not along
        while cell in after:
            cell = (cell[0], cell[1] + step) if turned else (cell[0] + step, cell[1])
        if chance.random() < 0.04:
            cell = (cell[0], cell[1] + step) if turned else (cell[0] + step, cell[1])
    return laid


def every_move(table, hand, connect, bonus):
    """Each legal move with tiles of the hand, and its score."""
    found = {}
    spread = [c for tile in table for c in neighbors(tile)]
    starts = [(r, c) for r in range(SIZE) for c in range(SIZE)] if connect else sorted(set(spread))
    longest = len(hand)
    for start, along in itertools.product(starts, [True, False]):
        # Stretches of empty cells from `start` on; tiles between them are jumped over. On a bare table they also begin before.
        for back in range(1 if connect else longest):
            cells, cell = [], start
            for _ in range(back):
                cell = (cell[0], cell[1] - 1) if along else (cell[0] - 1, cell[1])
                while cell in table:
                    cell = (cell[0], cell[1] - 1) if along else (cell[0] - 1, cell[1])
            while len(cells) < longest:
                if cell not in table:
                    cells.append(cell)
                cell = (cell[0], cell[1] + 1) if along else (cell[0] + 1, cell[1])
            for count in range(1, longest + 1):
                for tiles in set(itertools.permutations(hand, count)):
                    laid = dict(zip(cells, tiles))
                    after = {**table, **laid}
                    key = tuple(sorted(laid.items()))
                    if key not in found and not faults(table, after, connect):
                        found[key] = score(table, after, bonus)
    return found


def text(tiles):
    return "".join(DIGITS[row + 10] + DIGITS[col + 10] + DIGITS[tile] for (row, col), tile in sorted(tiles.items()))


def start_position(chance):
    table = {}
    for top, left in [(0, 0), (0, 8), (8, 0), (8, 8)]:
        main = chance.random() < 0.5
        for i in range(1, 7):
            table[(top + i, left + (i if main else 7 - i))] = chance.choice(bag(table))
    return table


def play(seed):
    chance = random.Random(seed)
    connect = seed % 3 != 0
    table = start_position(chance) if connect else {}
    bonus = bonus_squares(table) if connect else {}
    first, trials = text(table), []
    for _ in range(12):
        for number in range(10):
            laid = random_trial(table, connect, chance)
            after = {**table, **laid}
            found = faults(table, after, connect)
            kept = not found and number >= 6
            trials.append(text(laid) + ":" + (f"-{found}" if found else str(score(table, after, bonus))) + "!" * kept)
            if kept:
                table = after
                break
    left = bag(table)
    hand = chance.sample(left, 3)
    moves = every_move(table, hand, connect, bonus) if seed % 3 == 0 or seed % 8 == 1 else None
    hints = "" if moves is None else f"{''.join(DIGITS[t] for t in hand)}:{len(moves)}:{sum(moves.values())}"
    return f"{['classic', 'connect'][connect]},{first},{' '.join(trials)},{hints}"


def main():
    print("kind,start,trials,hints")
    for seed in range(130):
        print(play(seed), flush=True)


if __name__ == "__main__":
    main()
