//! Runs as files: stopped, resumed, of older kinds, and broken.

use plywise::{Notation, Rng};
use twenty48::Twenty48;
use twenty48::ntuple::{Network, Settings, Sight, Trainer};

use crate::run::{Run, bytes, train, weights};

fn trained(games: u64) -> Trainer {
    let settings = Settings {
        sight: Sight::Downgraded,
        optimism: 1_000.0,
        practice: true,
        seed: 3,
        block: 20,
        ..Settings::default()
    };
    crate::run::trained(settings, games)
}

fn read(mut file: &[u8]) -> Trainer {
    Trainer::read(&mut file).unwrap()
}

#[test]
fn a_run_that_is_stopped_and_resumed_is_the_same() {
    let mut resumed = trained(0);
    for games in [1, 19, 25] {
        train(&mut resumed, games);
        resumed = read(&bytes(&resumed));
    }
    assert_eq!(resumed.games(), 45);
    let whole = Run::of(&trained(45));
    assert!(Run::of(&resumed) == whole, "the runs differ");
    assert!(whole.tables.iter().map(Vec::len).sum::<usize>() > 1_000);
    // The description of the file is that of what is written.
    assert!(Run::of(&read(&whole.write())) == whole, "the files differ");
}

#[test]
fn tables_in_the_order_of_the_turned_tuples_are_read() {
    let (trainer, optimism) = (trained(30), 1_000.0);
    let run = Run::of(&trainer);
    let file = run.clone().turned().write();
    assert!(Run::of(&read(&file)) == run, "the runs differ");
    let network = Network::read(&mut file.as_slice()).unwrap();
    assert!(weights(&network, optimism) == weights(&trainer.network(), optimism), "the weights differ");
}

#[test]
fn a_run_remembers_its_stage() {
    let mut trainer = trained(0);
    trainer.begin_at(vec![Twenty48::START.read_position("16384 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0").unwrap()]);
    let file = bytes(&trainer);
    assert_eq!(read(&file).begins(), 16_384);
    assert_eq!(Network::read(&mut file.as_slice()).unwrap().begins(), 16_384);
}

#[test]
fn a_network_is_read_from_the_file_of_its_run() {
    let (trainer, optimism) = (trained(30), 1_000.0);
    let whole = bytes(&trainer);
    let met = Run::read(&whole).tables.iter().map(Vec::len).sum::<usize>();
    assert!(whole.len() < 16 * met, "{} for {met} patterns", whole.len());
    let network = Network::read(&mut whole.as_slice()).unwrap();
    assert_eq!((network.games(), network.sight()), (30, Sight::Downgraded));
    assert!(weights(&network, optimism) == weights(&trainer.network(), optimism), "the weights differ");
}

#[test]
fn broken_files_are_refused() {
    let whole = bytes(&trained(5));
    let refused = |bytes: &[u8]| {
        let mut bytes = bytes;
        let run = Trainer::read(&mut bytes.to_vec().as_slice()).map(drop).unwrap_err().to_string();
        let network = Network::read(&mut bytes).map(drop).unwrap_err().to_string();
        assert!(!run.contains('\n') && !network.contains('\n'));
        run
    };
    assert!(refused(b"").contains("no 2048 network"));
    assert!(refused(b"%PDF-1.7 and so on").contains("no 2048 network"));
    assert!(refused(&whole[..whole.len() - 1]).contains("breaks off"));
    assert!(refused(&[&whole[..], b"x"].concat()).contains("something follows"));
    let mut rng = Rng::new(1);
    for n in 0..16 {
        let mut broken = whole.clone();
        // Half of the flips hit the head, where every byte has a meaning of its own.
        let at = rng.index(if n % 2 == 0 { 300 } else { broken.len() });
        broken[at] ^= 1 << rng.below(8);
        refused(&broken);
        refused(&whole[..rng.index(whole.len())]);
    }
}
