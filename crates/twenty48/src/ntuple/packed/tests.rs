//! What is forged under a checksum that fits does not get in; whole files are tried in `tests/packed.rs`.

use plywise::Rng;

use super::*;

/// A table of which some patterns were met, all others with this weight.
fn table(unseen: f32) -> Table<f32> {
    let (mut table, mut rng) = (Table::filled(1 << 16, unseen).unwrap(), Rng::new(5));
    for _ in 0..4_000 {
        table[rng.index(1 << 15)] = rng.below(1 << 19) as f32 / 64.0 - 4_000.0;
    }
    table
}

/// Weights stay in steps where what was not seen is a whole number of them.
#[test]
fn weights_are_unpacked_as_steps_where_they_can_be() {
    for (unseen, step, whole) in [(0.0, 16.0, true), (31.25, 0.25, true), (31.25, 4.0, false)] {
        let packed = pack(&table(unseen), step).unwrap();
        let unpacked = unpack(1 << 16, &packed, Order::Usual).unwrap();
        assert_eq!(matches!(unpacked, Unpacked::Steps(_)), whole, "{unseen} {step}");
    }
}

/// Parts whose checksum fits although their content is wrong.
#[test]
fn forged_files_are_refused_with_one_line() {
    let sound = pack(&table(0.0), 1.0).unwrap();
    let good = || sound.clone();
    let refused = |packed: &Packed| {
        let error = unpack(1 << 16, packed, Order::Usual).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
        error
    };
    assert!(unpack(1 << 16, &good(), Order::Usual).is_ok());
    let fewer = Packed { count: good().count - 1, ..good() };
    assert!(refused(&fewer).contains("weights for"));
    assert!(refused(&Packed { count: good().count + 1, ..good() }).contains("weights for"));
    let mut steps = good().steps;
    let last = steps.rest.pop().unwrap();
    assert!(refused(&Packed { steps: steps.clone(), ..good() }).contains("not those of"));
    steps.rest.extend([last, 1]);
    assert!(refused(&Packed { steps, ..good() }).contains("not those of"));
    let places = compress_to_vec(&vec![0xFF; 1 << 13], 1);
    assert!(refused(&Packed { places, ..good() }).contains("weights for 65536 patterns"));
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
        if let Err(error) = unpack(1 << 16, &packed, Order::Usual) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}
