//! What a match saves is read back as the same games.

use crate::common::{Folder, plan, play, saved};
use arena::Experiment;

const MATCHES: &[(&str, &[&str], u64)] = &[
    ("othello", &["random", "random"], 100),
    ("othello:size=6", &["random", "greedy"], 100),
    ("othello:size=4", &["random", "random"], 300),
    ("othello:size=4,setup=course", &["random", "random"], 300),
    ("othello:setup=course", &["random", "greedy"], 100),
    ("checkers", &["random", "alphabeta:depth=2"], 60),
    ("checkers:rules=course", &["random", "random"], 60),
    ("2048", &["random", "greedy"], 10),
    ("cantgoback", &["random", "simple"], 100),
    ("cantgoback:board=corners_5x16,both_stuck=deduct,penalty=50", &["random", "random"], 60),
    ("cantgoback:fruits=respawn,max_fruit_time=40,max_fruit_score=30", &["random", "random"], 60),
    ("cantgoback:fruits=v2,max_fruit_time=20", &["random", "simple"], 60),
    ("cantgoback:fruits=respawn,board=v_walls_10x8", &["random", "greedy"], 40),
];

/// The result that the payoffs mean, in the words of the game's files.
fn result(game: &str, payoffs: &[i32], text: &str) -> String {
    match game.split(':').next().unwrap() {
        "othello" => format!("{:+}", payoffs[0]),
        "checkers" => ["0-1", "1/2-1/2", "1-0"][(payoffs[0] + 1) as usize].to_owned(),
        "2048" => format!("score {}", payoffs[0]),
        // The file holds both scores; the payoffs are their difference.
        _ => text.lines().rfind(|line| line.starts_with("score ")).unwrap().to_owned(),
    }
}

#[test]
fn saved_games_are_legal_and_end_as_they_were_played() {
    for &(game, agents, count) in MATCHES {
        let opening_plies = if game == "checkers" { 6 } else { 0 };
        let (_, games) = play(game, &Experiment { opening_plies, ..plan(agents, count) });
        let kind = games::open(game).unwrap();
        let mut read = Vec::new();
        kind.replay(&saved(&games), &mut |game| read.push(game)).unwrap();
        assert_eq!(read.len(), games.len(), "{game}");
        for (i, (read, played)) in read.iter().zip(&games).enumerate() {
            assert_eq!(read.error, None, "{game}: game {}:\n{}", i + 1, played.game);
            assert_eq!(read.number, i + 1);
            let expected = result(game, &played.payoffs, &played.game);
            assert!(read.result.starts_with(&expected), "{game}: {:?} is not {expected:?}", read.result);
            if let Some((one, two)) = expected.strip_prefix("score ").and_then(|score| score.split_once(':'))
            {
                let difference = one.parse::<i32>().unwrap() - two.parse::<i32>().unwrap();
                assert_eq!(played.payoffs, [difference, -difference], "{game}");
            }
            // Outcomes of chance are moves of a file, but nobody's plies.
            assert!(read.plies >= played.plies as usize, "{game}");
            if !game.contains("2048") && !game.contains("respawn") && !game.contains("v2") {
                assert_eq!(read.plies, played.plies as usize, "{game}");
            }
        }
    }
}

/// The names of the agents, the seed and the number of the game stand in the file, where its format has a place.
#[test]
fn saved_games_name_their_players() {
    for game in ["checkers", "checkers:rules=course", "2048", "cantgoback"] {
        let agents: &[&str] = if game == "2048" { &["greedy"] } else { &["greedy", "alphabeta:depth=1"] };
        let (_, games) = play(game, &plan(agents, 2));
        for (i, summary) in games.iter().enumerate() {
            for &agent in &summary.agents {
                assert!(summary.game.contains(&format!("\"{}\"", agents[agent])), "{}", summary.game);
            }
            for fact in ["Seed", "Round", "Event", "\"plywise match\"", "\"7\"", &format!("\"{}\"", i + 1)] {
                assert!(summary.game.contains(fact), "{fact}: {}", summary.game);
            }
        }
    }
}

/// Wherever a file is cut off, the games before the cut are read as they were, and at most the last one, which is
/// half, breaks; where a game cannot show that it is half it is unfinished.
#[test]
fn a_file_that_is_cut_off_loses_no_more_than_its_last_game() {
    for &(game, agents, _) in MATCHES {
        let (_, games) = play(game, &plan(agents, 4));
        let kind = games::open(game).unwrap();
        let text = saved(&games);
        let mut whole = Vec::new();
        kind.replay(&text, &mut |game| whole.push(game.result)).unwrap();
        let step = 1 + text.len() / 200;
        for cut in (0..text.len()).step_by(step) {
            let mut read = Vec::new();
            // A text too short to be known as a file of games is an error as a whole.
            let _ = kind.replay(&text[..cut], &mut |game| read.push(game));
            for (game, result) in read.iter().rev().skip(1).rev().zip(&whole) {
                assert_eq!((&game.error, &game.result), (&None, result), "cut at {cut}");
            }
            let ends: Vec<usize> = games
                .iter()
                .scan(0, |at, game| {
                    *at += game.game.len();
                    Some(*at)
                })
                .collect();
            let complete = ends.iter().filter(|&&end| end <= cut).count();
            assert!((complete..=complete + 1).contains(&read.len()), "{game}: cut at {cut}: {}", read.len());
        }
    }
}

#[test]
fn an_empty_file_holds_no_games() {
    for game in games::all() {
        let kind = games::open(game.named.name).unwrap();
        for text in ["", "\n\n", " \r\n", "\u{feff}"] {
            kind.replay(text, &mut |_| panic!("a game in {text:?}")).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn only_ordinary_files_are_written_and_links_stay_links() {
    use arena::GameFile;
    let folder = Folder::new("links");
    let (file, link) = (folder.0.join("games"), folder.0.join("link"));
    std::fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let mut saved = GameFile::create(&link, true).unwrap();
    saved.add(1, "b\n").unwrap();
    saved.add(0, "a\n").unwrap();
    saved.finish().unwrap();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "a\nb\n");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 2, "nothing is left beside it");

    // Beside a name this long there is no room for the mark's.
    let long = folder.0.join("x".repeat(250));
    assert!(GameFile::create(&long, false).unwrap_err().to_string().contains("File name too long"));
    assert!(!long.exists(), "nothing is left of it");
    std::fs::write(&long, "old").unwrap();
    assert!(GameFile::create(&long, true).is_err());
    assert_eq!(std::fs::read_to_string(&long).unwrap(), "old");

    for path in [folder.0.as_path(), std::path::Path::new("/dev/null")] {
        let error = GameFile::create(path, true).unwrap_err().to_string();
        assert!(error.contains("no ordinary file"), "{error}");
    }
}
