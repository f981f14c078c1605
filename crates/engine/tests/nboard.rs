//! NBoard.

use engine::Protocol;

use crate::partner::Partner;

fn nboard(agent: &str) -> Partner {
    Partner::meet("othello", agent, Protocol::NBoard)
}

/// The session on the page of the NBoard protocol: White has to answer 4. f4 there.
#[test]
fn an_nboard_session() {
    let mut partner = nboard("alphabeta:depth=60");
    partner.converse(
        "> nboard 2
         > set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)
         > set depth 3
         < set myname plywise
         > ping 1
         < pong 1
         > go",
    );
    let answer = partner.line_with("=== ");
    let fields: Vec<&str> = answer[4..].split('/').collect();
    assert!(fields.len() == 3 && fields[0].len() == 2, "{answer}");
    assert!(fields[1..].iter().all(|field| field.parse::<f64>().is_ok()), "{answer}");
    partner.converse(&format!(
        "< status…\n> move {}\n> ping 2\n< pong 2\n> learn\n< learned\n> go",
        answer[4..].trim()
    ));
    partner.line_with("=== ");
    partner.send("quit");
    partner.ended();
}

/// After F5 there are three replies, and D6 and F6 are the better ones; each says what it is worth, to the depth that was asked for.
#[test]
fn hints_are_given_about_as_many_moves_as_are_asked_for() {
    for (asked, told) in [("1", 1), ("2", 2), ("9", 3), ("", 1), ("many", 1)] {
        let mut partner = nboard("pvs:depth=60");
        partner.converse(&format!(
            "> nboard 2
             > set depth 4
             < set myname plywise
             > set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)
             > hint {asked}"
        ));
        let mut hinted = Vec::new();
        for told in partner.lines_until("status plywise is waiting") {
            if let ["search", line, value, "0", "4"] = told.split(' ').collect::<Vec<_>>()[..] {
                let value: f64 = value.parse().expect("a number");
                hinted.push((line[..2].to_owned(), value));
            }
        }
        let best = hinted.first().expect("a hint").clone();
        assert!(hinted.iter().all(|(_, value)| *value <= best.1), "asked for {asked}: {hinted:?}");
        hinted.sort_by(|a, b| a.0.cmp(&b.0));
        hinted.dedup_by(|a, b| a.0 == b.0);
        assert_eq!(hinted.len(), told, "asked for {asked:?}: {hinted:?}");
        partner.send("quit");
        partner.ended();
    }
}

/// NBoard 1.1 sends bare moves; a pass is `PA`, and never a square.
#[test]
fn passes_are_pa() {
    let mut partner = nboard("random");
    partner.converse(
        "> nboard 1
         > set depth 1
         < set myname plywise
         > set game (;GM[Othello]BO[4 -O** ---- ---- ---- O];)
         > ping 2
         < pong 2
         > hint 1
         < status plywise is thinking
         << search PA 0.00 0 0
         < status plywise is waiting
         > go
         < === PA
         > PA
         > ping 3
         < pong 3
         > go
         << === A1/…",
    );
}

#[test]
fn a_ping_ends_the_thinking_and_is_answered_last() {
    let mut partner = nboard("pvs:depth=60");
    partner.converse("> nboard 2\n> set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *];)\n> hint 1");
    partner.line_with("search ");
    partner.send("ping 5");
    let mut last = String::new();
    loop {
        let line = partner.line().expect("a pong");
        if line == "pong 5" {
            break;
        }
        last = line;
    }
    assert!(last.starts_with("status"), "nothing about the old position comes after the pong: {last}");
    partner.converse("> ping 6\n< pong 6");
    partner.send("go");
    partner.send("quit");
    partner.ended();
}

/// Commands that wait already when a search begins end it as those do that come later.
#[test]
fn what_waits_ends_the_thinking_too() {
    for commands in ["hint 3\nhint 3\nhint 3", "hint 1\ngo", "go\nhint 1"] {
        let mut partner = nboard("pvs:depth=60");
        partner.send("set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *];)");
        partner.send(&format!("{commands}\nping 5"));
        partner.line_with("pong 5");
        partner.send("quit");
        partner.ended();
    }
}

#[test]
fn what_nboard_does_not_understand_is_said_and_harms_nothing() {
    let mut partner = nboard("alphabeta:depth=1");
    partner.converse(
        "> nboard 2
         > set contempt 0.5
         > dance
         > set depth deep
         < status the depth stays as it was: it should be 1 to 1000
         > set game (;GM[Chess];)
         < status cannot follow the game: GM[Chess]…
         > set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[A1];)
         < status cannot follow the game: \"a1\" is not a legal move here…
         > move A1
         < status cannot follow the move…
         > set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[A1];)
         < status cannot follow the game: \"a1\" is not a legal move here…
         > set game (;GM[Othello]BO[6 --------------O*----*O-------------- *]B[A1];)
         < status cannot follow the game: \"a1\" is not a legal move here…
         > move F5
         > ping 1
         < pong 1",
    );
    partner.hang_up();
}

