//! Books: their values, their texts, and who plays from them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::toys::web::{Shape, Web};
use plywise::book::{Searched, Shelf, best, block, header, line, of_bytes, packed, read, unpacked};
use plywise::{
    Agent, Book, BookAgent, BookGame, Checksum, Game, Limits, Notation, RandomAgent, Rng, Score, Seat, Stop,
    Value,
};

/// What a search would say: anything, now and then that it is won or lost.
fn searched(position: Web, rng: &mut Rng) -> Searched<Web> {
    let value = match rng.below(20) {
        0 => Score::won_in(3),
        1 => Score::lost_in(5),
        _ => Score::heuristic(rng.below(41) as i32 - 20),
    };
    Searched { position, value, nodes: 1 + rng.below(1000) }
}

/// Some positions that play from the start comes to, in the order of a walk.
fn some(start: Web, count: usize, seed: u64) -> Vec<Searched<Web>> {
    let mut rng = Rng::new(seed);
    let (mut known, mut open) = (HashMap::new(), vec![start]);
    let mut all = Vec::new();
    while let Some(position) = open.pop() {
        if all.len() == count || position.is_over() || known.insert(position.canonical(), ()).is_some() {
            continue;
        }
        all.push(searched(position, &mut rng));
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for mv in moves {
            let mut child = position;
            child.play(mv);
            open.insert(rng.index(open.len() + 1), child);
        }
    }
    all
}

fn book_of(all: &[Searched<Web>]) -> Book<Web> {
    let mut book = Book::default();
    for searched in all {
        book.insert(searched.clone());
    }
    book.back_up();
    book
}

/// The slow twin: what its rules say and nothing clever. What each position's search said is all that it is given.
struct Twin(HashMap<(u16, Seat), Score>);

impl Twin {
    fn own(&self, position: Web) -> Option<Score> {
        self.0.get(&(position.at, position.seat)).copied()
    }

    fn children(position: Web) -> Vec<Web> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let child = |mv| {
            let mut child = position;
            child.play(mv);
            child
        };
        moves.into_iter().map(child).collect()
    }

    fn is_expanded(&self, position: Web) -> bool {
        Self::children(position).into_iter().all(|child| child.is_over() || self.own(child).is_some())
    }

    /// Whether play within the book comes from one position to another.
    fn leads(&self, from: Web, to: Web) -> bool {
        let (mut met, mut open) = (Vec::new(), vec![from]);
        while let Some(position) = open.pop() {
            let place = (position.at, position.seat);
            if place == (to.at, to.seat) {
                return true;
            }
            if !position.is_over() && !met.contains(&place) && self.is_expanded(position) {
                open.extend(Self::children(position));
            }
            met.push(place);
        }
        false
    }

    fn value(&self, position: Web) -> Score {
        if !self.is_expanded(position) {
            return self.own(position).expect("a position of the book");
        }
        let worth = |child: Web| {
            let value = match child.is_over() {
                true => child.finished(child.seat),
                false if self.leads(child, position) => self.own(child).expect("it is there"),
                false => self.value(child),
            };
            // A ply further away.
            match -value.raw() {
                won if (-value).is_proven() && won > 0 => won - 1,
                lost if (-value).is_proven() => lost + 1,
                points => points,
            }
        };
        let best = Self::children(position).into_iter().map(worth).max().expect("it is not over");
        match best {
            points if points.abs() <= Score::HEURISTIC_LIMIT => Score::heuristic(points),
            won if won > 0 => Score::won_in((Score::won_in(0).raw() - won) as u32),
            lost => Score::lost_in((lost - Score::lost_in(0).raw()) as u32),
        }
    }
}

const SHAPES: [fn(u64) -> Shape; 2] =
    [|seed| Shape::Onwards { seed, size: 60 }, |seed| Shape::Rings { seed, size: 40 }];

#[test]
fn backed_up_values_are_those_of_a_slow_twin() {
    let (mut expanded, mut changed) = (0, 0);
    for seed in 0..60 {
        for shape in SHAPES {
            let all = some(Web::new(shape(seed)), 10 + seed as usize, seed);
            let book = book_of(&all);
            let twin =
                Twin(all.iter().map(|one| ((one.position.at, one.position.seat), one.value)).collect());
            for one in &all {
                let at = book.find(&one.position).expect("it was added");
                assert_eq!(book.value(at), twin.value(one.position), "seed {seed}, {:?}", one.position);
                assert_eq!(book.replies(at).is_some(), twin.is_expanded(one.position));
                changed += usize::from(book.value(at) != one.value);
            }
            expanded += book.expanded();
        }
    }
    assert!(expanded > 1000 && changed > 500, "{expanded} expanded, {changed} changed");
}

