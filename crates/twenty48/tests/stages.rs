//! Which network a search looks at boards with.

use plywise::Notation;
use twenty48::ntuple::{Network, Settings, Sight, Stages, Trainer, TupleSet, large_total};
use twenty48::{Board, Twenty48};

use crate::run::train;

const MIDDLE: &str = "16384 8192 4096 1024 512 256 128 64 32 16 8 4 2 2 0 0";
const LATE: &str = "16384 8192 4096 2048 512 256 128 64 32 16 8 4 2 2 0 0";
const AFTER: &str = "32768 16384 8192 2048 512 256 128 64 32 16 8 4 2 2 0 0";
const SOON_AFTER: &str = "32768 8192 4096 1024 512 256 128 64 32 16 8 4 2 2 0 0";

fn position(text: &str) -> Twenty48 {
    Twenty48::START.read_position(text).unwrap()
}

fn board(text: &str) -> Board {
    position(text).board()
}

fn learned(starts: &[&str], games: u64) -> Network {
    let settings = Settings { tuples: TupleSet::FiveByFour, ..Settings::default() };
    let mut trainer = Trainer::new(settings).unwrap();
    trainer.begin_at(starts.iter().map(|text| position(text)).collect());
    train(&mut trainer, games);
    trainer.network()
}

#[test]
fn a_stage_begins_with_the_least_of_its_starts() {
    let totals = [MIDDLE, LATE, AFTER].map(|text| large_total(board(text)));
    assert_eq!(totals, [29_696, 30_720, 59_392]);
    assert_eq!(
        [&[LATE, MIDDLE][..], &[LATE], &[]].map(|starts| learned(starts, 0).begins()),
        [29_696, 30_720, 0]
    );
}

#[test]
fn the_root_tells_the_stage() {
    let (whole, late) = (learned(&[], 20), learned(&[LATE], 20));
    let stages = Stages::whole(whole.clone()).with_late(late.clone());
    for (text, network) in [
        ("2 4 8 16 0 0 0 0 0 0 0 0 0 0 0 0", &whole),
        (MIDDLE, &whole.seeing(Sight::Above(11))),
        (LATE, &late),
        (AFTER, &late.seeing(Sight::Above(12))),
        (SOON_AFTER, &whole.seeing(Sight::Above(14))),
    ] {
        let (seen, board) = (stages.at(board(text)), board(text));
        assert_eq!(
            (seen.expected(board), seen.sight()),
            (network.expected(board), network.sight()),
            "{text}"
        );
    }
    assert_ne!(late.expected(board(LATE)), whole.seeing(Sight::Above(10)).expected(board(LATE)));
    let downgraded = Stages::whole(whole.clone()).with_late(late.seeing(Sight::Downgraded));
    assert_eq!(downgraded.at(board(LATE)).sight(), Sight::Downgraded, "as it learned");
    assert_eq!(Stages::whole(whole).at(board(LATE)).sight(), Sight::Above(10));
}
