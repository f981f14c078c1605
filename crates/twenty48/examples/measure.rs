//! Measures a network as a player: `measure FILE DEPTH GAMES [KEY=VALUE …]`. Depth 0 takes the slide with the best afterstate,
//! depth d is expectimax over d turns of the player.
//!
//! `seed=` (0), `late=` a network for the late stage, `tables=` a folder of endgame tables, `cutoff=` (0), `memo=` MiB for each
//! search (0), `tight=5:3,…` with at most 5 empty cells search 3 turns deep, `starts=` a file of positions, one a line, that games
//! begin at in turn; then a game ends with its first 32768, or when tiles from 1024 up make `until=` together. `sight=plain`: one
//! network, which sees all boards as they are.

use std::error::Error;
use std::time::{Duration, Instant};

use plywise::{ChanceOptions, ChanceSearch, Game, Limits, Notation, Rng, Stochastic, Turn};
use twenty48::endgame::Endgames;
use twenty48::ntuple::{Network, Stage, Stages, large_total, load, load_stages};
use twenty48::{Move, Twenty48};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, depth, games, more @ ..] = arguments.as_slice() else {
        return Err("measure FILE DEPTH GAMES [KEY=VALUE …]".into());
    };
    let (depth, games): (u32, u64) = (depth.parse()?, games.parse()?);
    let value = |key: &str| more.iter().find_map(|option| option.strip_prefix(key)?.strip_prefix('='));
    let seed = value("seed").map_or(Ok(0), str::parse)?;
    let mut player = Player {
        plain: load(Some(file))?,
        stages: (value("sight") != Some("plain"))
            .then(|| load_stages(Some(file), value("late")))
            .transpose()?,
        endgames: value("tables").map(|folder| Endgames::open(folder.as_ref())).transpose()?,
        depth,
        tight: value("tight")
            .unwrap_or_default()
            .split(',')
            .filter_map(|part| part.split_once(':'))
            .map(|(empty, depth)| Ok((empty.parse()?, depth.parse()?)))
            .collect::<Result<_, std::num::ParseIntError>>()?,
        cutoff: value("cutoff").map_or(Ok(0.0), str::parse)?,
        memo: value("memo").map_or(Ok(0), str::parse)?,
        searches: Vec::new(),
        known: 0,
    };
    let until: u32 = value("until").map_or(Ok(u32::MAX), str::parse)?;
    let starts = value("starts").map(std::fs::read_to_string).transpose()?.unwrap_or_default();
    let starts = Twenty48::START.read_positions(&starts).map_err(|error| error.message)?;
    let (mut scores, mut tiles, mut totals, mut slides) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let (mut thinking, mut slowest) = (Duration::ZERO, Duration::ZERO);
    for number in 0..games {
        let started = Instant::now();
        let mut rng = Rng::derive(seed, number);
        let begin = number as usize % starts.len().max(1);
        let mut game = starts.get(begin).copied().unwrap_or(Twenty48::START);
        let mut most = 0;
        while !game.is_over() && (starts.is_empty() || game.board().max_tile() < 32_768) {
            match game.turn() {
                Turn::Chance => game.play(game.sample(&mut rng)),
                Turn::Seat(_) => {
                    let started = Instant::now();
                    game.play(player.choose(&game));
                    slowest = slowest.max(started.elapsed());
                    slides += 1u64;
                }
            }
            most = most.max(large_total(game.board()));
            if most >= until {
                break;
            }
        }
        thinking += started.elapsed();
        scores.push(f64::from(game.score()));
        tiles.push(game.board().max_tile());
        totals.push(most);
        if depth > 0 {
            eprintln!(
                "game {number}: {} points, {}, {}",
                game.score(),
                game.board().max_tile(),
                game.position_text()
            );
        }
    }
    let mean = scores.iter().sum::<f64>() / games as f64;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (games as f64 - 1.0);
    println!("{games} games, depth {depth}: mean {mean:.0} ± {:.0}", (variance / games as f64).sqrt());
    let share = |of: &[u32], least: u32| {
        100.0 * of.iter().filter(|&&reached| reached >= least).count() as f64 / games as f64
    };
    for tile in [2048, 4096, 8192, 16_384, 32_768] {
        println!("  {tile:5}: {:5.1} %", share(&tiles, tile));
    }
    let late =
        [24_576, 28_672, 30_720, 31_744].map(|total| format!("{total}: {:.1} %", share(&totals, total)));
    println!("  in tiles from 1024 up: {}", late.join(", "));
    println!("  {:.2} % of the slides from tables", 100.0 * player.known as f64 / slides as f64);
    println!("  {:.4} ms a slide, the slowest {slowest:.2?}", thinking.as_secs_f64() * 1e3 / slides as f64);
    Ok(())
}

struct Player {
    plain: Network,
    stages: Option<Stages>,
    endgames: Option<Endgames>,
    depth: u32,
    /// With at most so many empty cells, so deep instead.
    tight: Vec<(usize, u32)>,
    cutoff: f64,
    memo: usize,
    searches: Vec<(Option<Stage>, ChanceSearch<Twenty48, Network>)>,
    /// Slides that tables knew.
    known: u64,
}

impl Player {
    fn choose(&mut self, game: &Twenty48) -> Move {
        let board = game.board();
        if let Some((way, _)) = self.endgames.as_ref().and_then(|tables| tables.best(board)) {
            self.known += 1;
            return Move::Slide(way);
        }
        let stage = self.stages.as_ref().map(|stages| stages.stage(board));
        let network = match (&self.stages, stage) {
            (Some(stages), Some(stage)) => stages.network(stage),
            _ => self.plain.clone(),
        };
        if self.depth == 0 {
            return Move::Slide(network.best(board).expect("the game goes on").0);
        }
        let known = self.searches.iter().position(|known| known.0 == stage);
        let place = known.unwrap_or_else(|| {
            let options = ChanceOptions { cutoff: self.cutoff, ..ChanceOptions::default() };
            let search = ChanceSearch::new(network.recalling(), options);
            let search = if self.memo > 0 { search.with_memory(self.memo) } else { search };
            self.searches.push((stage, search));
            self.searches.len() - 1
        });
        let empty = board.ranks().iter().filter(|&&rank| rank == 0).count();
        let deeper = self.tight.iter().filter(|tight| empty <= tight.0).map(|tight| tight.1).max();
        self.searches[place]
            .1
            .search(game, &Limits::depth(deeper.unwrap_or(self.depth)))
            .best
            .expect("the game goes on")
    }
}
