//! Positions in which a late stage of the game begins: `starts NETWORK TILE COUNT [SEED]` plays games by the slide with the
//! best afterstate and prints, one a line, the first position of each in which the tile stands.

use std::error::Error;

use plywise::{Game, Notation, Rng, Stochastic, Turn};
use twenty48::ntuple::load;
use twenty48::{Move, Twenty48};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, tile, count, seed @ ..] = arguments.as_slice() else {
        return Err("starts NETWORK TILE COUNT [SEED]".into());
    };
    let (tile, count): (u32, u64) = (tile.parse()?, count.parse()?);
    let seed = seed.first().map_or(Ok(0), |seed| seed.parse())?;
    let network = load(Some(file))?;
    let (mut found, mut games) = (0, 0);
    while found < count {
        let mut rng = Rng::derive(seed, games);
        let mut game = Twenty48::START;
        games += 1;
        while !game.is_over() {
            match game.turn() {
                Turn::Chance => game.play(game.sample(&mut rng)),
                Turn::Seat(_) if game.board().max_tile() >= tile => {
                    println!("{}", game.position_text());
                    found += 1;
                    break;
                }
                Turn::Seat(_) => {
                    game.play(Move::Slide(network.best(game.board()).expect("the game goes on").0));
                }
            }
        }
    }
    eprintln!("{found} positions from {games} games");
    Ok(())
}
