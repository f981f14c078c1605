//! Positions in which a late stage of the game begins: `starts NETWORK TOTAL COUNT [SEED [FILE]]` plays games by the slide
//! with the best afterstate, as the champion sees boards, and prints, one a line, the first position of each in which tiles from
//! 1024 up make TOTAL together and the largest power of two in TOTAL stands. Games begin at a position of FILE, one a line, if it
//! is given.

use std::error::Error;

use plywise::{Game, Notation, Rng, Stochastic, Turn};
use twenty48::ntuple::{Stages, large_total, load};
use twenty48::{Move, Twenty48};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, total, count, more @ ..] = arguments.as_slice() else {
        return Err("starts NETWORK TOTAL COUNT [SEED [FILE]]".into());
    };
    let (total, count): (u32, u64) = (total.parse()?, count.parse()?);
    if total < 1024 {
        return Err("TOTAL is what tiles from 1024 up make, 1024 at least".into());
    }
    let seed = more.first().map_or(Ok(0), |seed| seed.parse())?;
    let from = more.get(1).map(std::fs::read_to_string).transpose()?.unwrap_or_default();
    let from = Twenty48::START.read_positions(&from).map_err(|error| error.message)?;
    let networks = Stages::whole(load(Some(file))?);
    let (mut found, mut games) = (0, 0);
    while found < count {
        let mut rng = Rng::derive(seed, games);
        let start = if from.is_empty() { Twenty48::START } else { from[rng.index(from.len())] };
        games += 1;
        if let Some(position) = first(&networks, start, total, &mut rng) {
            println!("{}", position.position_text());
            found += 1;
        }
    }
    eprintln!("{found} positions from {games} games");
    Ok(())
}

fn first(networks: &Stages, start: Twenty48, total: u32, rng: &mut Rng) -> Option<Twenty48> {
    let mut game = start;
    let largest = 1 << total.ilog2();
    while !game.is_over() {
        match game.turn() {
            Turn::Chance => game.play(game.sample(rng)),
            Turn::Seat(_) if game.board().max_tile() >= largest && large_total(game.board()) >= total => {
                return Some(game);
            }
            Turn::Seat(_) => {
                let network = networks.at(game.board());
                game.play(Move::Slide(network.best(game.board()).expect("the game goes on").0));
            }
        }
    }
    None
}
