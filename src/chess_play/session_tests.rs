use super::*;
use crate::games::chess::rules::{PgnReader, TimeControl, write_pgn};

const SECOND: Duration = Duration::from_secs(1);

fn timed(minutes: f64, increment: f64) -> Session {
    Session::new(Setup { time: TimeControl::new(minutes, increment).ok(), ..Setup::default() })
}

fn play(session: &mut Session, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = session.read(text).expect("a legal move");
        assert_eq!(session.play(mv, SECOND), Ok(true), "{text}");
    }
}

/// The session after writing its game and reading it again.
fn stored(session: &Session) -> Result<Session, Refusal> {
    let text = write_pgn(session.game());
    Session::resume(PgnReader::new(text.as_bytes()).next().expect("a game").expect("a game"))
}

#[test]
fn a_game_goes_on_where_it_was_interrupted() {
    let setup =
        Setup { black: Player::Engine, time: TimeControl::new(1.0, 0.5).ok(), ..Setup::default() };
    let mut session = Session::new(setup);
    session.name_engine("Fish");
    play(&mut session, "e4 e7e5 Nf3");
    let mut again = stored(&session).expect("an open game");
    assert_eq!(
        (again.setup(), again.moves(), again.clock()),
        (session.setup(), session.moves(), session.clock())
    );
    assert_eq!((again.to_move(), again.game().tag("Black")), (Player::Engine, Some("Fish")));
    assert_eq!(again.clock().map(|clock| clock.white), Some(59 * SECOND));
    play(&mut again, "Nc6");
    play(&mut session, "Nc6");
    assert_eq!((again.position(), again.clock()), (session.position(), session.clock()));
}

#[test]
fn games_end_by_the_rules() {
    let mut session = timed(5.0, 0.0);
    play(&mut session, "f3 e5 g4 Qh4");
    assert_eq!(session.ending(), Some(Ending::Rules(Outcome::Won { white: false })));
    assert_eq!(
        (session.game().result, session.game().tag("Termination")),
        (PgnResult::Black, Some("normal"))
    );
    let refused = [session.undo().map(drop), session.resign(), session.draw().map(drop)];
    assert_eq!(refused, [Err(Refusal::Over), Err(Refusal::Over), Err(Refusal::Over)]);
    assert_eq!(stored(&session).expect_err("over"), Refusal::Ended(PgnResult::Black));
}

#[test]
fn a_clock_at_zero_ends_the_game() {
    let mut session = timed(1.0, 0.0);
    play(&mut session, "e4");
    let late = session.read("e5").expect("a legal move");
    assert_eq!(
        session.play(late, 60 * SECOND),
        Ok(false),
        "a move that comes too late does not count"
    );
    assert_eq!(session.ending(), Some(Ending::TimeOver { white: false, won: true }));
    assert_eq!((session.game().result, session.moves().len()), (PgnResult::White, 1));
    assert_eq!(session.game().tag("Termination"), Some("time forfeit"));
}

#[test]
fn who_has_no_men_to_mate_does_not_win_by_time() {
    let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a FEN");
    let mut session =
        Session::new(Setup { start, time: TimeControl::new(1.0, 0.0).ok(), ..Setup::default() });
    assert!(session.spend(60 * SECOND));
    assert_eq!(session.ending(), Some(Ending::TimeOver { white: true, won: false }));
    assert_eq!(session.game().result, PgnResult::Draw);
}

/// FIDE Laws of Chess, article 5.1.2.
#[test]
fn who_cannot_mate_does_not_win_by_resignation() {
    let resigned = |fen: &str| {
        let start = Position::from_fen(fen).expect("a FEN");
        let mut session = Session::new(Setup { start, ..Setup::default() });
        session.resign().expect("goes on");
        (session.ending(), session.game().result)
    };
    let ending = |won| Some(Ending::Resigned { white: true, won });
    let lost = resigned("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1");
    assert_eq!(lost, (ending(false), PgnResult::Draw));
    let wall = resigned("8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1");
    assert_eq!(wall, (ending(false), PgnResult::Draw));
    let lost = resigned("4k2r/8/8/8/8/8/4P3/R3K3 w - - 0 1");
    assert_eq!(lost, (ending(true), PgnResult::Black));
}

#[test]
fn moves_are_taken_back_with_their_time() {
    let mut people = timed(1.0, 0.0);
    assert_eq!(people.undo(), Err(Refusal::NothingToUndo));
    play(&mut people, "e4 e5 Nf3");
    assert_eq!(people.undo(), Ok(1));
    assert_eq!((people.moves().len(), people.clock().map(|c| c.white)), (2, Some(59 * SECOND)));
    let mut against = Session::new(Setup { white: Player::Engine, ..Setup::default() });
    play(&mut against, "e4");
    assert_eq!(against.undo(), Err(Refusal::NothingToUndo), "the engine's first move stays");
    play(&mut against, "e5 Nf3");
    assert_eq!((against.undo(), against.moves().len()), (Ok(2), 1));
}

#[test]
fn draws() {
    let mut session = timed(5.0, 0.0);
    assert_eq!(session.draw(), Ok(DrawAnswer::Offered));
    play(&mut session, "e4");
    assert_eq!(session.draw(), Ok(DrawAnswer::Drawn));
    assert_eq!((session.ending(), session.game().result), (Some(Ending::Agreed), PgnResult::Draw));

    let mut declined = timed(5.0, 0.0);
    assert_eq!(declined.draw(), Ok(DrawAnswer::Offered));
    play(&mut declined, "e4 e5 Nf3");
    assert_eq!(declined.draw(), Ok(DrawAnswer::Offered), "a move declines an offer");

    let mut claimed = timed(5.0, 0.0);
    play(&mut claimed, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(claimed.draw(), Ok(DrawAnswer::Drawn));
    assert_eq!(claimed.ending(), Some(Ending::Claimed(Outcome::Threefold)));

    let mut engine = Session::new(Setup { black: Player::Engine, ..Setup::default() });
    assert_eq!(engine.draw(), Ok(DrawAnswer::Declined));
}

#[test]
fn refusals_name_the_condition() {
    let session = timed(5.0, 0.0);
    let why = |text: &str| session.read(text).expect_err(text).to_string();
    assert_eq!(why("e2e5"), "'e2e5' cannot be played: the piece cannot go there");
    assert_eq!(why("e7e5"), "'e7e5' cannot be played: it is the other side's turn");
    assert_eq!(why("Nf5"), "'Nf5' cannot be played: the piece cannot go there");
    let black = Position::default().after(session.read("e4").expect("a legal move")).legal_moves();
    assert!(matches!(timed(5.0, 0.0).play(black[0], SECOND), Err(Refusal::Move { .. })));
}
