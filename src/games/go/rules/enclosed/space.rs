//! A small space and the chains around it, played to the end in every way.

use super::super::Point;
use crate::games::{
    CellGrid,
    go::{
        classes::EMPTY,
        groups::{Group, neighbors},
    },
};
use std::collections::HashMap;

/// So many positions are looked at, at most.
const MOST_POSITIONS: usize = 20_000;

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It lives whoever begins.
    Lives,
    /// It dies whoever begins.
    Dies,
    /// It hangs on who begins.
    Open,
}

/// A set of nodes, a bit each: the points of a space first, then the chains around it.
type Nodes = u16;

/// The points of a space and the chains around it, at most 16 together.
pub struct Space {
    /// For each node those that touch it.
    beside: Vec<Nodes>,
    /// The nodes that are points.
    points: Nodes,
    start: Position,
}

/// A position. An attacker in a chain's place means that the chain was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    attackers: Nodes,
    defenders: Nodes,
    /// Where the side to move may not take back.
    ko: Nodes,
    attacker_to_move: bool,
    passed: bool,
}

impl Position {
    /// The stones of the side to move, and those of the other.
    const fn sides(self) -> (Nodes, Nodes) {
        match self.attacker_to_move {
            true => (self.attackers, self.defenders),
            false => (self.defenders, self.attackers),
        }
    }

    /// The position when the other side is to move.
    const fn turned(self, own: Nodes, other: Nodes, ko: Nodes, passed: bool) -> Self {
        let (attackers, defenders) =
            if self.attacker_to_move { (own, other) } else { (other, own) };
        Self { attackers, defenders, ko, attacker_to_move: !self.attacker_to_move, passed }
    }
}

impl Space {
    /// The space of `points` between `chains` of one color.
    pub fn new(board: &CellGrid, chains: &[&Group], points: &[Point]) -> Self {
        let color = chains.first().map_or(EMPTY, |chain| chain.class);
        let mut beside = vec![0; points.len() + chains.len()];
        let all: Nodes = (1 << points.len()) - 1;
        let (mut attackers, mut defenders) = (0, ((1 << chains.len()) - 1) << points.len());
        for (i, &point) in points.iter().enumerate() {
            match board.get(point.0, point.1) {
                EMPTY => {}
                class if class == color => defenders |= 1 << i,
                _ => attackers |= 1 << i,
            }
            for other in neighbors(board, point).filter_map(|p| node(chains, points, p)) {
                beside[i] |= 1 << other;
                beside[other] |= 1 << i;
            }
        }
        let start = Position { attackers, defenders, ko: 0, attacker_to_move: true, passed: false };
        Self { beside, points: all, start }
    }

    /// What becomes of a chain, by its index; `None` where that is too much to read.
    pub fn fate(&self, chain: usize) -> Option<Fate> {
        let target = 1 << (self.points.count_ones() as usize + chain);
        let defended = Position { attacker_to_move: false, ..self.start };
        let taken = Tree::grow(self, [self.start, defended], target).map(Tree::taken)?;
        Some(match taken {
            [false, _] => Fate::Lives,
            [true, true] => Fate::Dies,
            [true, false] => Fate::Open,
        })
    }

    /// Every position that a move leads to, and a pass, unless it ends the game.
    fn moves(&self, position: Position) -> impl Iterator<Item = Position> {
        let (own, other) = position.sides();
        let pass = (!position.passed).then(|| position.turned(own, other, 0, true));
        let free = self.points & !own & !other & !position.ko;
        each(free).filter_map(move |at| self.play(position, at)).chain(pass)
    }