#[test]
fn values_do_not_depend_on_the_order_of_lines() {
    for seed in 0..40 {
        for shape in SHAPES {
            let all = some(Web::new(shape(seed)), 40, seed);
            let (book, mut turned) = (book_of(&all), all.clone());
            turned.reverse();
            let other = book_of(&turned);
            for one in &all {
                let value = |book: &Book<Web>| book.value(book.find(&one.position).expect("it was added"));
                assert_eq!(value(&book), value(&other), "seed {seed}, {:?}", one.position);
            }
        }
    }
}

#[test]
fn images_are_one_and_the_search_of_more_nodes_stays() {
    let position = Web::new(Shape::Onwards { seed: 1, size: 60 });
    let (mut book, mirrored) = (Book::default(), Web { mirrored: true, ..position });
    let one = |position, value, nodes| Searched { position, value: Score::heuristic(value), nodes };
    for (is_new, value, position, nodes) in
        [(true, 5, mirrored, 10), (false, 5, position, 10), (true, 7, position, 11), (false, 7, mirrored, 9)]
    {
        assert_eq!(book.insert(one(position, if is_new { value } else { 99 }, nodes)), is_new);
        book.back_up();
        let at = book.find(&mirrored).expect("it is there");
        assert_eq!((book.len(), book.value(at).raw(), book.find(&position)), (1, value, Some(at)));
        assert!(!book.get(at).position.mirrored);
    }
}

#[test]
fn texts_read_as_they_were_written_in_any_order_and_dress() {
    let start = Web::new(Shape::Rings { seed: 3, size: 40 });
    let all = some(start, 40, 3);
    let text = header("web") + &block::<Web>([]) + &block(&all[..10]) + &block(&all[10..]);
    let found = read(&start, "web", &text).unwrap();
    assert_eq!((found.positions.len(), found.whole), (all.len(), Some((all.len(), text.len()))));
    assert_eq!(found.positions, all);
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    let dressed = format!("\u{feff}{}\r\n\r\n# a remark", lines.join("\r\n"));
    let sorted = read(&start, "web", &dressed).unwrap();
    assert_eq!(sorted.whole, None, "no run wrote it like this");
    assert_eq!(block(book_of(&sorted.positions).iter()).len(), block(book_of(&all).iter()).len());
    for one in &all {
        assert!(sorted.positions.contains(one));
    }
    // A run that is killed leaves half a line; what is whole is known.
    let whole = text.find("# 10 positions\n").unwrap() + 15;
    for cut in whole..text.len() {
        let found = read(&start, "web", &text[..cut]).unwrap();
        assert_eq!(found.whole, Some((10, whole)), "cut at {cut}");
    }
}

#[test]
fn what_is_damaged_or_foreign_gets_one_line() {
    let start = Web::new(Shape::Onwards { seed: 3, size: 60 });
    let all = some(start, 12, 3);
    let text = header("web") + &block(&all);
    let refused = |text: &str| of_bytes(&start, "web", text.as_bytes()).expect_err("it is refused");
    // Every byte of a position's line counts.
    let second = text.find('\n').unwrap() + 1;
    let length = text[second..].find('\n').unwrap();
    for at in second..second + length {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 2;
        let why = of_bytes(&start, "web", &bytes).err().unwrap_or_else(|| panic!("byte {at} counts"));
        assert!(why.starts_with(", line 2: ") && !why.contains('\n'), "{why}");
    }
    let sealed =
        |said: &str| header("web") + &format!("{said} {:016x}\n", Checksum::of(said.as_bytes()).get());
    for (text, why) in [
        (String::new(), " holds no book of web; plywise book web writes them"),
        ("Dear reader,\n".into(), " holds no book of web; plywise book web writes them"),
        (header("spider") + &block(&all), " is a book of \"spider\", not of web; name one of web"),
        (
            text.replace("book 1", "book 2"),
            " is a book of version 2, this program reads version 1; take the program that wrote it",
        ),
        (
            text.replace("book 1", "book \r"),
            " is a book of version \\r, this program reads version 1; take the program that wrote it",
        ),
        (header("web") + "0 0 5\n", ", line 2: a position stands there as POSITION VALUE NODES CHECKSUM"),
        (sealed("0 0 x 5"), ", line 2: a position stands there as POSITION VALUE NODES CHECKSUM"),
        (sealed("0 2 5 5"), ", line 2: \"0 2\" is no place with a seat, such as 12 0"),
        (sealed("0 0 1000050000 5"), ", line 2: 1000050000 is no value"),
        (sealed("0 0 -2147483648 5"), ", line 2: -2147483648 is no value"),
        (sealed("200 0 5 5"), ", line 2: this game is over; no search values it"),
    ] {
        assert_eq!(refused(&text), why);
    }
    assert_eq!(of_bytes(&start, "web", b"\xFFx").unwrap_err(), ": this is no text: byte 1 is not UTF-8");
    assert_eq!(
        of_bytes(&start, "web", sealed("0 0 1000200000 5").as_bytes()).unwrap().value(0),
        Score::won_in(0)
    );
}

