//! Cells, sets of them and moves, by themselves.

use cantgoback::{Cell, Cells, Direction, Move};

fn every_cell() -> impl Iterator<Item = Cell> {
    (0..16).flat_map(|row| (0..16).map(move |column| Cell::new(row, column)))
}

#[test]
fn cells_read_back() {
    for cell in every_cell() {
        assert_eq!(Cell::parse(&cell.to_string()), Some(cell));
    }
    for bad in ["", "a", "a0", "a17", "q1", "1a", "a01", "a1 ", "a16x", "ä1", "a+1"] {
        assert_eq!(Cell::parse(bad), None, "{bad:?}");
    }
}

#[test]
fn spreading_is_stepping_in_all_directions() {
    for cell in every_cell() {
        let mut steps = Cells::of(cell);
        for direction in Direction::ALL {
            if let Some(to) = cell.step(direction) {
                steps.insert(to);
                assert_eq!(to.step(direction.opposite()), Some(cell));
                assert_eq!(to.row().abs_diff(cell.row()) + to.column().abs_diff(cell.column()), 1);
            }
        }
        assert_eq!(Cells::of(cell).spread(), steps, "{cell}");
    }
}

#[test]
fn sets_list_and_count_what_was_put_in() {
    let set: Cells = every_cell().filter(|c| (c.row() * 7 + c.column() * 3) % 5 == 0).collect();
    assert!(set.iter().all(|c| set.has(c)));
    assert_eq!(set.len() as usize, set.iter().count());
    assert!(set.iter().is_sorted());
    assert_eq!(set.nth(3), set.iter().nth(3));
    assert_eq!(set.nth(256), None);
    assert_eq!((set | !set).len(), 256);
    assert!((set & !set).is_empty());
    let mut less = set;
    less.remove(set.nth(0).expect("not empty"));
    assert_eq!(less.len() + 1, set.len());
}

#[test]
fn moves_read_back() {
    let chance = [Move::Stuck, Move::NoFruit, Move::Fruit, Move::Value(3), Move::Life(255)];
    let cells = [Cell::new(0, 0), Cell::new(15, 15)].map(Move::At);
    for mv in Direction::ALL.map(Move::Step).into_iter().chain(chance).chain(cells) {
        assert_eq!(Move::parse(&mv.text()), Some(mv));
        assert_eq!(Move::parse(&mv.text().to_uppercase()), Some(mv));
    }
}

#[test]
fn the_keys_are_those_of_the_handout() {
    let keys = ["w", "d", "s", "a"].map(Move::parse);
    assert_eq!(keys, Direction::ALL.map(|d| Some(Move::Step(d))));
    // "u", "r" and "l" are no short forms: "d" for down would clash with the key for right.
    for bad in ["u", "r", "l", "ww", "value=-3", "value=", "life=256", "at=", "at=z9", "value=70000"] {
        assert_eq!(Move::parse(bad), None, "{bad:?}");
    }
}
