//! The net against its file read by hand.

use plywise::{Evaluate, Game, Rng, Seat};

use super::*;
use crate::{Options, start};

/// Boards of games at random, kings and all.
fn boards() -> Vec<Board> {
    let (mut rng, mut moves, mut all) = (Rng::new(29), Vec::new(), Vec::new());
    for _ in 0..60 {
        let mut game = start(&Options::default(), 0);
        while !game.is_over() {
            moves.clear();
            game.moves(&mut moves);
            game.play(moves[rng.index(moves.len())]);
            all.push(*game.board());
        }
    }
    all
}

/// The value in hundredths of a man by the numbers of the file, with fractions and without any of the evaluator's code.
fn by_hand(file: &[i16], board: &Board) -> f64 {
    let (pieces, heads) = file.split_at(129 * 128);
    let mut sums: Vec<f64> = pieces[128 * 128..].iter().map(|&weight| f64::from(weight) / 512.0).collect();
    let mover = board.to_move();
    let (mut kings, mut count) = ([false; 2], 0);
    for square in 0..32 {
        for (other, seat) in [mover, mover.other()].into_iter().enumerate() {
            for (king, set) in [board.men(seat), board.kings(seat)].into_iter().enumerate() {
                let seen = if mover == Seat::FIRST { square } else { 31 - square };
                if set.0 >> seen & 1 == 1 {
                    let row = 64 * other + 32 * king + square;
                    (0..128).for_each(|at| sums[at] += f64::from(pieces[128 * row + at]) / 512.0);
                    (kings[other], count) = (kings[other] | (king == 1), count + 1);
                }
            }
        }
    }
    let head = match kings {
        [false, false] if count > 16 => 0,
        [false, false] if count > 10 => 1,
        [false, false] => 2,
        [true, false] => 3,
        [false, true] => 4,
        [true, true] => 5,
    };
    let head = &heads[head * (8 * 128 + 17)..][..8 * 128 + 17];
    let mut value = f64::from(head[8 * 128 + 16]) / 1024.0;
    for unit in 0..8 {
        let mut inner = f64::from(head[8 * 128 + unit]) / 512.0;
        for (at, sum) in sums.iter().enumerate() {
            inner += f64::from(head[128 * unit + at]) / 256.0 * sum.clamp(0.0, 1.0);
        }
        value += inner.clamp(0.0, 1.0) * f64::from(head[8 * 128 + 8 + unit]) / 1024.0;
    }
    256.0 * value
}

#[test]
fn the_value_is_what_the_file_says() {
    let file: Vec<i16> = include_bytes!("../../weights/net.bin")[8..]
        .as_chunks::<2>()
        .0
        .iter()
        .map(|half| i16::from_le_bytes(*half))
        .collect();
    let mut heads = [0; HEADS];
    for board in boards() {
        let (value, truth) = (Net::learned().evaluate(&board, board.to_move()).raw(), by_hand(&file, &board));
        assert!((f64::from(value) - truth).abs() < 1.5, "{board:?}: {value}, not {truth}");
        heads[kind(&board)] += 1;
    }
    assert!(heads.iter().all(|&boards| boards > 20), "{heads:?}");
}

#[test]
fn every_kernel_finds_the_same() {
    let net = Net::learned();
    for board in boards() {
        let sets = sets(&board);
        let values: Vec<i32> =
            kernel::kernels().iter().map(|value| value(&net.weights, &sets, head(&sets))).collect();
        assert!(values.iter().all(|value| *value == values[0]), "{board:?}: {values:?}");
    }
}

#[test]
fn both_sides_see_a_board_alike() {
    for board in boards() {
        let [first, second] =
            [Seat::FIRST, Seat::SECOND].map(|seat| Net::learned().evaluate(&board, seat).raw());
        assert_eq!(first, -second, "{board:?}");
        assert_eq!(Net::learned().evaluate(&board.turned(), Seat::SECOND).raw(), first, "{board:?}");
    }
}

#[test]
fn what_is_packed_is_read_and_nothing_of_another_size() {
    let weights: Vec<f32> = (0..SIZE).map(|at| (at % 7) as f32 / 4.0 - 0.75).collect();
    let bytes = packed(&weights);
    assert_eq!(bytes.len(), 8 + 2 * SIZE + 8);
    assert_eq!(i16::from_le_bytes([bytes[8], bytes[9]]), -384);
    assert!(Net::of_bytes(&bytes).is_ok());
    // Each damage is noticed, and told from another.
    for at in [8, 5_000, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert_eq!(Net::of_bytes(&damaged).unwrap_err(), "is damaged: its checksum is another");
    }
    // What is forged with a checksum that fits would overflow.
    for (weight, fits) in [(8_192_i16, true), (-8_192, true), (8_193, false), (i16::MIN, false)] {
        let mut forged = bytes.clone();
        forged[bytes.len() - 12..][..2].copy_from_slice(&weight.to_le_bytes());
        let (content, sum) = forged.split_at_mut(bytes.len() - 8);
        sum.copy_from_slice(&Checksum::of(content).get().to_le_bytes());
        assert_eq!(Net::of_bytes(&forged).is_ok(), fits, "{weight}");
    }
    assert!(Net::of_bytes(&bytes[..bytes.len() - 1]).unwrap_err().contains("length"));
    assert!(Net::of_bytes(&bytes[1..]).unwrap_err().contains("no net") && Net::of_bytes(&[]).is_err());
}