/// On 4x4 White wins by eight discs, whichever of the four first moves Black makes, for they are images of one another; values
/// are Black's. The game stands afterwards where it stood before.
#[test]
fn an_analysis_goes_back_from_the_last_position_to_the_start() {
    let mut partner = Partner::meet("othello:size=4", "alphabeta:depth=20,eval=discs", Protocol::NBoard);
    partner.converse(
        "> nboard 2
         > set game (;GM[Othello]BO[4 -----*O--O*----- *]B[C1//2]W[B1//2]B[A2];)
         > analyze
         < status plywise is analysing",
    );
    let mut told = Vec::new();
    for line in partner.lines_until("status plywise is waiting") {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["analysis", ply, value] => told.push((ply.parse().unwrap(), value.parse::<f64>().unwrap())),
            _ => assert!(line.starts_with("nodestats "), "{line}"),
        }
    }
    let plies: Vec<usize> = told.iter().map(|(ply, _)| *ply).collect();
    assert_eq!(plies, [3, 2, 1, 0]);
    assert_eq!((told[2].1, told[3].1), (-8.0, -8.0));
    // Who moves cannot gain by it: Black's values fall with Black's moves and rise with White's.
    assert!(told[0].1 <= told[1].1 && told[1].1 >= told[2].1, "{told:?}");
    partner.converse("> move B1\n< status cannot follow the move…\n> ping 1\n< pong 1");
    partner.hang_up();
}

/// A pass is worth what follows it, the end of the game what the discs say.
#[test]
fn an_analysis_knows_passes_and_ends() {
    let mut partner = nboard("alphabeta:depth=20,eval=discs");
    // White must pass, then Black takes the last square.
    partner.converse(
        "> set game (;GM[Othello]BO[4 -O** **** **** **** O];)
         > analyze
         < status plywise is analysing
         << analysis 0 16.00
         < status plywise is waiting
         > set game (;GM[Othello]BO[4 -O** **** **** **** O]W[PA]B[A1];)
         > analyze
         < status plywise is analysing
         < analysis 2 16.00
         << analysis 1 16.00
         < analysis 0 16.00
         < status plywise is waiting",
    );
    partner.hang_up();
}

#[test]
fn an_analysis_that_is_cut_leaves_the_game_where_it_was() {
    let mut partner = nboard("pvs:depth=60");
    partner.converse(
        "> set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)
         > analyze
         > ping 4
         << pong 4
         > move D6
         < status cannot follow the move…
         > move C3
         > ping 5
         < pong 5",
    );
    partner.hang_up();
}

/// Where only a pass is legal a hint says what follows it; on 4x4 values are discs. White must pass, then Black takes
/// the last square and has all sixteen.
#[test]
fn a_pass_is_worth_what_follows_it() {
    let mut partner = nboard("champion");
    partner.converse(
        "> set game (;GM[Othello]BO[4 -O** **** **** **** O];)
         > hint 1
         << search PA -16.00 0 100%
         << status plywise is waiting
         > set game (;GM[Othello]BO[4 -----*O--O*----- *];)
         > hint 1
         << status plywise is waiting
         > analyze
         << analysis 0 -8.00
         < status plywise is waiting",
    );
    partner.hang_up();
}

#[test]
fn a_time_that_cannot_be_read_is_told() {
    let mut partner = nboard("random");
    partner.converse(
        "> set game (;GM[Othello]TI[soon]BO[4 -----*O--O*----- *]B[C1];)
         < status the time is not heeded: TI[soon]: it should be a time such as 15:00 or 5:00/0:02
         > move C1
         < status cannot follow the move…",
    );
    partner.hang_up();
}

/// By depth alone this would not end for hours. White has a second left of ten.
#[test]
fn a_move_is_made_within_the_time_that_is_left() {
    let mut partner = nboard("pvs:depth=60");
    partner.converse(
        "> set depth 60
         < set myname plywise
         > set game (;GM[Othello]TI[0:10]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1]W[D6//9];)
         > move C3/1.5/2
         > go",
    );
    let answer = partner.line_with("=== ");
    let used: f64 = answer.rsplit('/').next().and_then(|used| used.parse().ok()).expect("a time");
    assert!(used < 1.0, "{answer}");
    partner.hang_up();
}

/// `100%` stands where a depth does for a value that is proven; each move is told of once then, with as much of its line as is proven.
#[test]
fn what_is_proven_is_told_as_such() {
    let mut partner = nboard("champion");
    partner.converse(
        "> set game (;GM[Othello]BO[8 --*OOOO- -*O*O*OO O*OO***O *OO*OO** OOOOO*O* O*OO*O** --OOOO*- -*OOOO-- *];)
         > hint 9",
    );
    let mut told = partner.lines_until("status plywise is waiting");
    told.retain(|line| line.starts_with("search"));
    let proven: Vec<&str> = told.iter().filter_map(|line| line.strip_suffix(" 0 100%")).collect();
    let mut moves: Vec<&str> = proven.iter().map(|line| &line["search ".len()..][..2]).collect();
    assert!(moves.len() > 3 && proven.iter().any(|line| line.len() > "search A1 -6.00".len()), "{told:?}");
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), proven.len(), "{told:?}");
    partner.hang_up();
}