    /// The position after a move, unless it is forbidden.
    fn play(&self, position: Position, at: Nodes) -> Option<Position> {
        let (mut own, mut other) = position.sides();
        own |= at;
        let mut taken = 0;
        for next in each(self.around(at) & other) {
            let group = self.group(next, other);
            let through = !position.attacker_to_move && group & !self.points != 0;
            if !through && self.around(group) & self.points & !own & !other == 0 {
                taken |= group;
            }
        }
        other &= !taken;
        if position.attacker_to_move {
            // In the place of chains attackers get through, with all the liberties they want.
            own |= taken & !self.points;
        }
        let group = self.group(at, own);
        let liberties = self.around(group) & self.points & !own & !other;
        let through = position.attacker_to_move && group & !self.points != 0;
        if liberties == 0 && !through {
            return None;
        }
        let retakes = group == at && liberties == taken && taken.count_ones() == 1;
        Some(position.turned(own, other, if retakes { taken } else { 0 }, false))
    }

    /// The nodes that touch some.
    fn around(&self, nodes: Nodes) -> Nodes {
        each(nodes).fold(0, |around, node| around | self.beside[node.trailing_zeros() as usize])
    }

    /// The group of `stones` that a node is part of.
    fn group(&self, node: Nodes, stones: Nodes) -> Nodes {
        let mut group = node;
        loop {
            let more = group | (self.around(group) & stones);
            if more == group {
                return group;
            }
            group = more;
        }
    }
}

/// The number of the node that a point belongs to.
fn node(chains: &[&Group], points: &[Point], point: Point) -> Option<usize> {
    let of_chain = || chains.iter().position(|chain| chain.points.binary_search(&point).is_ok());
    let own = points.iter().position(|&p| p == point);
    own.or_else(|| of_chain().map(|chain| points.len() + chain))
}

/// Each node of a set, as a set of its own.
fn each(mut nodes: Nodes) -> impl Iterator<Item = Nodes> {
    std::iter::from_fn(move || {
        let node = nodes & nodes.wrapping_neg();
        nodes &= !node;
        (node != 0).then_some(node)
    })
}

/// Every position that can come about, with those that each leads to.
struct Tree {
    attacker_to_move: Vec<bool>,
    next: Vec<Vec<u32>>,
    /// Whether the chain is taken for certain.
    taken: Vec<bool>,
}

impl Tree {
    /// The positions after two starts, numbered 0 and 1, up to those where the chain of `target` is
    /// taken; `None` when they are too many.
    fn grow(space: &Space, starts: [Position; 2], target: Nodes) -> Option<Self> {
        let mut open = Vec::from(starts);
        let mut numbers: HashMap<Position, u32> = open.iter().copied().zip(0..).collect();
        let mut tree = Self { attacker_to_move: Vec::new(), next: Vec::new(), taken: Vec::new() };
        while let Some(&position) = open.get(tree.next.len()) {
            let taken = position.attackers & target != 0;
            // A defender who may end the game has saved the chain.
            let saved = position.passed && !position.attacker_to_move;
            let moves = (!taken && !saved).then(|| space.moves(position)).into_iter().flatten();
            let number = |position| {
                *numbers.entry(position).or_insert_with(|| {
                    open.push(position);
                    open.len() as u32 - 1
                })
            };
            tree.next.push(moves.map(number).collect());
            tree.attacker_to_move.push(position.attacker_to_move);
            tree.taken.push(taken);
            if open.len() > MOST_POSITIONS {
                return None;
            }
        }
        Some(tree)
    }

    /// Whether the chain is taken from the two starts: a position is lost for it where the attacker
    /// has a move to a lost one, or the defender no other. Games that go round in circles are not.
    fn taken(mut self) -> [bool; 2] {
        loop {
            let mut changed = false;
            for at in (0..self.next.len()).rev().filter(|&at| !self.next[at].is_empty()) {
                let mut next = self.next[at].iter().map(|&next| self.taken[next as usize]);
                let lost = match self.attacker_to_move[at] {
                    true => next.any(|taken| taken),
                    false => next.all(|taken| taken),
                };
                if lost && !self.taken[at] {
                    (self.taken[at], changed) = (true, true);
                }
            }
            if !changed {
                return [self.taken[0], self.taken[1]];
            }
        }
    }
}
