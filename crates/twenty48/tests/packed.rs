//! Packed networks: what is packed comes back, and what was forged does not get in.

use std::io;
use std::sync::LazyLock;

use plywise::{Notation, Rng};
use twenty48::ntuple::{Network, Rule, Settings, Trainer, TupleSet};
use twenty48::{Board, Twenty48};

use crate::run::{Run, sealed, trained, weights};

/// That every board is worth at first.
const OPTIMISM: f32 = 1_000.0;

fn network(optimism: f32) -> Network {
    trained(Settings { optimism, ..Settings::default() }, 40).network()
}

/// One network and its file, of which most tests need no more than that they are sound.
static SOUND: LazyLock<(Network, Vec<u8>)> = LazyLock::new(|| {
    let network = network(0.0);
    let file = bytes(&network, 1.0);
    (network, file)
});

fn bytes(network: &Network, step: f32) -> Vec<u8> {
    let mut bytes = Vec::new();
    network.write(step, &mut bytes).unwrap();
    bytes
}

fn read(mut file: &[u8]) -> Network {
    Network::read(&mut file).unwrap()
}

#[test]
fn weights_come_back_to_half_a_step() {
    for (optimism, step) in [(0.0, 1.0), (OPTIMISM, 0.25), (OPTIMISM, 20.0)] {
        let network = network(optimism);
        let file = bytes(&network, step);
        let packed = read(&file);
        assert_eq!((packed.tuples(), packed.games()), (TupleSet::FiveByFour, 40));
        let [is, was] = [&packed, &network].map(|network| weights(network, optimism));
        let (mut seen, mut apart) = (0, 0.0f32);
        for (is, was) in is.iter().zip(&was) {
            // What was not seen stays exact; a weight may come to stand for it.
            let mut is = is.iter().peekable();
            for &(pattern, was) in was {
                let is = is.next_if(|next| next.0 == pattern).map_or(optimism / 40.0, |next| next.1);
                seen += 1;
                apart = apart.max((is - was).abs());
            }
            assert_eq!(is.next(), None, "what was not seen stays exact");
        }
        assert!(seen > 1_000 && apart <= step / 2.0 * 1.001 && apart > step / 3.0, "{seen} {apart} {step}");
        assert!(file.len() < 3 * seen, "{} bytes for {seen} weights", file.len());
        // Packed again, it is the same file: the steps lose nothing more.
        assert!(bytes(&packed, step) == file);
    }
}

#[test]
fn the_stage_comes_back() {
    let mut trainer = trained(Settings::default(), 20);
    trainer
        .begin_at(vec![Twenty48::START.read_position("16384 8192 4096 2/0 0 0 0/0 0 0 0/0 0 0 0").unwrap()]);
    let packed = read(&bytes(&trainer.network(), 1.0));
    assert_eq!((packed.begins(), packed.games()), (28_672, 20));
}

#[test]
fn large_weights_get_larger_steps() {
    // Of a run that met nothing, every board worth 20, three patterns of the second and the third tuple.
    let mut run = Run::of(&trained(Settings { optimism: 20.0, ..Settings::default() }, 0));
    run.tables[1] = vec![(7, [-2e6, 0.0, 0.0]), (8, [30.0, 0.0, 0.0])];
    run.tables[2] = vec![(1 << 15, [12.0, 0.0, 0.0])];
    let network = read(&run.write());
    let found = weights(&read(&bytes(&network, 1.0)), 20.0);
    let [(7, large), small @ ..] = &found[1][..] else { panic!("{found:?}") };
    // What is less than a step stands as nothing, or as 61: what was not seen has 0.5.
    assert!((large + 2e6).abs() < 1.0, "{large}");
    assert!(matches!(small, [(8, small)] if (small - 30.0).abs() < 31.0), "{small:?}");
    assert_eq!(found[2], [(1 << 15, 12.0)]);
}

/// Of a packed network, whose weights are in steps where what was not seen is a whole number of them.
#[test]
fn weights_in_steps_play_as_their_points_do() {
    for (optimism, step) in [(0.0, 16.0), (OPTIMISM, 0.25), (OPTIMISM, 4.0)] {
        let packed = read(&bytes(&network(optimism), step));
        // A run goes on in points.
        let rule = Rule { coherence: false, ..Rule::default() };
        let settings = Settings { tuples: packed.tuples(), rule, ..Settings::default() };
        let points = Trainer::from_network(&packed, settings, Vec::new()).unwrap().network();
        let (mut rng, mut seen) = (Rng::new(6), 0);
        for _ in 0..2_000 {
            let ranks = std::array::from_fn(|_| (rng.below(8) * rng.below(2)) as u8);
            let board = Board::from_ranks(ranks).expect("these tiles can lie side by side");
            assert_eq!(packed.expected(board), points.expected(board), "{board:?}");
            assert_eq!(packed.best(board), points.best(board), "{board:?}");
            let sum: f32 = packed.patterns(board).iter().flatten().map(|pattern| pattern.points).sum();
            assert!((sum - packed.expected(board)).abs() < 0.1, "{board:?}");
            seen += u32::from(packed.expected(board) != optimism);
        }
        assert!(seen > 1_000, "{seen}");
    }
}

#[test]
fn broken_files_are_refused_with_one_line() {
    let whole = &SOUND.1;
    let refused = |bytes: &[u8]| {
        let mut bytes = bytes;
        let error = Network::read(&mut bytes).map(drop).unwrap_err().to_string();
        assert!(!error.contains('\n') && error.len() < 200, "{error}");
        error
    };
    let mut rng = Rng::new(2);
    for n in 0..300 {
        let mut broken = whole.clone();
        // Half of the flips hit the head, where every byte has a meaning of its own.
        let at = rng.index(if n % 2 == 0 { 60 } else { broken.len() });
        broken[at] ^= 1 << rng.below(8);
        refused(&broken);
        assert!(refused(&whole[..8 + rng.index(whole.len() - 8)]).contains("breaks off"));
    }
    assert!(refused(&[&whole[..], b"x"].concat()).contains("something follows"));
    let error = Trainer::read(&mut whole.as_slice()).unwrap_err().to_string();
    assert!(error.contains("a new run can begin with it"), "{error}");
}

#[test]
fn steps_out_of_range_are_refused() {
    for step in [0.0, -1.0, f32::NAN, f32::INFINITY, 100_001.0] {
        let error = SOUND.0.write(step, &mut Vec::new()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        assert!(error.to_string().contains("above 0 and up to 100000"), "{error}");
    }
}

/// Heads that say something else, under a checksum that fits.
#[test]
fn forged_heads_are_refused_with_one_line_or_say_something_else() {
    let whole = &SOUND.1;
    let mut rng = Rng::new(4);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..80 {
        let mut content = whole[..whole.len() - 8].to_vec();
        content[8 + rng.index(60)] ^= 1 << rng.below(8);
        match Network::read(&mut sealed(content).as_slice()) {
            // Another number of games, another step.
            Ok(network) => {
                accepted += 1;
                assert!(weights(&network, 0.0).iter().flatten().all(|(_, weight)| weight.is_finite()));
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
    assert!(refused > 20 && accepted > 8, "{refused} {accepted}");
}
