//! What holds for the rules of every game, a toy's among them.

use super::{Change, GameState, Known, Noted, Rules, Step, fake::Toy};
use crate::{
    games::{
        CellGrid, GameId,
        checkers::rules::{CheckersRules, Variant},
        chess::rules::ChessRules,
        go::rules::GoRules,
        qwirkle::rules::QwirkleRules,
    },
    messages::Language,
};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// A game's name, its rules, and where it begins.
type Entry = (&'static str, Box<dyn Rules>, Box<dyn GameState>);

fn all() -> Vec<Entry> {
    let from_start = |name, rules: Box<dyn Rules>| {
        let start = rules.initial().expect("a start");
        (name, rules, start)
    };
    let mut all = vec![
        from_start("toy", Box::new(Toy)),
        from_start("chess", Box::new(ChessRules)),
        from_start("go", Box::new(GoRules)),
        from_start("checkers, the board alone", Box::new(CheckersRules::BOARD)),
        ("qwirkle", Box::new(QwirkleRules::CONNECT), qwirkle(&[1, 1, 9, 14, 20, 32])),
    ];
    for variant in Variant::ALL {
        all.push(from_start("checkers", Box::new(CheckersRules::of(variant))));
    }
    all
}

/// The start of a game of Qwirkle: six tiles on a diagonal of each module.
fn qwirkle(hand: &[u8]) -> Box<dyn GameState> {
    let mut board = CellGrid::empty(16, 16);
    for (i, (row, col)) in [(0, 0), (0, 8), (8, 0), (8, 8)].into_iter().enumerate() {
        (1..7).for_each(|j| board.set(row + j, col + j, (6 * i + j) as u8));
    }
    let known = Known { tiles: Some(hand.to_vec()), ..Known::default() };
    QwirkleRules::CONNECT.position(&board, &known).expect("a start")
}

/// A random game: the states, and the steps between them. Where tiles are not known, the next
/// player is given some.
fn random_game(
    rules: &dyn Rules,
    start: Box<dyn GameState>,
    random: &mut StdRng,
    plies: usize,
) -> (Vec<Box<dyn GameState>>, Vec<Step>) {
    let (mut states, mut steps) = (vec![start], Vec::new());
    for _ in 0..plies {
        let now = states.last().expect("a state");
        let tiles: Vec<u8> = (0..3).map(|_| random.random_range(1..37)).collect();
        let known = Known { tiles: Some(tiles), ..Known::default() };
        let dealt = (now.board().rows() == 16)
            .then(|| rules.position(now.board(), &known).expect("a state"));
        let successors = dealt.as_ref().unwrap_or(now).successors();
        if successors.is_empty() || now.standing().over {
            break;
        }
        let step = successors[random.random_range(0..successors.len())].step.clone();
        let next = now.apply(&step).expect("a successor's step");
        steps.push(step);
        states.push(next);
    }
    (states, steps)
}

#[test]
fn every_successor_is_a_legal_move_that_leads_to_its_board() {
    let mut random = StdRng::seed_from_u64(1);
    // A hand of Qwirkle has a test of its own.
    for (name, rules, start) in all().into_iter().filter(|(name, ..)| *name != "qwirkle") {
        let (states, _) = random_game(&*rules, start, &mut random, 30);
        let mut moves = 0;
        for state in states.iter().step_by(7) {
            for next in state.successors() {
                let judged = state.judge(&next.board);
                assert_eq!(
                    (judged.change, judged.step.as_ref()),
                    (Change::Legal, Some(&next.step)),
                    "{name}"
                );
                let applied = state.apply(&next.step).expect("a legal move");
                assert_eq!(applied.board(), &next.board, "{name}: {}", next.step.notation);
                moves += 1;
            }
        }
        assert!(moves > 0, "{name}");
    }
}

#[test]
fn every_move_of_a_hand_of_tiles_is_legal() {
    let start = qwirkle(&[1, 9, 14]);
    let moves = start.successors();
    assert!(moves.len() > 100);
    for next in moves.iter().step_by(17) {
        let judged = start.judge(&next.board);
        assert_eq!((judged.change, judged.step.as_ref()), (Change::Legal, Some(&next.step)));
        assert_eq!(start.apply(&next.step).expect("a legal move").board(), &next.board);
    }
}

#[test]
fn a_board_is_unchanged_against_itself() {
    let mut random = StdRng::seed_from_u64(2);
    for (name, rules, start) in all() {
        let (states, _) = random_game(&*rules, start, &mut random, 12);
        for state in &states {
            let judged = state.judge(state.board());
            assert_eq!((judged.change, judged.step), (Change::Unchanged, None), "{name}");
            assert!(!judged.change.is_wrong() && judged.wrong.is_empty(), "{name}");
        }
    }
}

#[test]
fn a_move_played_twice_at_once_is_illegal() {
    for (name, _, start) in all() {
        let successors = start.successors();
        let (first, last) = (&successors[0], &successors[successors.len() - 1]);
        let mut both = first.board.clone();
        for (i, &class) in last.board.cells().iter().enumerate() {
            if class != start.board().cells()[i] {
                both.set(i / both.cols(), i % both.cols(), class);
            }
        }
        // Two tiles far apart, or two men or stones of one side.
        let judged = start.judge(&both);
        assert_eq!(judged.change, Change::Illegal, "{name}");
        let names = |cell| start.cell_name(cell);
        assert!(!judged.said(&names, Language::English).is_empty(), "{name}");
    }
}

#[test]
fn only_what_was_seen_is_looked_for() {
    for (name, _, start) in all() {
        let wanted = &start.successors()[3];
        let seen = |(row, col): (usize, usize), class| wanted.board.get(row, col) == class;
        let found = start.successors_where(&seen);
        assert!(found.contains(wanted), "{name}");
        assert!(found.len() < start.successors().len(), "{name}");
    }
}

#[test]
fn tiles_that_nobody_knows_are_found_where_they_were_seen() {
    let known = qwirkle(&[14]);
    let wanted = known.successors().pop().expect("a move");
    let start = QwirkleRules::CONNECT.position(known.board(), &Known::default()).expect("a start");
    let seen = |(row, col): (usize, usize), class| wanted.board.get(row, col) == class;
    assert_eq!(start.successors_where(&seen), std::slice::from_ref(&wanted));
}

#[test]
fn a_record_reads_back_to_the_same_boards() {
    let mut random = StdRng::seed_from_u64(3);
    for (name, rules, start) in all() {
        let (states, steps) = random_game(&*rules, start, &mut random, 40);
        let words = |i: usize| {
            (name != "toy" && !i.is_multiple_of(3)).then(|| format!("[%emt 0:00:{i:02}] brief"))
        };
        let noted = |(i, step): (usize, &Step)| Noted { step: step.clone(), comment: words(i) };
        let steps: Vec<Noted> = steps.iter().enumerate().map(noted).collect();
        let record = rules.record(&*states[0], &steps);
        if name == "checkers, the board alone" {
            // Where nobody keeps turns, a side may move twice, which PDN cannot say.
            continue;
        }
        let record = record.expect("a record");
        if name == "qwirkle" {
            assert_eq!(record.len(), steps.len());
            assert!(rules.read_record(&record[0].text).is_err());
            continue;
        }
        let (mut now, read) = rules.read_record(&record[0].text).expect("a record");
        assert_eq!(read, steps, "{name}");
        for (i, Noted { step, .. }) in read.iter().enumerate() {
            assert_eq!(now.board(), states[i].board(), "{name}, move {i}");
            now = now.apply(step).expect("a legal move");
        }
        assert_eq!(now.board(), states[steps.len()].board(), "{name}");
    }
}

#[test]
fn a_record_may_start_in_the_middle_with_either_side() {
    for game in [GameId::Checkers, GameId::Chess, GameId::Go] {
        let (first, then) = match game {
            GameId::Checkers => ("W:W22:B1", "W:W22:B5"),
            GameId::Chess => ("4k3/p7/8/8/8/8/8/4K2R", "4k3/8/p7/8/8/8/8/4K2R"),
            _ => ("(;SZ[9]AB[ee])", "(;SZ[9]AB[ee]AW[cc])"),
        };
        let (board, rules) =
            (|text| game.game().from_notation(text).expect("a board"), game.rules());
        let start = rules.position(&board(first), &Known::default()).expect("a state");
        let judged = start.judge(&board(then));
        let step = judged.step.expect("a legal move");
        let record = rules.record(&*start, &[step.clone().into()]).expect("a record");
        let (read, steps) = rules.read_record(&record[0].text).expect("a record");
        assert_eq!((read.board(), &steps[..]), (start.board(), &[step.into()][..]), "{game}");
    }
}

#[test]
fn an_impossible_board_has_no_record() {
    for (game, notation, why) in [
        (GameId::Chess, "8/8/8/8/8/8/8/4K3", "black has no king"),
        (GameId::Chess, "8/8/8/8/8/8/8/8", "no game leads to this position"),
        (GameId::Chess, "4k3/4R3/8/8/8/8/4r3/4K3", "no game leads to this position"),
    ] {
        let board = game.game().from_notation(notation).expect("a board");
        let start = game.rules().position(&board, &Known::default()).expect("a state");
        let error = game.rules().record(&*start, &[]).expect_err("impossible");
        assert_eq!(error.why.to_string(), why);
    }
    let mut board = CellGrid::empty(8, 8);
    board.set(0, 0, 1);
    let start = CheckersRules::BOARD.position(&board, &Known::default()).expect("a state");
    let error = CheckersRules::BOARD.record(&*start, &[]).expect_err("impossible");
    assert!(error.why.to_string().contains("dark squares"), "{error}");
}

#[test]
fn nonsense_is_no_step() {
    for (name, _, start) in all() {
        for notation in ["", "xx", "e9e9", "99-99", "Z99", "1A", "é", "8G 9X", "8G,"] {
            let step = Step { white: start.white_to_move(), notation: notation.to_owned() };
            assert!(start.apply(&step).is_err(), "{name}: {notation}");
        }
    }
}

#[test]
fn in_checkers_without_turns_either_side_may_move_again() {
    let rules = CheckersRules::BOARD;
    let start = rules.initial().expect("a start");
    let first = start.successors()[0].step.clone();
    let next = start.apply(&first).expect("a legal move");
    assert_eq!((start.white_to_move(), next.white_to_move()), (Some(true), None));
    let sides: Vec<_> = next.successors().iter().map(|s| s.step.white).collect();
    assert!(sides.contains(&Some(true)) && sides.contains(&Some(false)));
    let kept = CheckersRules::of(Variant::ENGLISH);
    let next = kept.initial().expect("a start").apply(&first).expect("a legal move");
    assert_eq!(next.white_to_move(), Some(false));
}

#[test]
fn a_repetition_ends_a_game_and_two_passes_do() {
    let mut chess = ChessRules.initial().expect("a start");
    for round in 0..4 {
        for notation in ["Nf3", "Nf6", "Ng1", "Ng8"] {
            assert!(!chess.standing().over, "round {round}");
            let step = Step { white: chess.white_to_move(), notation: notation.to_owned() };
            chess = chess.apply(&step).expect("a legal move");
        }
    }
    assert!(chess.standing().over && chess.standing().winner.is_none());
    let mut go = GoRules.initial().expect("a start");
    for _ in 0..2 {
        assert!(!go.standing().over);
        let step = Step { white: go.white_to_move(), notation: super::PASS.to_owned() };
        go = go.apply(&step).expect("a pass");
    }
    assert!(go.standing().over);
}
