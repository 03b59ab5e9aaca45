//! A board that was pushed over its table. The world's origin is the board's center, so the room
//! moves instead.

use super::Scene;
use crate::synth::vec3::{V3, v3};

/// How far a board was pushed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Push {
    /// To the right and toward row 0, in cells.
    pub by: (f32, f32),
    /// Turned to the left, in radians.
    pub turn: f32,
}

impl Push {
    /// Whether the board lies where it lay.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }

    /// A direction of the room, as the board has it now.
    pub fn direction(self, d: V3) -> V3 {
        turned(d, -self.turn)
    }

    /// A place of the room, as the board has it now.
    pub fn place(self, p: V3) -> V3 {
        turned(p - v3(self.by.0, self.by.1, 0.0), -self.turn)
    }

    /// A place as the board has it, in the room.
    pub fn in_room(self, p: V3) -> V3 {
        if self.is_none() { p } else { turned(p, self.turn) + v3(self.by.0, self.by.1, 0.0) }
    }
}

fn turned(v: V3, by: f32) -> V3 {
    let (s, c) = by.sin_cos();
    v3(v.x * c - v.y * s, v.x * s + v.y * c, v.z)
}

impl Scene {
    /// Pushes the board, and all that is on it. Call it before [`Scene::finish`].
    pub fn push_board(&mut self, push: Push) {
        if push.is_none() {
            return;
        }
        self.pushed = push;
        for thing in self.instances.iter_mut().filter(|thing| thing.id == 0) {
            thing.pos = push.place(thing.pos);
            thing.center = push.place(thing.center);
            thing.axes = thing.axes.map(|axis| push.direction(axis));
        }
        for light in &mut self.lighting.lights {
            light.pos = push.place(light.pos);
        }
        for (a, b, _) in &mut self.lighting.blockers {
            (*a, *b) = (push.place(*a), push.place(*b));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_of_the_room_comes_back() {
        let push = Push { by: (0.3, -0.2), turn: 0.05 };
        let p = v3(4.0, -2.0, 1.0);
        let back = push.in_room(push.place(p));
        assert!((back - p).len() < 1e-5, "{back:?}");
        assert_eq!(Push::default().in_room(p), p);
    }
}
