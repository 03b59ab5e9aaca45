"""Writes tests/games/chess_games.csv, chess_fens.csv, chess_notes.pgn and chess_notes.csv: what python-chess says about chess.

Usage: python3 chess_games.py OUTDIR          (needs `chess` as pinned in chess-games.txt; GPL, run as a tool only)
       python3 chess_games.py verify FILE.pgn...     reads PGN files that Kibitzer wrote, and plays them

chess_games.csv: a line a game: kind, FEN of the start (empty: the initial position), and for each position from the start on the
first 6 hex digits of the SHA-256 of its facts, followed by the move played from it: "a1b2c3e2e4 ...". The facts are the lines
    FEN
    every legal move as "uci san", sorted, joined by ","
    outcome, whether white has the men to mate, whether black has
where the outcome is the first that holds of checkmate, stalemate, dead, fivefold, seventyfive, threefold, fifty, open.
chess_fens.csv: texts that may be FENs, and whether they are.
chess_notes.csv: a line a game of chess_notes.pgn: final FEN, moves, comments, glyphs, variations of the first level, result.
"""

import hashlib
import pathlib
import random
import sys

import chess
import chess.pgn

MIXED = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 3 30",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]


def outcome(board):
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "dead"
    if board.is_fivefold_repetition():
        return "fivefold"
    if board.halfmove_clock >= 150:
        return "seventyfive"
    if board.is_repetition(3):
        return "threefold"
    return "fifty" if board.halfmove_clock >= 100 else "open"


def facts(board):
    moves = sorted(f"{move.uci()} {board.san(move)}" for move in board.legal_moves)
    mates = [str(not board.has_insufficient_material(color)).lower() for color in chess.COLORS]
    return "\n".join([board.fen(en_passant="fen"), ",".join(moves), " ".join([outcome(board), *mates])])


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def quiet(board, chance):
    """A move that takes nothing and moves no pawn, often one back."""
    moves = [m for m in board.legal_moves if not board.is_zeroing(m)]
    back = [m for m in moves if len(board.move_stack) > 1 and m.from_square == board.move_stack[-2].to_square and m.to_square == board.move_stack[-2].from_square]
    pick = back if back and chance.random() < 0.2 else moves
    return chance.choice(sorted(pick, key=chess.Move.uci)) if pick else None


def any_move(board, chance):
    moves = sorted(board.legal_moves, key=chess.Move.uci)
    return chance.choice(moves) if moves else None


def repeating(board, chance):
    """Quiet moves, each taken back at once."""
    if len(board.move_stack) > 1:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if board.is_legal(back):
            return back
    return quiet(board, chance)


def ending(board, chance):
    """A move that mates or stalemates where there is one."""
    moves = sorted(board.legal_moves, key=chess.Move.uci)
    for move in moves:
        board.push(move)
        over = not any(board.legal_moves)
        board.pop()
        if over:
            return move
    return chance.choice(moves) if moves else None


def few_men(chance, kinds=(1, 1, 2, 2, 3, 3, 3, 4, 5)):
    """A legal position with the kings and one to five other men."""
    while True:
        board = chess.Board(None)
        squares = chance.sample(range(64), 8)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for square in squares[2 : 2 + chance.randint(1, 5)]:
            board.set_piece_at(square, chess.Piece(chance.choice(kinds), chance.choice(chess.COLORS)))
        board.turn = chance.choice(chess.COLORS)
        if board.is_valid():
            return board


def play(board, choose, chance, plies):
    start = "" if board.fen() == chess.STARTING_FEN else board.fen(en_passant="fen")
    words, played = [], 0
    while True:
        word = digest(facts(board))
        move = choose(board, chance) if played < plies else None
        if move is None:
            return start, words + [word]
        words.append(word + move.uci())
        board.push(move)
        played += 1


def games(chance):
    for _ in range(60):
        yield "initial", *play(chess.Board(), any_move, chance, 90)
    for i in range(35):
        yield "mixed", *play(chess.Board(MIXED[i % len(MIXED)]), any_move, chance, 60)
    for _ in range(240):
        yield "few", *play(few_men(chance), any_move, chance, 16)
    for _ in range(8):
        yield "quiet", *play(chess.Board(), quiet, chance, 152)
    for _ in range(12):
        yield "repeating", *play(chess.Board(chance.choice(MIXED)), repeating, chance, 22)
    for _ in range(40):
        yield "ending", *play(few_men(chance, (1, 4, 5)), ending, chance, 14)
    for number in [40, 60, 95, 99, 140, 149, 150, 160]:
        board = few_men(chance)
        board.halfmove_clock = number
        yield "late", *play(board, quiet, chance, 40)


