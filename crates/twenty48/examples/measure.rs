//! Measures a network as a player: `measure FILE DEPTH GAMES [SEED [LATE [TABLES]]]`. Depth 0 takes the slide with the best
//! afterstate, depth d is expectimax over d turns of the player. LATE is the network for boards with a 16384: a file,
//! `same` for the same one that sees large tiles downgraded board by board, `root` for the gap of each search's root. TABLES is a folder of
//! endgame tables.

use std::error::Error;
use std::time::{Duration, Instant};

use plywise::{Game, Rng, Stochastic, Turn};
use twenty48::endgame::Endgames;
use twenty48::ntuple::{Sight, load};
use twenty48::{Move, Twenty48};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, depth, games, more @ ..] = arguments.as_slice() else {
        return Err("measure FILE DEPTH GAMES [SEED [LATE [TABLES]]]".into());
    };
    let (depth, games): (u32, u64) = (depth.parse()?, games.parse()?);
    let seed = more.first().map_or(Ok(0), |seed| seed.parse())?;
    let network = load(Some(file))?;
    let network = match more.get(1).map(String::as_str) {
        None | Some("root") => network,
        Some("same") => network.downgrading(),
        Some(late) => network.with_late(load(Some(late))?),
    };
    let endgames = more.get(2).map(|folder| Endgames::open(folder.as_ref())).transpose()?;
    let mut known = 0u64;
    let root = more.get(1).is_some_and(|late| late == "root");
    let (mut scores, mut tiles, mut slides) = (Vec::new(), Vec::new(), 0);
    let (mut thinking, mut slowest) = (Duration::ZERO, Duration::ZERO);
    for number in 0..games {
        let started = Instant::now();
        let mut rng = Rng::derive(seed, number);
        let mut game = Twenty48::START;
        while !game.is_over() {
            match game.turn() {
                Turn::Chance => game.play(game.sample(&mut rng)),
                Turn::Seat(_) => {
                    let started = Instant::now();
                    let sight = Sight::from_root(game.board());
                    let seen = if root { &network.seeing(sight) } else { &network };
                    let table = endgames.as_ref().and_then(|tables| tables.best(game.board()));
                    game.play(match table {
                        Some((way, _)) => {
                            known += 1;
                            Move::Slide(way)
                        }
                        None => seen.choose(&game, depth).expect("the game goes on"),
                    });
                    slowest = slowest.max(started.elapsed());
                    slides += 1u64;
                }
            }
        }
        thinking += started.elapsed();
        scores.push(f64::from(game.score()));
        tiles.push(game.board().max_tile());
        if depth > 0 {
            eprintln!("game {number}: {} points, {}", game.score(), game.board().max_tile());
        }
    }
    let mean = scores.iter().sum::<f64>() / games as f64;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (games as f64 - 1.0);
    println!("{games} games, depth {depth}: mean {mean:.0} ± {:.0}", (variance / games as f64).sqrt());
    for tile in [2048, 4096, 8192, 16_384, 32_768] {
        let reached = tiles.iter().filter(|&&largest| largest >= tile).count();
        println!("  {tile:5}: {:5.1} %", 100.0 * reached as f64 / games as f64);
    }
    println!("  {:.2} % of the slides from tables", 100.0 * known as f64 / slides as f64);
    println!("  {:.4} ms a slide, the slowest {slowest:.2?}", thinking.as_secs_f64() * 1e3 / slides as f64);
    Ok(())
}