#[test]
fn packed_books_say_the_same() {
    for seed in 0..40 {
        let start = Web::new(Shape::Onwards { seed, size: 60 });
        let book = book_of(&some(start, 50, seed));
        let bytes = packed(&book, "web");
        let other = unpacked(&start, "web", &bytes).unwrap();
        assert_eq!((other.len(), other.expanded()), (book.len(), book.expanded()));
        for one in book.iter() {
            let at = other.find(&one.position).expect("it is there");
            assert_eq!((other.get(at).value, other.get(at).nodes), (one.value, 0));
            assert_eq!(other.value(at), book.value(book.find(&one.position).unwrap()));
        }
        assert!(bytes.len() < 5 * book.len() + 40, "{} bytes of {} positions", bytes.len(), book.len());
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(of_bytes(&start, "web", &changed).is_err(), "byte {at} counts");
            // Forged, it is a book or none, but no more than that.
            let (content, _) = changed.split_last_chunk::<8>().unwrap();
            let forged = [content, &Checksum::of(content).get().to_le_bytes()].concat();
            let _ = of_bytes(&start, "web", &forged);
        }
    }
}

/// Plays the last move, and says what it was told.
struct Last;

impl Agent<Web> for Last {
    fn choose_with_progress(
        &mut self,
        position: &Web,
        limits: &Limits,
        tell: &mut plywise::trace::Tell<'_, u8>,
    ) -> plywise::Report<u8, Value> {
        let report = RandomAgent::default().choose_with_progress(position, limits, tell);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        plywise::Report { best: moves.last().copied(), nodes: 77, ..report }
    }

    fn time_report(&mut self) -> Option<String> {
        Some("long".into())
    }
}

#[test]
fn an_agent_plays_from_the_book_and_leaves_it_where_it_ends() {
    let (mut inside, mut outside) = (0, 0);
    for seed in 0..30 {
        let start = Web::new(Shape::Onwards { seed, size: 60 });
        let book = Arc::new(book_of(&some(start, 40, seed)));
        let mut agent = BookAgent::new(Arc::clone(&book), Box::new(Last));
        agent.new_game(1);
        let mut position = start;
        while !position.is_over() {
            let report = agent.choose(&position, &Limits::default());
            if let Some(answers) = book.answers(&position) {
                let most = answers.iter().map(|answer| answer.1).max().unwrap();
                let first = answers.iter().find(|answer| answer.1 == most).unwrap().0;
                assert_eq!((report.best, report.value), (Some(first), most.to_value(1)));
                assert_eq!(best::<Web>(&answers), Some((first, most)));
                assert_eq!((report.nodes, report.depth, report.stopped), (0, 0, Stop::Book));
                assert_eq!(report.line.first(), Some(&first));
                let told: Vec<_> = answers.iter().map(|answer| Some(answer.1.to_value(1))).collect();
                assert_eq!((agent.move_values(&position), agent.time_report()), (Some(told), None));
                inside += 1;
            } else {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                assert_eq!((report.best, report.nodes), (moves.last().copied(), 77));
                assert_eq!((agent.move_values(&position), agent.time_report()), (None, Some("long".into())));
                outside += 1;
            }
            position.play(report.best.expect("it is not over"));
        }
        assert!(agent.choose(&position, &Limits::default()).best.is_none());
    }
    assert!(inside > 30 && outside > 30, "{inside} moves in the book, {outside} out of it");
}

#[test]
fn lines_end_where_play_comes_back() {
    let start = Web::new(Shape::Written(&[&[1], &[2], &[3], &[0]]));
    let mut book = Book::default();
    for at in 0..4 {
        book.insert(Searched {
            position: Web { at, seat: Seat((at % 2) as u8), ..start },
            value: Score::heuristic(i32::from(at)),
            nodes: 1,
        });
    }
    book.back_up();
    assert_eq!(book.line(&start).len(), 100);
    assert_eq!(book.value(0), Score::heuristic(-1), "the search of what comes back is believed");
}

#[test]
fn a_book_is_opened_once() {
    static SHELF: Shelf<Web> = Shelf::new();
    let start = Web::new(Shape::Onwards { seed: 3, size: 60 });
    let path = std::env::temp_dir().join(format!("plywise-shelf-{}", std::process::id()));
    let write = |count| std::fs::write(&path, header("web") + &block(&some(start, count, 3))).unwrap();
    write(12);
    let open = || SHELF.open(&path, &start, "web");
    let first = open().unwrap();
    assert!(Arc::ptr_eq(&first, &open().unwrap()));
    write(13);
    assert_eq!((first.len(), open().unwrap().len()), (12, 13), "another book by the same name");
    std::fs::remove_file(&path).unwrap();
    assert!(open().unwrap_err().starts_with(&*path.to_string_lossy()));
    assert!(line(&first.get(0).clone()).starts_with(&first.get(0).position.position_text()));
}
