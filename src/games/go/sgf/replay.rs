//! The main line of a record, played move by move.

use super::record::{Color, Record};
use crate::games::{
    CellGrid,
    go::{
        classes::{BLACK, EMPTY, WHITE},
        rules::{GoGame, IllegalMove, Point},
    },
};
use sgf_parse::{
    SgfNode,
    go::{Move, Point as SgfPoint, Prop},
};
use std::collections::HashSet;

/// A game at the end of a record's main line.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game with its board, its history and its prisoners.
    pub game: GoGame,
    /// Moves and passes played.
    pub moves: u32,
    /// The first move that the rules forbid. It was played all the same, as SGF asks for.
    pub wrong: Option<WrongMove>,
}

/// The main line of a record: the board before the first move, whether black is to move there, and
/// the moves.
pub type Line = (CellGrid, Option<bool>, Vec<LineMove>);

/// A move of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// Whose it is.
    pub color: Color,
    /// Where the stone goes; `None` for a pass.
    pub point: Option<Point>,
    /// What is written beside it, words with single spaces between them.
    pub comment: Option<String>,
}

/// A move of a record that the rules forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongMove {
    /// Its number in the main line, from 1.
    pub number: u32,
    /// Whose it is.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// Why the rules forbid it.
    pub reason: IllegalMove,
}

impl Record {
    /// Plays the main line: in each node first its set-up stones, then its move.
    pub fn replay(&self) -> Replay {
        let board = CellGrid::empty(self.size(), self.size());
        let mut replay =
            Replay { game: GoGame::new(board, self.handicap() < 2), moves: 0, wrong: None };
        for node in self.root().main_variation() {
            let properties = &node.properties;
            set_up(properties, &mut replay.game);
            for prop in properties {
                match prop {
                    Prop::B(step) => replay.step(Color::Black, self.point(*step)),
                    Prop::W(step) => replay.step(Color::White, self.point(*step)),
                    _ => {}
                }
            }
        }
        replay
    }

    /// The side to move at the end of the main line, where moves or `PL` tell it.
    pub fn side_to_move(&self) -> Option<Color> {
        let tells = |prop: &Prop| matches!(prop, Prop::B(_) | Prop::W(_) | Prop::PL(_));
        let told = self.root().main_variation().any(|node| node.properties().any(tells));
        told.then(|| if self.replay().game.black_to_move() { Color::Black } else { Color::White })
    }

    /// The board that the main line starts from, whether black is to move there as far as `PL`
    /// tells it, and the line's moves and passes; `None` where stones are laid out after a move.
    pub fn line(&self) -> Option<Line> {
        let mut start = GoGame::new(CellGrid::empty(self.size(), self.size()), true);
        let (mut told, mut moves) = (None, Vec::new());
        for node in self.root().main_variation() {
            let lays = |prop: &Prop| matches!(prop, Prop::AB(_) | Prop::AW(_) | Prop::AE(_));
            if moves.is_empty() {
                set_up(&node.properties, &mut start);
                let tells = |prop: &Prop| matches!(prop, Prop::PL(_));
                told = node.properties().any(tells).then(|| start.black_to_move()).or(told);
            } else if node.properties().any(lays) {
                return None;
            }
            let made = |color, step: &Move| LineMove {
                color,
                point: self.point(*step),
                comment: comment(node),
            };
            moves.extend(node.properties().filter_map(|prop| match prop {
                Prop::B(step) => Some(made(Color::Black, step)),
                Prop::W(step) => Some(made(Color::White, step)),
                _ => None,
            }));
        }
        Some((start.board().clone(), told, moves))
    }

    /// A move's point; `None` for a pass, which old files write as a point outside the board.
    fn point(&self, step: Move) -> Option<Point> {
        match step {
            Move::Move(SgfPoint { x, y }) => {
                Some((usize::from(y), usize::from(x))).filter(|p| p.0.max(p.1) < self.size())
            }
            Move::Pass => None,
        }
    }
}

/// The comment of a node, its words with single spaces between them.
fn comment(node: &SgfNode<Prop>) -> Option<String> {
    let text = node.properties().find_map(|prop| match prop {
        Prop::C(text) => Some(text.to_string()),
        _ => None,
    })?;
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(words.join(" ")).filter(|text| !text.is_empty())
}

impl Replay {
    fn step(&mut self, color: Color, point: Option<Point>) {
        self.moves += 1;
        self.game.set_to_move(color == Color::Black);
        let Some(point) = point else { return self.game.pass() };
        if let Err(reason) = self.game.play(point) {
            self.wrong.get_or_insert(WrongMove { number: self.moves, color, point, reason });
            self.game.force(point);
        }
    }
}

/// A node's set-up stones, and who moves next.
fn set_up(properties: &[Prop], game: &mut GoGame) {
    let mut board = game.board().clone();
    let mut lay = |points: &HashSet<SgfPoint>, class| {
        points
            .iter()
            .for_each(|point| board.set(usize::from(point.y), usize::from(point.x), class));
    };
    let mut black_to_move = game.black_to_move();
    for prop in properties {
        match prop {
            Prop::AB(points) => lay(points, BLACK),
            Prop::AW(points) => lay(points, WHITE),
            Prop::AE(points) => lay(points, EMPTY),
            Prop::PL(color) => black_to_move = *color == sgf_parse::Color::Black,
            _ => {}
        }
    }
    if &board != game.board() {
        game.set_up(board);
    }
    game.set_to_move(black_to_move);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replay(text: &str) -> Replay {
        Record::read(text).expect("an SGF").replay()
    }

    #[test]
    fn captures_passes_and_prisoners() {
        let played = replay("(;SZ[9];B[ba];W[aa];B[ab];W[tt];B[])");
        assert_eq!((played.game.board().get(0, 0), played.game.prisoners()), (EMPTY, (1, 0)));
        assert_eq!((played.moves, played.wrong, played.game.black_to_move()), (5, None, false));
    }

    #[test]
    fn the_main_line_is_the_first_variation() {
        let played = replay("(;SZ[9]PL[W];W[aa](;B[bb];AE[aa]AB[cc])(;B[dd]))");
        let at = |point: Point| played.game.board().get(point.0, point.1);
        assert_eq!([at((0, 0)), at((1, 1)), at((2, 2)), at((3, 3))], [EMPTY, BLACK, BLACK, EMPTY]);
    }

    #[test]
    fn moves_and_pl_tell_whose_turn_it_is() {
        let side = |text: &str| Record::read(text).expect("an SGF").side_to_move();
        assert_eq!(side("(;SZ[9]AB[ee])"), None);
        assert_eq!(side("(;SZ[9];B[ee])"), Some(Color::White));
        assert_eq!(side("(;SZ[9];B[ee];W[])"), Some(Color::Black));
        assert_eq!(side("(;SZ[9]AB[ee]PL[W])"), Some(Color::White));
    }

    #[test]
    fn the_first_wrong_move_is_named() {
        let ko = "(;SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb];B[aa];W[aa])";
        let wrong = replay(ko).wrong.expect("a wrong move");
        assert_eq!((wrong.number, wrong.point, wrong.reason), (2, (1, 1), IllegalMove::Superko));
        assert_eq!(
            replay("(;SZ[9]HA[2]AB[cc][gg];W[cc])").wrong.map(|w| w.reason),
            Some(IllegalMove::Occupied)
        );
        assert!(!replay("(;SZ[9]HA[2]AB[cc][gg])").game.black_to_move());
    }
}
