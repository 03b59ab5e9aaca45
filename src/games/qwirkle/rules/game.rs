//! A whole game: turns, scores, the end; with hands and the bag, or without knowing them.

use super::{
    bonus::BonusSquares,
    legality::{Fault, Play, Rules, check},
    score::{END_BONUS, Score, score},
    table::{Cell, Table},
};
use crate::{
    games::qwirkle::violations::{COPIES, tile_message},
    messages::Message,
};
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

/// Tiles in a full hand.
pub const HAND: usize = 6;
/// Kinds of tiles.
const KINDS: u8 = 36;

/// Why a turn is refused; the game is unchanged then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    Over,
    /// The move is illegal, for these reasons.
    Illegal(Vec<Fault>),
    /// The player does not have this tile (often enough).
    NotInHand(u8),
    /// Tiles were to be exchanged in a game without hands.
    NoHands,
    /// More tiles were to be exchanged than there are in the bag, or none.
    Bag {
        /// Tiles in the bag.
        left: usize,
    },
}

impl Refusal {
    /// What is wrong, as a clause.
    pub fn message(&self) -> Message {
        match self {
            Self::Over => Message::new("qwirkle-refusal-over"),
            Self::Illegal(faults) => {
                faults.first().map_or_else(|| Message::new("qwirkle-fault-nothing"), Fault::message)
            }
            Self::NotInHand(tile) => {
                Message::new("qwirkle-refusal-not-in-hand").message("tile", tile_message(*tile))
            }
            Self::NoHands => Message::new("qwirkle-refusal-no-hands"),
            Self::Bag { left } => Message::new("qwirkle-refusal-bag").count("count", *left),
        }
    }
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The new tiles.
    pub play: Play,
    /// What they score.
    pub score: Score,
    /// What the end of the game brings besides.
    pub end_bonus: u32,
}

/// The tiles that are not on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stock {
    bag: Vec<u8>,
    hands: Vec<Vec<u8>>,
}

/// A game of Qwirkle.
#[derive(Clone, Debug)]
pub struct QwirkleGame {
    rules: Rules,
    bonus: BonusSquares,
    table: Table,
    scores: Vec<u32>,
    player: usize,
    stock: Option<Stock>,
    over: bool,
}

impl QwirkleGame {
    /// A game of `players` (at least one) from the tiles on a table. Nobody knows the hands;
    /// [`QwirkleGame::finish`] ends it.
    pub fn new(players: usize, table: Table, rules: Rules, bonus: BonusSquares) -> Self {
        Self {
            rules,
            bonus,
            table,
            scores: vec![0; players.max(1)],
            player: 0,
            stock: None,
            over: false,
        }
    }

    /// Deals hands of six from a bag of the tiles that are not on the table. The same seed deals
    /// the same tiles.
    #[must_use]
    pub fn with_hands(mut self, seed: u64) -> Self {
        let on_table = |tile: u8| self.table.iter().filter(|&(_, other)| other == tile).count();
        let mut bag: Vec<u8> = (1..=KINDS)
            .flat_map(|tile| vec![tile; COPIES.saturating_sub(on_table(tile))])
            .collect();
        bag.shuffle(&mut StdRng::seed_from_u64(seed));
        let hands =
            (0..self.scores.len()).map(|_| bag.split_off(bag.len().saturating_sub(HAND))).collect();
        self.stock = Some(Stock { bag, hands });
        self
    }

    /// The tiles on the table.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Every player's points.
    pub fn scores(&self) -> &[u32] {
        &self.scores
    }

