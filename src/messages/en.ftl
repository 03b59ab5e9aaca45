# What Kibitzer says, in English. Every key and every value in braces is in the other catalogs too.
# `$side` is white or black. A key with -reason- or -fault- is a clause that `illegal` inserts; what is impossible about a
# board is a clause too.

## All games

list-separator = { ", " }
list-and = { $head } and { $last }
list-or = { $head } or { $last }
clause-separator = { "; " }
sentence-separator = { " " }
sentence-end = .

unchanged = Nothing has moved.
illegal = Wrong move: { $reason }.
go-back = Put the board back as it was before the move.
concerned = Look at { $cells }.
overruled = overruled: { $reason }
overruled-unusual = overruled: games hardly ever have this many of them, or have them there
no-legal-move = no legal move
no-position = no game leads to this position
photo-unsure = What is said here stands on a doubtful reading: the board in { $photo } is right with a probability of { $percent } %.
photo-impossible = The board as it was read from { $photo } is impossible: { $reasons }.
photo-covered = Something hides the board in { $photo } at { $cells }.
photo-which-way = It is not known which side is white's in { $photo }: say where white sits.
photo-presence = What { $photo } shows may be no whole board.
photo-game = It is not known which game { $photo } shows: name it.
concern-presence = It may be no whole board.
concern-game = Which game is it?
concern-orientation = Which side is white's?
concern-impossible = The board is impossible: { $reasons }.
concern-covered = Something hides the board at { $cells }.
concern-uncertain = The board is right with a probability of only { $percent } %.
follow-begins = The game begins.
follow-resumed = The game goes on from this board.
follow-other-start = The board does not show the position that the game is to begin from: put it so, or leave the start out.
follow-other-place = The board does not show the position that the game goes on from: put it so, or begin a new game.
follow-taken-back = Moves were taken back: { $count }.
follow-pass = { $side ->
    [white] White passes.
   *[black] Black passes.
}
follow-pass-somebody = A player passes.
follow-all-right = All right, go on.
follow-again = Wrong again.
follow-busy = Something is over the board.
follow-other-board = Another board is where the board was.
follow-corners-outside = The corners that were given lie outside this picture.
follow-unclear = What is seen cannot be explained yet.

## Photos without a board to read

refusal-nothing-found = No board was found: have the whole board in the picture.
refusal-not-a-board = No board was found: what looks most like one is none. Have the whole board in the picture.
refusal-checkered = No board was found, but a checkered pattern of { $rows }x{ $columns } squares: have the whole board in the picture.
refusal-grid = No board was found, but a grid of { $rows }x{ $columns } squares, as puzzles have: have the whole board in the picture.
refusal-part-of-board = Only a part of the board is in the picture: have the whole board in it.
refusal-part-of-board-cut = { $count ->
    [one] Only a part of the board is in the picture: it is cut by the { $edges } edge. Have the whole board in it.
   *[other] Only a part of the board is in the picture: it is cut by the { $edges } edges. Have the whole board in it.
}
refusal-hidden = { $hidden } of { $cells } cells are hidden: take the photo again when nothing is over the board.
refusal-other-board = The photo does not show a board of { $game }, but one of { $rows }x{ $rows }, as for { $games }: name the game that is played on it.
refusal-other-game = What stands on the board is of { $other }, not of { $game }: name the game that is played on it.
edge-left = left
edge-top = upper
edge-right = right
edge-bottom = lower
game-checkers = checkers
game-chess = chess
game-go = Go
game-qwirkle = Qwirkle

## Checkers

checkers-legal = { $side ->
    [white] Correct move by white: { $move }.
   *[black] Correct move by black: { $move }.
}
checkers-unfinished = Wrong move: the capture has to go on: { $moves }.
checkers-smaller-capture = Wrong move: a capture of more pieces is mandatory: { $moves }.
checkers-missed-capture = Wrong move: a capture is mandatory: { $moves }.
checkers-pieces = Pieces: white { $white }, black { $black }.

checkers-won = { $side ->
    [white] White wins: black has no piece or no move left.
   *[black] Black wins: white has no piece or no move left.
}
checkers-repetition = A draw: the same position for the third time.
checkers-no-progress = A draw: too many moves without a capture or a man's move.
checkers-ending-too-long = A draw: this ending has lasted too long.

