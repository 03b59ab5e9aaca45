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
const MOST_POSITIONS: usize = 60_000;

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It lives whoever begins.
    Lives,
    /// It dies whoever begins.
    Dies,
    /// It hangs on who begins, or is too much to read.
    Open,
}

/// The points of a space, each with what is beside it: points first, then chains.
pub struct Space {
    beside: Vec<Vec<usize>>,
    /// Points; nodes from here on are chains.
    points: usize,
    start: Position,
}

/// What stands on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stone {
    None,
    Attacker,
    Defender,
}

/// A position: points and chains, where an attacker in a chain's place means that it was taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    nodes: Vec<Stone>,
    ko: Option<usize>,
    attacker_to_move: bool,
    passed: bool,
}

/// What a move leads to.
enum Next {
    To(Position),
    /// Both have passed: what is left lives.
    Over,
}

impl Space {
    /// The space of `points` between `chains` of one color.
    pub fn new(board: &CellGrid, chains: &[&Group], points: &[Point]) -> Self {
        let node = |point: &Point| {
            let own = points.iter().position(|p| p == point);
            let of_chain = || chains.iter().position(|c| c.points.binary_search(point).is_ok());
            own.or_else(|| of_chain().map(|chain| points.len() + chain))
        };
        let mut beside = vec![Vec::new(); points.len() + chains.len()];
        for (i, &point) in points.iter().enumerate() {
            for other in neighbors(board, point).filter_map(|p| node(&p)) {
                beside[i].push(other);
                if other >= points.len() {
                    beside[other].push(i);
                }
            }
        }
        let color = chains.first().map_or(EMPTY, |chain| chain.class);
        let stone = |&(row, col): &Point| match board.get(row, col) {
            EMPTY => Stone::None,
            class if class == color => Stone::Defender,
            _ => Stone::Attacker,
        };
        let nodes = points.iter().map(stone).chain(chains.iter().map(|_| Stone::Defender));
        let start =
            Position { nodes: nodes.collect(), ko: None, attacker_to_move: true, passed: false };
        Self { beside, points: points.len(), start }
    }

    /// What becomes of a chain, by its index.
    pub fn fate(&self, chain: usize) -> Fate {
        let defended = Position { attacker_to_move: false, ..self.start.clone() };
        let Some(tree) = Tree::grow(self, [self.start.clone(), defended], self.points + chain)
        else {
            return Fate::Open;
        };
        match tree.taken() {
            [false, _] => Fate::Lives,
            [true, true] => Fate::Dies,
            [true, false] => Fate::Open,
        }
    }

    /// Every position that a move or a pass leads to.
    fn moves(&self, position: &Position) -> Vec<Next> {
        let turned = Position {
            ko: None,
            attacker_to_move: !position.attacker_to_move,
            passed: true,
            ..position.clone()
        };
        let pass = if position.passed { Next::Over } else { Next::To(turned) };
        let played = (0..self.points).filter_map(|at| self.play(position, at)).map(Next::To);
        played.chain([pass]).collect()
    }

    /// The position after a move, unless it is forbidden.
    fn play(&self, position: &Position, at: usize) -> Option<Position> {
        if position.nodes[at] != Stone::None || position.ko == Some(at) {
            return None;
        }
        let (own, other) = match position.attacker_to_move {
            true => (Stone::Attacker, Stone::Defender),
            false => (Stone::Defender, Stone::Attacker),
        };
        let mut nodes = position.nodes.clone();
        nodes[at] = own;
        let mut taken = Vec::new();
        for &next in &self.beside[at] {
            if nodes[next] == other && self.liberties(&nodes, next) == 0 {
                self.remove(&mut nodes, next, &mut taken);
            }
        }
        let liberties = self.liberties(&nodes, at);
        if liberties == 0 {
            return None;
        }
        let alone = liberties == 1 && self.beside[at].iter().all(|&next| nodes[next] != own);
        let ko = match taken[..] {
            [one] if alone && one < self.points => Some(one),
            _ => None,
        };
        Some(Position { nodes, ko, attacker_to_move: !position.attacker_to_move, passed: false })
    }

    /// Takes a group away; in the place of chains attackers get through.
    fn remove(&self, nodes: &mut [Stone], at: usize, taken: &mut Vec<usize>) {
        for node in self.group(nodes, at) {
            nodes[node] = if node < self.points { Stone::None } else { Stone::Attacker };
            taken.push(node);
        }
    }

    /// Liberties of the group at a node; attackers that have got through have all they want.
    fn liberties(&self, nodes: &[Stone], at: usize) -> usize {
        let group = self.group(nodes, at);
        if nodes[at] == Stone::Attacker && group.iter().any(|&node| node >= self.points) {
            return usize::MAX;
        }
        let is_liberty = |&point: &usize| {
            nodes[point] == Stone::None && self.beside[point].iter().any(|n| group.contains(n))
        };
        (0..self.points).filter(is_liberty).count()
    }

    fn group(&self, nodes: &[Stone], at: usize) -> Vec<usize> {
        let mut group = vec![at];
        let mut next = 0;
        while next < group.len() {
            for &node in &self.beside[group[next]] {
                if nodes[node] == nodes[at] && !group.contains(&node) {
                    group.push(node);
                }
            }
            next += 1;
        }
        group
    }
}

/// Every position that can come about, with those that each leads to.
struct Tree {
    attacker_to_move: Vec<bool>,
    next: Vec<Vec<usize>>,
    /// Whether the chain is taken for certain.
    taken: Vec<bool>,
}

impl Tree {
    /// The positions after two starts, numbered 0 and 1, up to those where the chain of `target` is
    /// taken; `None` when they are too many.
    fn grow(space: &Space, starts: [Position; 2], target: usize) -> Option<Self> {
        let mut numbers: HashMap<Position, usize> = HashMap::new();
        let mut open = Vec::from(starts);
        open.iter().enumerate().for_each(|(i, start)| _ = numbers.insert(start.clone(), i));
        let mut tree = Self { attacker_to_move: Vec::new(), next: Vec::new(), taken: Vec::new() };
        let mut at = 0;
        while let Some(position) = open.get(at).cloned() {
            let taken = position.nodes[target] == Stone::Attacker;
            let mut next = Vec::new();
            let moves = if taken { Vec::new() } else { space.moves(&position) };
            for step in moves {
                let Next::To(position) = step else { continue };
                let number = *numbers.entry(position).or_insert_with_key(|position| {
                    open.push(position.clone());
                    open.len() - 1
                });
                next.push(number);
            }
            // A defender who may end the game has saved the chain.
            let saved = position.passed && !position.attacker_to_move && !taken;
            tree.next.push(if saved { Vec::new() } else { next });
            tree.attacker_to_move.push(position.attacker_to_move);
            tree.taken.push(taken);
            at += 1;
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
                let mut next = self.next[at].iter().map(|&next| self.taken[next]);
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