def broken_fens(chance):
    """FENs with one to three characters changed, and whether they are positions of a game."""
    for _ in range(600):
        board = chess.Board(chance.choice(MIXED + [chess.STARTING_FEN]))
        for _ in range(chance.randint(0, 30)):
            move = any_move(board, chance)
            if move:
                board.push(move)
        text = list(board.fen(en_passant="fen"))
        for _ in range(chance.randint(0, 2)):
            text[chance.randrange(len(text))] = chance.choice("pnbrqkPNBRQK12345678/ wb-KQkq")
        yield "".join(text), is_position("".join(text))


def is_position(text):
    try:
        board = chess.Board(text)
    except ValueError:
        return False
    # Where lines of check cross impossibly, python-chess says so and Kibitzer does not.
    return board.status() & ~chess.STATUS_IMPOSSIBLE_CHECK == chess.STATUS_VALID


def annotated(chance, number):
    game = chess.pgn.Game({"Event": f"Notes {number} {{;}}", "White": "Ä, Ö", "Black": "黑"})
    if number % 4 == 3:
        game.setup(few_men(chance))
    words = ["good", "[%clk 0:01:02]", "bad (really)", "a; b", "; c", "% d", "über", "1-0", "*"]
    comment = lambda: " ".join(chance.choices(words, k=chance.randint(1, 20)))
    game.comment = comment() if chance.random() < 0.3 else ""
    node = game
    for _ in range(chance.randint(5, 70)):
        move = any_move(node.board(), chance)
        if move is None:
            break
        parent, node = node, node.add_variation(move)
        if chance.random() < 0.2:
            node.comment = comment()
        if chance.random() < 0.2:
            node.nags.add(chance.randint(1, 30))
        if chance.random() < 0.15:
            side = parent
            for _ in range(chance.randint(1, 4)):
                move = any_move(side.board(), chance)
                if move is None or side.has_variation(move):
                    break
                side = side.add_variation(move, comment=comment() if chance.random() < 0.4 else "")
    board = game.end().board()
    game.headers["Result"] = board.result() if board.is_game_over() else chance.choice(["*", "1/2-1/2", "1-0"])
    return game


def note_facts(game):
    nodes = list(game.mainline())
    comments = [game.comment] + [node.comment for node in nodes]
    parents = [game] + nodes
    sides = sum(max(0, len(parent.variations) - 1) for parent in parents)
    glyphs = sum(sum(node.nags) for node in nodes)
    text = "|".join(" ".join(c.split()) for c in comments if c)
    return [game.end().board().fen(en_passant="fen"), len(nodes), digest(text), glyphs, sides, game.headers["Result"]]


def write(out):
    chance = random.Random(20261121)
    with open(out / "chess_games.csv", "w", encoding="utf-8") as file:
        print("kind,start,positions", file=file)
        for kind, start, words in games(chance):
            print(f"{kind},{start},{' '.join(words)}", file=file)
    with open(out / "chess_fens.csv", "w", encoding="utf-8") as file:
        print("fen,position", file=file)
        for text, good in broken_fens(chance):
            print(f"{text},{str(good).lower()}", file=file)
    with open(out / "chess_notes.pgn", "w", encoding="utf-8") as pgn, open(out / "chess_notes.csv", "w", encoding="utf-8") as csv:
        print("final,moves,comments,glyphs,variations,result", file=csv)
        for number in range(40):
            game = annotated(chance, number)
            print(game, file=pgn, end="\n\n")
            print(*note_facts(game), sep=",", file=csv)


def verify(paths):
    count = plies = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            while game := chess.pgn.read_game(file):
                if game.errors:
                    sys.exit(f"{path}: {game.errors}")
                board = game.end().board()
                over = board.outcome()
                if over and over.result() != game.headers["Result"]:
                    sys.exit(f"{path}: {over} but {game.headers['Result']}")
                count, plies = count + 1, plies + sum(1 for _ in game.mainline())
    print(f"{count} games, {plies} moves, no error")


if __name__ == "__main__":
    if sys.argv[1] == "verify":
        verify(sys.argv[2:])
    else:
        write(pathlib.Path(sys.argv[1]))
