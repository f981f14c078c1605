//! What is packed comes back, and what was forged does not get in.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::ntuple::{Settings, Trainer, TupleSet};
use plywise::Rng;

fn network(optimism: f32) -> Network {
    let settings = Settings { tuples: TupleSet::FourByFive, optimism, ..Settings::default() };
    let mut trainer = Trainer::new(settings).unwrap();
    trainer.train(20, 1, &AtomicBool::new(false), &mut |_| ());
    trainer.network()
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

#[test]
fn weights_come_back_to_half_a_step() {
    for (optimism, step) in [(0.0, 1.0), (1_000.0, 0.25), (1_000.0, 20.0)] {
        let network = network(optimism);
        let file = bytes(&network, step);
        let read = Network::read(&mut file.as_slice()).unwrap();
        assert_eq!((read.tuples(), read.games()), (TupleSet::FourByFive, 20));
        let (mut seen, mut apart) = (0, 0.0f32);
        for (is, was) in read
            .tables()
            .map(Result::unwrap)
            .zip(network.tables().map(Result::unwrap))
            .flat_map(|(is, was)| is.iter().copied().zip(was.iter().copied()).collect::<Vec<_>>())
        {
            if was == TupleSet::FourByFive.share(optimism) {
                assert_eq!(is, was, "what was not seen stays exact");
            } else {
                seen += 1;
                apart = apart.max((is - was).abs());
            }
        }
        assert!(seen > 1_000 && apart <= step / 2.0 * 1.001 && apart > step / 3.0, "{seen} {apart} {step}");
        assert!(file.len() < 3 * seen, "{} bytes for {seen} weights", file.len());
        // Packed again, it is the same file: the steps lose nothing more.
        assert!(bytes(&read, step) == file);
    }
}

#[test]
fn the_stage_comes_back() {
    let read = Network::read(&mut bytes(&SOUND.0.clone().beginning(28_672), 1.0).as_slice()).unwrap();
    assert_eq!((read.begins(), read.games()), (28_672, 20));
}

#[test]
fn large_weights_get_larger_steps() {
    let mut tables: Vec<_> =
        TupleSet::FourByFive.table_sizes().map(|size| Table::filled(size, 0.5).unwrap()).collect();
    tables[1][7] = -2e6;
    tables[1][8] = 30.0;
    tables[2][1 << 19] = 12.0;
    let network = Network::new(TupleSet::FourByFive, Sight::Plain, Weights::Points(tables), 3);
    let read = Network::read(&mut bytes(&network, 1.0).as_slice()).unwrap();
    let [_, second, third, _] = &*read.tables().map(Result::unwrap).collect::<Vec<_>>() else { panic!() };
    assert!((second[7] + 2e6).abs() < 1.0 && (second[8] - 30.0).abs() < 31.0 && second[9] == 0.5);
    assert_eq!((third[1 << 19], third[0]), (12.0, 0.5));
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
        let mut forged = Vec::new();
        let mut sink = Sink::new(&mut forged);
        sink.put(&content).and_then(|()| sink.finish()).unwrap();
        match Network::read(&mut forged.as_slice()) {
            // Another number of games, another step.
            Ok(network) => {
                accepted += 1;
                assert!(
                    network
                        .tables()
                        .map(Result::unwrap)
                        .all(|table| table.iter().all(|weight| weight.is_finite()))
                );
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
    assert!(refused > 20 && accepted > 8, "{refused} {accepted}");
}

/// Parts whose checksum fits although their content is wrong.
#[test]
fn forged_files_are_refused_with_one_line() {
    let sound = pack(&SOUND.0.tables().next().unwrap().unwrap(), 1.0).unwrap();
    let good = || sound.clone();
    let refused = |packed: &Packed| {
        let error = unpack(1 << 20, packed, Order::Usual).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
        error
    };
    assert!(unpack(1 << 20, &good(), Order::Usual).is_ok());
    let fewer = Packed { count: good().count - 1, ..good() };
    assert!(refused(&fewer).contains("weights for"));
    assert!(refused(&Packed { count: good().count + 1, ..good() }).contains("weights for"));
    let mut steps = good().steps;
    let last = steps.rest.pop().unwrap();
    assert!(refused(&Packed { steps: steps.clone(), ..good() }).contains("not those of"));
    steps.rest.extend([last, 1]);
    assert!(refused(&Packed { steps, ..good() }).contains("not those of"));
    let places = compress_to_vec(&vec![0xFF; 1 << 17], 1);
    assert!(refused(&Packed { places, ..good() }).contains("weights for 1048576 patterns"));
    let bomb = compress_to_vec(&vec![0; 1 << 24], 1);
    assert!(bomb.len() < 100_000 && refused(&Packed { places: bomb, ..good() }).contains("decompressed"));
    let mut rng = Rng::new(3);
    for _ in 0..60 {
        let mut packed = good();
        let mut parts: Vec<_> = [&mut packed.places].into_iter().chain(&mut packed.steps.classes).collect();
        parts.retain(|part| !part.is_empty());
        let part = rng.index(parts.len());
        let part = &mut parts[part];
        let at = rng.index(part.len());
        part[at] ^= 1 << rng.below(8);
        // A flip may leave a sound frame with other content: then there are as many weights as places.
        if let Err(error) = unpack(1 << 20, &packed, Order::Usual) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}