    /// Who is to move, from 0.
    pub const fn player(&self) -> usize {
        self.player
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// A player's tiles; `None` where nobody knows them.
    pub fn hand(&self, player: usize) -> Option<&[u8]> {
        self.stock.as_ref().and_then(|stock| stock.hands.get(player)).map(Vec::as_slice)
    }

    /// How many tiles are in the bag; `None` where nobody knows it.
    pub fn in_bag(&self) -> Option<usize> {
        self.stock.as_ref().map(|stock| stock.bag.len())
    }

    /// Lays tiles of the player to move, who draws new ones from the bag. Who has none left when
    /// the bag is empty gets [`END_BONUS`] points more, and the game is over.
    ///
    /// # Errors
    /// When the rules or the hand forbid it.
    pub fn play(&mut self, tiles: &[(Cell, u8)]) -> Result<Turn, Refusal> {
        self.not_over()?;
        let mut after = self.table.clone();
        tiles.iter().for_each(|&(cell, tile)| after.put(cell, tile));
        let play = check(&self.table, &after, &self.rules).map_err(Refusal::Illegal)?;
        if let Some(stock) = &mut self.stock {
            let laid: Vec<u8> = play.tiles.iter().map(|tile| tile.1).collect();
            let rest = without(&stock.hands[self.player], &laid)?;
            stock.hands[self.player] = rest;
            stock.draw(self.player);
            self.over = stock.hands[self.player].is_empty();
        }
        let score = score(&after, &play.cells(), &self.bonus);
        let end_bonus = if self.over { END_BONUS } else { 0 };
        self.scores[self.player] += score.total + end_bonus;
        self.table = after;
        self.next_player();
        Ok(Turn { play, score, end_bonus })
    }

    /// Puts tiles of the player to move back and draws as many; the turn ends.
    ///
    /// # Errors
    /// When hands are not known, a tile is not in the hand, or the bag has fewer tiles.
    pub fn exchange(&mut self, tiles: &[u8]) -> Result<(), Refusal> {
        self.not_over()?;
        let stock = self.stock.as_mut().ok_or(Refusal::NoHands)?;
        let rest = without(&stock.hands[self.player], tiles)?;
        if tiles.is_empty() || tiles.len() > stock.bag.len() {
            return Err(Refusal::Bag { left: stock.bag.len() });
        }
        stock.hands[self.player] = rest;
        stock.draw(self.player);
        // Those put back are drawn last.
        stock.bag.splice(0..0, tiles.iter().copied());
        self.next_player();
        Ok(())
    }

    /// Passes the turn on.
    ///
    /// # Errors
    /// When the game is over.
    pub fn pass(&mut self) -> Result<(), Refusal> {
        self.not_over()?;
        self.next_player();
        Ok(())
    }

    /// Ends a game without known hands: who moved last has laid the last tile and gets
    /// [`END_BONUS`] points more.
    ///
    /// # Errors
    /// When the game is over.
    pub fn finish(&mut self) -> Result<(), Refusal> {
        self.not_over()?;
        let last = (self.player + self.scores.len() - 1) % self.scores.len();
        self.scores[last] += END_BONUS;
        self.over = true;
        Ok(())
    }

    const fn not_over(&self) -> Result<(), Refusal> {
        if self.over { Err(Refusal::Over) } else { Ok(()) }
    }

    fn next_player(&mut self) {
        self.player = (self.player + 1) % self.scores.len();
    }
}

impl Stock {
    /// Fills a hand from the end of the bag.
    fn draw(&mut self, player: usize) {
        let missing = HAND.saturating_sub(self.hands[player].len()).min(self.bag.len());
        let drawn = self.bag.split_off(self.bag.len() - missing);
        self.hands[player].extend(drawn);
    }
}

/// A hand without some of its tiles.
fn without(hand: &[u8], tiles: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut rest = hand.to_vec();
    for &tile in tiles {
        let at = rest.iter().position(|&other| other == tile).ok_or(Refusal::NotInHand(tile))?;
        rest.remove(at);
    }
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::qwirkle::rules::hints;

    fn dealt(players: usize, seed: u64) -> QwirkleGame {
        QwirkleGame::new(players, Table::default(), Rules::CLASSIC, BonusSquares::NONE)
            .with_hands(seed)
    }

    /// All tiles of a game, sorted.
    fn tiles(game: &QwirkleGame) -> Vec<u8> {
        let stock = game.stock.as_ref().expect("hands");
        let on_table = game.table.iter().map(|(_, tile)| tile);
        let mut all: Vec<u8> =
            stock.hands.iter().flatten().chain(&stock.bag).copied().chain(on_table).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn whole_games_keep_every_tile_and_give_the_bonus_once() {
        let all: Vec<u8> = (1..=KINDS).flat_map(|tile| [tile; COPIES]).collect();
        for seed in 0..3 {
            let (mut game, mut idle) = (dealt(3, seed), 0);
            let mut sums = vec![0; 3];
            while !game.is_over() && idle < 6 {
                let (player, hand) =
                    (game.player(), game.hand(game.player()).expect("a hand").to_vec());
                // The longest of few: all moves with a full hand take long.
                let best = hints(
                    game.table(),
                    &hand[..hand.len().min(3)],
                    &Rules::CLASSIC,
                    &BonusSquares::NONE,
                )
                .into_iter()
                .next();
                idle = if best.is_some() { 0 } else { idle + 1 };
                match best {
                    Some(hint) => {
                        let turn = game.play(&hint.play.tiles).expect("a legal move");
                        assert_eq!(
                            (turn.score.total, turn.end_bonus > 0),
                            (hint.points, game.is_over())
                        );
                        sums[player] += hint.points + turn.end_bonus;
                    }
                    None if game.in_bag() >= Some(1) => {
                        game.exchange(&hand[..1]).expect("an exchange")
                    }
                    None => game.pass().expect("a pass"),
                }
                assert_eq!(tiles(&game), all);
            }
            assert_eq!(game.scores(), sums);
            assert_eq!(game.is_over(), (0..3).any(|player| game.hand(player) == Some(&[])));
            assert!(game.play(&[]).is_err());
        }
    }

    #[test]
    fn hands_and_the_bag_have_the_last_word() {
        let mut game = dealt(2, 1);
        let foreign = (1..=KINDS)
            .find(|tile| !game.hand(0).expect("a hand").contains(tile))
            .expect("another tile");
        assert_eq!(game.play(&[((0, 0), foreign)]), Err(Refusal::NotInHand(foreign)));
        assert_eq!(game.exchange(&[foreign]), Err(Refusal::NotInHand(foreign)));
        assert_eq!(game.exchange(&[]), Err(Refusal::Bag { left: 96 }));
        assert_eq!(game.play(&[]), Err(Refusal::Illegal(vec![Fault::Nothing])));
        assert_eq!((game.player(), game.scores(), game.in_bag()), (0, &[0, 0][..], Some(96)));
    }

    #[test]
    fn a_game_without_hands_is_finished_by_hand() {
        let mut game = QwirkleGame::new(2, Table::default(), Rules::CLASSIC, BonusSquares::NONE);
        game.play(&[((0, 0), 1), ((0, 1), 2)]).expect("a legal move");
        assert_eq!(game.exchange(&[1]), Err(Refusal::NoHands));
        game.finish().expect("not over");
        assert_eq!(game.pass(), Err(Refusal::Over));
        assert_eq!((game.scores(), game.is_over()), (&[8, 0][..], true));
    }
}
