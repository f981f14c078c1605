//! The rules case by case.

use cantgoback::{Board, BothStuck, CantGoBack, Forfeit, Fruits, Options, start};
use plywise::{Archive, Game, GameRecord, Keyed, Notation, Observe, Seat, Symmetric, Turn};

const BOTH: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

/// A seed that draws no fruits on these small boards.
const SEED: u64 = 0;

fn on(rows: &str, options: &Options) -> CantGoBack {
    let board = Board::parse(&rows.replace('/', "\n"), "test").expect("a board");
    let own = board.fruits().len();
    let start = start(&Options { board, ..options.clone() }, SEED).expect("good options");
    assert_eq!(start.fruits().count(), own, "the seed draws fruits here");
    start
}

fn legal(position: &impl Notation) -> String {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.into_iter().map(|mv| position.move_text(mv)).collect::<Vec<_>>().join(" ")
}

fn play(position: &mut CantGoBack, moves: &str) {
    for word in moves.split_whitespace() {
        let mv = position.read_move(word).unwrap_or_else(|error| panic!("{error} in {position:?}"));
        position.play(mv);
    }
}

fn scores(position: &CantGoBack) -> [i32; 2] {
    BOTH.map(|seat| position.score(seat))
}

/// The pictures of the handout.
#[test]
fn the_document_s_example_begins_as_in_its_pictures() {
    let options =
        Options { board: Board::built_in("example_board").expect("built in"), ..Options::default() };
    let mut position = start(&options, 5).expect("good options");
    assert_eq!(legal(&position), "up left");
    play(&mut position, "up");
    let text = position.position_text();
    assert!(text.starts_with("0 1 -1 -1 0 0/0 -1 -1 -1 2 0/0 -1 -1 -1 -1 0/100 0 0 0 0 0/"), "{text}");
    assert_eq!(legal(&position), "up right");
}

#[test]
fn a_fruit_is_taken_by_who_enters_its_cell_and_a_cell_is_entered_once() {
    let mut position = on("1 50 0 2/0 0 0 0", &Options::default());
    play(&mut position, "right");
    assert_eq!(scores(&position), [50, 0]);
    assert_eq!(position.position_text(), "-1 1 0 2/0 0 0 0 turn=2 score=50:0 ply=1");
    play(&mut position, "down down left left up");
    // Above lies the cell that player 1 began on, to the right the one that it has just left.
    assert_eq!(position.position_text(), "-1 -1 2 -1/1 -1 -1 -1 turn=1 score=50:0 ply=6");
    assert_eq!(legal(&position), "stuck");
}

#[test]
fn player_2_still_plays_after_player_1_was_stuck_and_may_collect() {
    let mut position = on("1 -1 2 70 0", &Options::default());
    assert_eq!(legal(&position), "stuck");
    play(&mut position, "stuck");
    assert!(!position.is_over());
    assert_eq!(legal(&position), "right");
    play(&mut position, "right");
    assert!(position.is_over());
    assert_eq!((scores(&position), position.payoff(Seat::SECOND)), ([-300, 70], 370));
}

#[test]
fn the_game_ends_at_once_when_player_2_is_stuck() {
    let mut position = on("1 0 0 -1 2", &Options::default());
    play(&mut position, "right stuck");
    assert!(position.is_over());
    assert_eq!(scores(&position), [0, -300]);
}

#[test]
fn both_stuck_in_one_round_pay_nothing_or_both() {
    for (both_stuck, expected) in [(BothStuck::Document, [0, 0]), (BothStuck::Deduct, [-300, -300])] {
        let mut position = on("1 2", &Options { both_stuck, ..Options::default() });
        play(&mut position, "stuck");
        assert_eq!(scores(&position), [-300, 0], "player 2 may yet have a step");
        play(&mut position, "stuck");
        assert!(position.is_over());
        assert_eq!(scores(&position), expected);
    }
}

