//! The main line of a record, played move by move.

use super::{
    names::is_tromp_taylor,
    record::{Color, Record},
};
use crate::games::{
    CellGrid,
    go::{
        classes::{BLACK, EMPTY, WHITE},
        rules::{GoGame, IllegalMove, MoveRules, Point, Repetition, Ruleset},
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
    /// Plays the main line by the default [`MoveRules`]; see [`Record::replay_under`].
    pub fn replay(&self) -> Replay {
        self.replay_under(None)
    }

    /// Plays the main line by a set of rules, where one is known: in each node first its set-up
    /// stones, then its move.
    pub fn replay_under(&self, rules: Option<Ruleset>) -> Replay {
        let rules = rules.map(|rules| self.move_rules(rules)).unwrap_or_default();
        let board = CellGrid::empty(self.size(), self.size());
        let game = GoGame::under(rules, board, self.handicap() < 2);
        let mut replay = Replay { game, moves: 0, wrong: None };
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

    /// How stones are laid by a set of rules. Tromp-Taylor rules are New Zealand ones but for what
    /// must not come again.
    fn move_rules(&self, rules: Ruleset) -> MoveRules {
        let of_set = MoveRules::of(rules);
        match rules {
            Ruleset::NewZealand if self.rules().is_some_and(is_tromp_taylor) => {
                MoveRules { repetition: Repetition::Board, ..of_set }
            }
            _ => of_set,
        }
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

    /// The number of the first move that the rules forbid: those that are given, or those that the
    /// file names.
    fn forbidden(text: &str, rules: Option<Ruleset>) -> Option<u32> {
        let record = Record::read(text).expect("an SGF");
        record.replay_under(rules.or_else(|| record.ruleset())).wrong.map(|wrong| wrong.number)
    }

    /// New Zealand and Tromp-Taylor rules take off the opponent's stones without liberties, then
    /// the player's own.
    #[test]
    fn the_rules_say_whether_a_group_may_be_laid_without_a_liberty() {
        let moves = ";B[ba];W[ca];B[ii];W[bb];B[ih];W[ab];B[aa];W[ee]";
        for (name, number) in [
            ("NZ", None),
            ("Tromp-Taylor", None),
            ("AGA", Some(7)),
            ("Japanese", Some(7)),
            ("Chinese", Some(7)),
            ("club", Some(7)),
        ] {
            let text = format!("(;SZ[9]RU[{name}]{moves})");
            assert_eq!(forbidden(&text, None), number, "{name}");
            assert_eq!(replay(&text).game.prisoners(), (0, 2));
        }
    }

    /// Black sends two stones and takes one back, so that move 9 repeats the board after move 6,
    /// with the other side to move. AGA rule 6 forbids a board with the same player to play; New
    /// Zealand rules forbid it "as it was after any of that player's previous moves"; Japanese
    /// rules forbid to take a ko back at once; Tromp-Taylor rule 6 forbids any board.
    #[test]
    fn the_rules_say_which_board_may_come_again() {
        const SENT: &str = ";B[ba];W[ab];B[da];W[bb];B[cb];W[ee];B[aa];W[ca];B[ba]";
        let played = |rules: &str, more: &str| format!("(;SZ[9]RU[{rules}]{SENT}{more})");
        // White's pass makes it the board after move 6, with the same side to move.
        for (rules, whoever, same_side) in [
            ("AGA", None, Some(11)),
            ("NZ", None, Some(11)),
            ("Japanese", None, None),
            ("Tromp-Taylor", Some(9), Some(9)),
            ("Chinese", Some(9), Some(9)),
            ("club", Some(9), Some(9)),
        ] {
            assert_eq!(forbidden(&played(rules, ";W[ef]"), None), whoever, "{rules}");
            assert_eq!(forbidden(&played(rules, ";W[];B[aa];W[ca]"), None), same_side, "{rules}");
        }
        let nz = Some(Ruleset::NewZealand);
        assert_eq!(forbidden(&played("Japanese", ";W[ef]"), nz), None);
        assert_eq!(forbidden(&played("Tromp-Taylor", ";W[ef]"), nz), Some(9));
        let ko = "(;SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])";
        for rules in [Ruleset::Japanese, Ruleset::Aga, Ruleset::NewZealand, Ruleset::Chinese] {
            assert_eq!(forbidden(ko, Some(rules)), Some(2), "{rules:?}");
        }
    }
}