checkers-reason-size = the board is not of the size that these rules are played on
checkers-reason-light-square = a piece stands on a light square
checkers-reason-not-crowned = the man on the last row has to become a king
checkers-reason-appeared = there are more pieces than before
checkers-reason-vanished = pieces are gone that were not captured
checkers-reason-several-moved = more than one piece has moved
checkers-reason-exchanged = a piece was exchanged for another
checkers-reason-backward = a man cannot move backward
checkers-reason-out-of-reach = the piece cannot go there
checkers-reason-wrong-side = it is the other side's turn
checkers-reason-not-taken = a captured piece is still on the board

checkers-too-many-pieces = { $side ->
    [white] white has { $count } pieces, { $most } at most are possible
   *[black] black has { $count } pieces, { $most } at most are possible
}
checkers-uncrowned-man = { $side ->
    [white] a white man on the last row is a king: { $squares }
   *[black] a black man on the last row is a king: { $squares }
}
checkers-light-square = pieces stand on dark squares only, not on { $squares }

## Chess

chess-legal = { $side ->
    [white] Correct move by white: { $move }.
   *[black] Correct move by black: { $move }.
}
chess-check = { $side ->
    [white] White is in check.
   *[black] Black is in check.
}
chess-won = { $side ->
    [white] Checkmate: white wins.
   *[black] Checkmate: black wins.
}
chess-stalemate = Stalemate: the game is drawn.
chess-dead-position = Neither side can give checkmate any more: the game is drawn.
chess-threefold = The same position for the third time: a draw can be claimed.
chess-fivefold = The same position for the fifth time: the game is drawn.
chess-fifty-moves = Fifty moves by each side without a capture or a pawn's move: a draw can be claimed.
chess-seventy-five-moves = Seventy-five moves by each side without a capture or a pawn's move: the game is drawn.

chess-reason-no-position = the position before the move is not legal
chess-reason-appeared = there are more pieces than before
chess-reason-vanished = a piece is gone and none has moved
chess-reason-several-moved = more than one piece has moved
chess-reason-wrong-side = it is the other side's turn
chess-reason-wrong-capture = the piece taken off did not stand where the other one went
chess-reason-still-in-check = the king is still in check
chess-reason-exposes-king = the player's own king would be in check
chess-reason-out-of-reach = the piece cannot go there
chess-reason-no-piece = no piece stands on that square
chess-reason-took-own = a piece cannot go where another one of its side stands
chess-reason-en-passant = en passant is only allowed right after the pawn's double step
chess-reason-castling-lost = castling is not allowed, because the king or the rook has moved before
chess-reason-castling-blocked = castling is not allowed while there is a piece between king and rook
chess-reason-castling-through-check = castling is not allowed out of check, through check or into check
chess-reason-not-promoted = the pawn on the last rank has to be promoted
chess-reason-exchanged = a piece was exchanged for another

chess-two-kings = { $side ->
    [white] white has { $count } kings: { $squares }
   *[black] black has { $count } kings: { $squares }
}
chess-missing-king = { $side ->
    [white] white has no king
   *[black] black has no king
}
chess-too-many-men = { $side ->
    [white] white has { $count } pieces, 16 at most are possible: { $squares }
   *[black] black has { $count } pieces, 16 at most are possible: { $squares }
}
chess-too-many-pawns = { $side ->
    [white] white has { $count } pawns, 8 at most are possible: { $squares }
   *[black] black has { $count } pawns, 8 at most are possible: { $squares }
}
chess-too-many-promoted = { $side ->
    [white] white must have promoted { $count } pawns, but only { $missing } can be missing: { $squares }
   *[black] black must have promoted { $count } pawns, but only { $missing } can be missing: { $squares }
}
chess-pawn-on-edge = { $side ->
    [white] no pawn can stand on the first or last rank: white { $squares }
   *[black] no pawn can stand on the first or last rank: black { $squares }
}
chess-kings-adjacent = the kings stand next to each other: { $squares }

## Go

go-legal = { $side ->
    [white] Correct move by white: { $point }.
   *[black] Correct move by black: { $point }.
}
go-captures = { $count ->
    [one] It captures one stone: { $points }.
   *[other] It captures { $count } stones: { $points }.
}

go-both-passed = Both sides have passed: the game is over, and the board can be counted.

go-reason-size = the two boards are not of the same size
go-reason-several-stones = more than one stone was laid
go-reason-wrong-side = { $side ->
    [white] it is white's turn
   *[black] it is black's turn
}
go-reason-recolored = a stone was exchanged for one of the other color
go-reason-vanished = stones are gone that were not captured
go-reason-not-captured = captured stones are still on the board
go-reason-outside = the point is not on the board
go-reason-occupied = there is a stone already
go-reason-suicide = the stone would have no liberty
go-reason-superko = the board would be as it was before (ko)