/// The document's case: stuck first, but far enough ahead.
#[test]
fn a_stuck_player_can_win() {
    let options = Options { penalty: 40, ..Options::default() };
    let mut position = on("1 50 -1 2 0 0", &options);
    play(&mut position, "right right stuck right");
    assert!(position.is_over());
    assert_eq!((scores(&position), position.payoff(Seat::FIRST)), ([10, 0], 10));
}

/// The first release asks at the end of a round who has a step, and charges nobody for it.
#[test]
fn respawn_ends_the_game_before_anybody_is_charged() {
    let options = Options { fruits: Fruits::Respawn, ..Options::default() };
    let mut position = on("1 0 -1 2 0 0", &options);
    play(&mut position, "right no-fruit right");
    assert!(position.is_over(), "player 1 has no step left");
    assert_eq!(scores(&position), [0, 0]);
    // The start itself is not looked at: who has no step there is charged on its turn.
    let mut position = on("1 -1 2 0 0", &options);
    assert_eq!(legal(&position), "stuck");
    play(&mut position, "stuck no-fruit right");
    assert_eq!((position.is_over(), scores(&position)), (true, [-300, 0]));
    // Player 2 is charged where player 1 cuts it off.
    let mut position = on("1 0 2 -1", &options);
    play(&mut position, "right stuck");
    assert_eq!((position.is_over(), scores(&position)), (true, [0, -300]));
}

#[test]
fn a_fruit_stays_for_twice_the_short_side() {
    // Short side 2: four plies.
    let mut position = on("1 0 0 0 0 2/0 90 0 0 0 0", &Options::default());
    play(&mut position, "right left right");
    assert!(position.position_text().contains("/0 90 0"), "{position:?}");
    assert!(position.position_text().ends_with("life=1"), "{position:?}");
    play(&mut position, "down");
    assert!(!position.position_text().contains("90"), "{position:?}");
    assert_eq!(position.fruits().count(), 0);
}

#[test]
fn the_view_hides_lives_and_lets_no_fruit_expire() {
    let position = on("1 0 0 0 0 2/0 90 0 0 0 0", &Options::default());
    let mut view = position.observe(Seat::FIRST);
    assert!(!view.position_text().contains("life"));
    for word in ["right", "left", "right", "down", "down", "left"] {
        view.play(view.read_move(word).expect("legal"));
    }
    assert_eq!(view.fruits().count(), 1, "{view:?}");
    assert_eq!(view.ply(), 6);
}

/// Where a position was set up later than fruits live, they go with the next ply, in the game as in the view.
#[test]
fn foreseen_fruits_do_not_outlive_their_time() {
    let game = on("1 0 0 0 0 2/0 90 0 0 0 0", &Options::default());
    let mut late = game.read_position("1 0 0 0 0 2/0 90 0 0 0 0 turn=1 ply=8").expect("a position");
    let mut foreseen = late.observe(Seat::FIRST).foreseeing();
    assert_eq!(foreseen.fruits().count(), 1);
    for word in ["right", "left"] {
        let mv = late.read_move(word).expect("a legal move");
        late.play(mv);
        foreseen.play(mv);
        assert_eq!((late.fruits().count(), foreseen.fruits().count()), (0, 0), "{word}");
    }
}

#[test]
fn chance_draws_in_stages() {
    let options =
        Options { fruits: Fruits::Respawn, max_fruit_score: 5, max_fruit_time: 4, ..Options::default() };
    let mut position = on("1 0 0 0/0 0 0 2", &options);
    play(&mut position, "down");
    assert_eq!((position.turn(), legal(&position).as_str()), (Turn::Chance, "no-fruit fruit"));
    assert_eq!(position.observe(Seat::SECOND).turn(), Turn::Seat(Seat::SECOND), "views know no chance");
    play(&mut position, "fruit");
    assert_eq!(legal(&position), "at=b1 at=c1 at=b2 at=c2 at=d2");
    play(&mut position, "c2");
    assert_eq!(legal(&position), "value=3 value=4 value=5");
    play(&mut position, "value=4");
    assert_eq!(legal(&position), "life=2 life=3 life=4");
    play(&mut position, "life=2");
    assert_eq!(position.position_text(), "-1 0 4 0/1 0 0 2 turn=2 score=0:0 ply=1 life=2");
    // One fruit and three free cells: 1/3 is not below 0.3, and none appears; then it expires.
    play(&mut position, "left");
    assert_eq!(position.turn(), Turn::Seat(Seat::FIRST));
    play(&mut position, "right");
    assert_eq!((position.fruits().count(), position.turn()), (0, Turn::Chance));
}

