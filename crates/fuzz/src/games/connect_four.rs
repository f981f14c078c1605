//! Connect Four, in the forms that are provided to games without their own.

use connect_four::ConnectFour;
use plywise::Notation;

use crate::{Target, as_text, laws};

pub(crate) const TARGETS: &[Target] = &[
    Target::quick("connect_four_position", |bytes| {
        as_text(bytes, |text| {
            laws::squares(&ConnectFour::<7, 6>::default(), text);
            laws::squares(&ConnectFour::<4, 4>::default(), text);
        });
    })
    .of(".|R|Y|r|y|/|\n| |......./|RYRYRYR|YRYRYRY/"),
    Target::quick("connect_four_moves", |bytes| {
        as_text(bytes, |text| {
            laws::moves(&ConnectFour::<7, 6>::default(), text, says);
            laws::moves(&ConnectFour::<4, 4>::default(), text, says);
        });
    })
    .of("\n|a|d|G|h| |1"),
    Target::quick("connect_four_games", |bytes| {
        as_text(bytes, |text| {
            laws::games(&ConnectFour::<7, 6>::default(), text, |_, _| {});
            laws::games(&ConnectFour::<4, 4>::default(), text, |_, _| {});
        });
    })
    .of("[Event \"x\"]\n|[Start \"|\"]\n|\"|\\|[Forfeit \"1 x\"]\n|# x\n|a |b |c |d\n|g |z |result 1:-1\n\
         |result 0:0\n|result unfinished\n|./|......./"),
];

fn says<G: Notation>(position: &G, mv: G::Move, given: &str) {
    assert!(position.move_text(mv).eq_ignore_ascii_case(given.trim()), "{given:?}");
}