go-no-liberty = { $side ->
    [white] { $count ->
        [one] no liberty is left for the white stone { $points }
       *[other] no liberty is left for the white stones { $points }
    }
   *[black] { $count ->
        [one] no liberty is left for the black stone { $points }
       *[other] no liberty is left for the black stones { $points }
    }
}

## Counting a game of Go

go-rules = { $rules ->
    [japanese] Counted by Japanese rules.
    [chinese] Counted by Chinese rules.
    [nz] Counted by New Zealand rules.
    [ing] Counted by Ing rules.
   *[aga] Counted by AGA rules.
}
go-unreadable = “{ $value }” is no number: it counts as not given.
go-other-komi = { $rules ->
    [chinese] “{ $value }” is counted as a komi of { $komi } stones, two points each.
   *[other] “{ $value }” is counted as a komi of { $komi } points.
}
go-unknown-rules = The rules “{ $name }” are not known.
go-no-prisoners = Nobody said how many prisoners there are: they count as none.
go-dead = { $side ->
    [white] White stones taken off as dead: { $points }.
   *[black] Black stones taken off as dead: { $points }.
}
go-seki = Not counted, in seki: { $points }.
go-to-fill = Not counted, their owner still has to play there: { $points }.
go-unsure = Not certain: { $points }. Say whether they are dead or alive.
go-total = { $side ->
    [white] White: { $points } ({ $items }).
   *[black] Black: { $points } ({ $items }).
}
go-item-stones = stones { $points }
go-item-territory = territory { $points }
go-item-prisoners = prisoners { $points }
go-item-neutral = neutral points { $points }
go-item-handicap = handicap { $points }
go-item-komi = komi { $points }
go-unfinished = The game does not look finished: { $count } points are still open.
go-legend = ▪ black's points, ▫ white's points, ☆ nobody's points
go-wins = { $side ->
    [white] White wins by { $points }.
   *[black] Black wins by { $points }.
}
go-drawn = A draw.
go-wrong-move = Move { $number } at { $point } is against the rules: { $reason }.

## Qwirkle

qwirkle-legal = { $count ->
    [one] Correct move: one tile, { $tiles }.
   *[other] Correct move: { $count } tiles, { $tiles }.
}
qwirkle-points = { $points ->
    [one] Score: one point.
   *[other] Score: { $points } points.
}
qwirkle-line = { $points ->
    [one] line { $first } to { $last }: one point
   *[other] line { $first } to { $last }: { $points } points
}
qwirkle-qwirkle-line = line { $first } to { $last }, a Qwirkle: { $points } points
qwirkle-bonus = { $points ->
    [one] bonus square { $cell }: one point
   *[other] bonus square { $cell }: { $points } points
}
qwirkle-loose = { $points ->
    [one] no line: one point
   *[other] no line: { $points } points
}
qwirkle-no-bonus-squares = Bonus squares are not counted: they show on the board at the start of the game.
qwirkle-move = Move { $number }:
qwirkle-no-points = Score: an illegal move gets no points.
qwirkle-sum = { $points ->
    [one] Altogether: one point.
   *[other] Altogether: { $points } points.
}
qwirkle-end-bonus = end of the game: { $points } points

qwirkle-refusal-over = the game is over
qwirkle-refusal-not-in-hand = the player does not have the { $tile }
qwirkle-refusal-no-hands = tiles can only be exchanged when the hands are known
qwirkle-refusal-bag = so many tiles cannot be exchanged, { $count } are left in the bag

qwirkle-fault-nothing = there is no new tile
qwirkle-fault-moved = a tile that was there before is gone or has changed
qwirkle-fault-outside = a tile lies outside the board
qwirkle-fault-not-in-line = the new tiles have to lie in one row or one column
qwirkle-fault-gap = there is a gap between the new tiles
qwirkle-fault-apart = the new tiles have to touch older ones
qwirkle-fault-equal-tiles = a line has the same tile twice
qwirkle-fault-mixed = a line has neither one color nor one shape
qwirkle-fault-too-long = a line has more than six tiles
qwirkle-fault-too-many = the { $tile } exists only three times

qwirkle-line-too-long = the line { $first } to { $last } has { $count } tiles, 6 at most are possible
qwirkle-mixed-line = the line { $first } to { $last } has neither one color nor one shape
qwirkle-equal-tiles = the line { $first } to { $last } has more than one { $tile }: { $cells }
qwirkle-too-many-copies = the { $tile } lies there { $count } times, it exists only 3 times: { $cells }