#[test]
fn a_forfeit_costs_the_penalty_and_by_default_the_game() {
    for (forfeit, lead, expected) in
        [(Forfeit::Loss, 100, [-200, 200]), (Forfeit::Loss, 500, [-1, 1]), (Forfeit::Score, 500, [200, -200])]
    {
        let position = on("1 0/0 2", &Options { forfeit, ..Options::default() });
        let position = position.read_position(&format!("1 0/0 2 score={lead}:0")).expect("a position");
        assert_eq!(position.forfeit(Seat::FIRST), expected, "{forfeit} {lead}");
        assert_eq!(position.forfeit(Seat::SECOND).iter().sum::<i32>(), 0);
        assert!(position.forfeit(Seat::SECOND)[1] < 0);
    }
}

#[test]
fn the_same_seed_gives_the_same_start_and_others_differ() {
    let text = |seed| start(&Options::default(), seed).expect("good options").position_text();
    assert_eq!(text(1), text(1));
    let distinct: std::collections::HashSet<_> = (0..50).map(text).collect();
    assert!(distinct.len() > 35, "{}", distinct.len());
}

#[test]
fn a_square_has_eight_images_and_another_rectangle_four() {
    for (board, images) in [("default_board", 8), ("q2", 4), ("rectangle_board", 4)] {
        let options = Options { board: Board::built_in(board).expect("built in"), ..Options::default() };
        let position = start(&options, 3).expect("good options");
        let keys: std::collections::HashSet<_> =
            position.images().iter().map(|image| image.position.key()).collect();
        assert_eq!((position.images().len(), keys.len()), (images, images), "{board}");
        assert_eq!(position.images()[0].position.key(), position.key());
        for image in position.images() {
            // Images are positions like others: their text reads back.
            let text = image.position.position_text();
            let read = position.read_position(&text).expect("an image's text");
            assert_eq!(read.key(), image.position.key(), "{text}");
        }
    }
}

#[test]
fn keys_tell_scores_lives_and_rules_apart() {
    let position = on("1 90 0/0 0 2", &Options::default());
    let texts = [
        "1 90 0/0 0 2",
        "1 90 0/0 0 2 score=3:3",
        "1 90 0/0 0 2 ply=2",
        "1 90 0/0 0 2 turn=2",
        "1 91 0/0 0 2",
        "2 90 0/0 0 1",
        "1 0 90/0 0 2",
        "1 -1 0/0 0 2",
    ];
    let mut keys: Vec<_> = texts.iter().map(|text| position.read_position(text).expect(text).key()).collect();
    keys.push(on("1 90 0/0 0 2", &Options { penalty: 299, ..Options::default() }).key());
    let respawn = Options { fruits: Fruits::Respawn, ..Options::default() };
    let again = on("1 90 0/0 0 2", &respawn);
    keys.extend([again.key(), again.read_position("1 90 0/0 0 2 life=2").expect("a life").key()]);
    let distinct: std::collections::HashSet<_> = keys.iter().collect();
    assert_eq!(distinct.len(), keys.len());
}

#[test]
fn the_archive_is_named_and_a_finished_game_says_its_score() {
    assert_eq!(CantGoBack::EXTENSION, "cgb");
    let position = on("1 -1 2 70 0", &Options::default());
    let mut end = position;
    let mut moves = Vec::new();
    for word in ["stuck", "right"] {
        let mv = end.read_move(word).expect("legal");
        end.play(mv);
        moves.push(mv);
    }
    let record = GameRecord { tags: Vec::new(), moves, forfeit: None };
    assert!(position.game_text(&record).ends_with("\nstuck right\nscore -300:70\n\n"));
}