qwirkle-tile = { $color ->
    [red] red
    [orange] orange
    [yellow] yellow
    [green] green
    [blue] blue
   *[white] white
} { $shape ->
    [circle] circle
    [clover] clover
    [diamond] diamond
    [square] square
    [four-pointed-star] four-pointed star
   *[eight-pointed-star] eight-pointed star
}

## Playing chess

play-players = White: { $white }, black: { $black }
play-player = { $who ->
    [engine] the engine
   *[person] a person
}
play-settings = settings { $byte }
play-file = The game is kept in { $path }.
play-to-move = { $side ->
    [white] white to move
   *[black] black to move
}
play-clocks = white { $white }, black { $black }
play-can-claim = a draw can be claimed
play-help = a move (e4, Nbxd2, O-O, e7e8q), hint, undo, resign, draw, board, pgn, quit, help
play-hint = Hint: { $move }
play-mate-in = mate in { $count }
play-taken-back = Taken back: { $count }
play-draw-offered = A draw is offered: make your move, the other side may answer with draw.
play-draw-declined = The engine plays on.
play-go-on = Go on with: { $command }

play-refused-move = '{ $text }' cannot be played: { $reason }
play-refused-over = the game is over
play-refused-nothing-to-undo = there is no move to take back
play-refused-ended = this game is over ({ $result }): start a new one
play-refused-time-control = the tag TimeControl says '{ $text }', which sets no clock: write seconds as in 300+2, or - for none
play-refused-clock = the comment of a move says '[%clk { $text }]', which no clock shows: write hours, minutes and seconds as in 0:04:58
chess-no-legal-move = no legal move
chess-several-moves = more than one move: add the column or row it comes from
chess-null-move = a null move, which only passes the turn: no move of a game
chess-no-promotion-piece = a promotion without its piece: add it, as in e8=Q

play-agreed = The players have agreed on a draw.
play-claimed-threefold = A draw was claimed: the same position for the third time.
play-claimed-fifty-moves = A draw was claimed: fifty moves by each side without a capture or a pawn's move.
play-resigned = { $side ->
    [white] White has resigned: black wins.
   *[black] Black has resigned: white wins.
}
play-resigned-drawn = { $side ->
    [white] White has resigned, but black has no pieces to give checkmate: the game is drawn.
   *[black] Black has resigned, but white has no pieces to give checkmate: the game is drawn.
}
play-time-over = { $side ->
    [white] White's time is over: black wins.
   *[black] Black's time is over: white wins.
}
play-time-over-drawn = { $side ->
    [white] White's time is over, but black has no pieces to give checkmate: the game is drawn.
   *[black] Black's time is over, but white has no pieces to give checkmate: the game is drawn.
}

# The server's page: plain messages only, as they are delivered as JSON.
page-language = Language
page-tagline = Reads the board in your photo
page-game = Game
page-auto = Find out
page-chess = Chess
page-checkers = Checkers
page-go = Go
page-qwirkle = Qwirkle
page-take = Take a photo
page-choose = Choose a photo
page-drop = You can also drop a photo here or paste one.
page-private = It goes to this server only and is not kept.
page-reading = Reading…
page-retry = Try again
page-another = Another photo
page-offline = The server cannot be reached. Reading needs it: try again when it is there.
page-busy = Other photos are being read. Yours is next in a moment.
page-token = This server asks for a token: open the address that it printed when it was started.
page-name-game = It may help to name the game.
page-game-language = This game was begun in { $language }: what is said of it stays in that language.
page-problem-too-large = The photo is too large: send a smaller one.
page-problem-not-a-photo = This file is no photo that can be read: send a JPEG, PNG or WebP.
page-problem-photo-unreadable = The photo is damaged, cut off or too small: take another one.
page-problem-no-board = No board was found: have the whole board in the picture.
page-problem-board-hidden = Something lies over the board: take the photo again when nothing does.
page-problem-invalid-board = This cannot be done with this board: check it.
page-problem-invalid-option = Something that was entered is wrong: check it.
page-problem-not-found = The server does not have this, or not any more.
page-problem-not-resumable = The record of this game does not tell enough to go on with it: begin a new one.
page-problem-timeout = It took too long: try again.
page-problem-internal = The server failed: try again.
page-problem-other = The server does not do this.
page-anyway = Read it all the same
page-found = { $game }: right with { $percent } % probability.
page-found-check = { $game }: right with { $percent } % probability, but please check.
page-found-doubtful = { $game }: please check. The board is right with only { $percent } % probability.
page-corrected = { $game }: as you corrected it.
page-impossible = Impossible: { $reasons }.
page-presence = It may be no whole board.
page-which-game = Which game is it?
page-covered = Hidden: { $cells }.
page-white-side = Which side is white's?
page-seat = White's side
page-side-bottom = bottom
page-side-left = left
page-side-top = top
page-side-right = right
page-boards = The photo shows { $count } boards; this is one of them.
page-teach-set = This is the start position of my set
page-teach-set-what = Photos of your set are then read better. The server keeps what it learns in its memory only.
page-learning = Looking at your set…
page-own-set = Read with what you showed of your set.
page-set-no-help = What you showed of your set does not help: no more is read right with it.
page-forget-set = Forget it
page-corner-hint = Drag a corner where the outline is off. Tap a square to correct it.
page-corner = Corner { $number } of 4
page-photo = Photo
page-board = Board
page-cell = { $cell }: { $piece }, { $percent } %
page-cell-doubtful = { $cell }: { $piece }, doubtful, { $percent } %
page-cell-corrected = { $cell }: { $piece }, corrected
page-doubt = { $cell }: { $piece }? ({ $percent } %)
page-what-is-on = What is on { $cell }?
page-all-pieces = Everything else
page-close = Close
page-undo = Undo
page-notation = Notation
page-copy = Copy
page-copied = Copied
page-share = Share
page-api = API
page-review = Review
page-empty = empty
page-tile = { $shape }, { $color }
page-shape-1 = circle
page-shape-2 = clover
page-shape-3 = diamond
page-shape-4 = square
page-shape-5 = four-pointed star
page-shape-6 = eight-pointed star
page-color-r = red
page-color-o = orange
page-color-y = yellow
page-color-g = green
page-color-b = blue
page-color-w = white
page-white-p = white pawn
page-white-n = white knight
page-white-b = white bishop
page-white-r = white rook
page-white-q = white queen
page-white-k = white king
page-black-p = black pawn
page-black-n = black knight
page-black-b = black bishop
page-black-r = black rook
page-black-q = black queen
page-black-k = black king
page-checkers-w = white man
page-checkers-b = black man
page-checkers-W = white king
page-checkers-B = black king
page-go-b = black stone
page-go-w = white stone
page-white = White
page-black = Black
page-to-move = To move
page-castling = Castling rights
page-none = none
page-analyze = Analyze on lichess
page-before-hint = Take a photo after the next move too: the move is then judged.
page-compare = Judge the move since the photo before
page-count-men = { $side }: men { $men }, kings { $kings }
page-mode-correct = Correct
page-mode-count = Count
page-tap-group = Tap a group to say that it is dead, or alive after all.
page-rules = Rules
page-rules-japanese = Japanese
page-rules-chinese = Chinese
page-rules-aga = AGA
page-komi = Komi
page-prisoners-black = Black's prisoners
page-prisoners-white = White's prisoners
page-wins = { $side } wins by { $points }
page-drawn = A draw
page-points = { $side }: { $points }
page-score-move = Score the move since the photo before
page-total = { $points } points
page-line = { $from } to { $to }: { $points }
page-send = Give this photo and my correction to the owner of this server, to train with
page-send-what = Stored are the picture (without place and time), its corners and its cells. You can delete them again.
page-send-button = Send
page-sent = It is kept. Thank you.
page-delete = Delete it again
page-deleted = It is deleted.
page-given = You gave these photos to the owner of this server:
page-review-title = Corrections to review
page-review-none = There is nothing to review.
page-review-place = { $number } of { $count }
page-approve = Approve
page-approved = approved
page-next = Next
page-previous = Previous
page-changed-cells = Corrected: { $cells }
page-remove = Delete
page-live = Follow a game as it is played
page-live-title = Follow a game as it is played
page-live-what = Stand the phone so that the whole board is in the picture. Moves are recorded, and wrong ones are said.
page-live-begin = Start the camera
page-live-go-on = Go on with the last game
page-live-link = Link for others to watch
page-minutes = Minutes a side (0: no limit)
page-increment = Seconds added a move
page-spoken = Say moves and faults aloud
page-accept = Accept the board as it is
page-undo-move = Take back the last move
page-pass = Pass
page-end-game = End the game
page-new-game = New game
page-moves = Moves
page-save-record = Save the record
page-waiting = No board has been seen yet.
page-time-up = time is up
page-game-gone = The server does not know this game any more. Begin a new one.
page-camera-denied = The camera may not be used: allow it in the browser's settings.
page-camera-none = No camera was found that can be used.
page-camera-insecure = Browsers give their camera to secure pages only: open this page by https (kibitzer serve --tls), or on this computer as localhost.
page-cell-known = { $cell }: { $piece }
page-cell-wrong = { $cell }: { $piece }, wrong
