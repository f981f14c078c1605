//! Drawings: what stands in them, and where.

use lab::chart::{Axis, Bar, Lines, Point, add, bars, columns, shared_end, short, standalone};
use lab::{CoursePoint, CourseWords, Panel, course_svg, draw};
use plywise::Value;
use plywise::trace::ExitReason;
use registry::{TextNode, TextTree};

/// Of a plot, in pixels.
const WIDTH: f64 = 860.0;

const FREE: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

#[test]
fn shares_stay_within_theirs() {
    let all = Bar { name: "all".into(), value: 100.0, error: Some(4.0), published: Some((2.0, Some(5.0))) };
    let free = bars("t", "wins (%)", std::slice::from_ref(&all), FREE, WIDTH);
    let within = bars("t", "wins (%)", &[all], (0.0, 100.0), WIDTH);
    assert!(free.contains(">-20</text>") && free.contains(">120</text>"), "{free}");
    assert!(within.contains(">0</text>") && within.contains(">100</text>"), "{within}");
    assert!(!within.contains(">-20</text>") && !within.contains(">120</text>"), "{within}");
}

#[test]
fn every_value_is_there() {
    let bar = |value, published| Bar { name: "x".repeat(60), value, error: Some(1.0), published };
    let svg = bars("t", "wins (%)", &[bar(60.0, Some((63.0, Some(4.8)))), bar(90.0, None)], FREE, WIDTH);
    assert_eq!(svg.matches("<title>").count(), 1 + 3);
    assert!(svg.contains("published") && svg.contains('…') && !svg.contains("NaN"));
    let shares = vec![("a".to_owned(), vec![(1024.0, 0.25), (2048.0, 0.75)]), ("b".to_owned(), Vec::new())];
    let svg = columns("t", "tile", &shares, WIDTH);
    assert_eq!(svg.matches("<rect").count(), 2 + 2, "two columns and two entries of the legend");
    assert!(svg.contains("75.0 %"));
    assert!(
        !bars("t", "l", &[], FREE, WIDTH).contains("NaN") && !columns("t", "l", &[], WIDTH).contains("NaN")
    );
}

#[test]
fn ends_meet_and_round_numbers_lie_between() {
    let axis = Axis::new([63.0, 98.0].into_iter(), 0.0, 100.0, false);
    let (low, high) = (axis.ticks()[0], *axis.ticks().last().unwrap());
    assert_eq!((axis.at(low), axis.at(high)), (0.0, 100.0));
    assert!(low <= 63.0 && high >= 98.0);
    let depths = Axis::new([3.0, 5.0, 7.0].into_iter(), 0.0, 100.0, false);
    assert_eq!(depths.ticks(), [3.0, 4.0, 5.0, 6.0, 7.0]);
    let log = Axis::new([95.0, 120_000.0, 0.0].into_iter(), 100.0, 0.0, true);
    assert_eq!(log.ticks(), [10.0, 100.0, 1000.0, 10_000.0, 100_000.0, 1_000_000.0]);
    assert!((log.at(1000.0) - 60.0).abs() < 1e-9);
    let narrow = Axis::new([40.0, 640.0].into_iter(), 0.0, 100.0, true);
    assert_eq!(narrow.ticks(), [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]);
    for values in [vec![], vec![5.0], vec![0.0], vec![-1.0, f64::NAN]] {
        for log in [false, true] {
            let axis = Axis::new(values.iter().copied(), 0.0, 1.0, log);
            assert!(axis.ticks().len() >= 2 && axis.at(5.0).is_finite(), "{values:?}");
        }
    }
}

#[test]
fn numbers_at_axes_are_short() {
    let texts = [0.0, 0.5, 12.0, 25_000.0, 1_500_000.0, 0.0001, -3.25].map(short);
    assert_eq!(texts, ["0", "0.5", "12", "25k", "1.5M", "1e-4", "-3.25"]);
}

#[test]
fn points_and_their_errors_have_the_same_digits() {
    let bar = |value, error| Bar { name: "a".into(), value, error, published: None };
    let svg = bars("t", "l", &[bar(54.0, Some(5.234)), bar(0.5, None)], FREE, WIDTH);
    let told: Vec<&str> = svg.split("<title>").skip(2).map(|rest| rest.split('<').next().unwrap()).collect();
    assert_eq!(told, ["a: 54 ± 5", "a: 0.5"]);
}

/// A tile is a name.
#[test]
fn columns_stand_over_whole_numbers() {
    let svg = columns("tiles", "tile", &[("a".into(), vec![(8192.0, 0.5), (16_384.0, 0.5)])], WIDTH);
    assert!(svg.contains(">8192<") && svg.contains(">16384<"), "{svg}");
}

#[test]
fn what_all_bars_share_is_left_out() {
    assert_eq!(shared_end(&["a, b, 1 s", "c, b, 1 s"]), ", b, 1 s");
    assert_eq!(shared_end(&["a, b, 1 s", "c, d, 1 s"]), ", 1 s");
    assert_eq!([shared_end(&["a, b", "c, d"]), shared_end(&["a, b"]), shared_end(&[])], ["", "", ""]);
}

#[test]
fn alone_a_plot_has_its_colours() {
    let point = |x| Point { x, y: x, error: None, name: "p".into() };
    let mut two = Lines {
        lines: Vec::new(),
        published: Vec::new(),
        x_label: "x".into(),
        y_label: "y".into(),
        log_x: false,
        log_y: false,
        dots: true,
        bounds: FREE,
    };
    for name in ["one", "two"] {
        [1.0, 2.0].into_iter().for_each(|x| add(&mut two.lines, name, point(x)));
    }
    let alone = standalone(&two.svg("a < b", WIDTH));
    assert!(alone.starts_with("<svg ") && alone.contains("xmlns="), "{alone}");
    assert!(
        alone.contains("stroke=\"#c4501b\"")
            && alone.contains(".chart text { font: 12px system-ui, sans-serif; fill: #1c2733; }")
    );
    assert!(!alone.contains("var("), "a variable that only the page knows: {alone}");
    assert!(alone.contains("a &lt; b") && alone.ends_with("</svg>\n"));
}

#[test]
fn published_lines_stand_beside_ours() {
    let point = |x, y| Point { x, y, error: Some(1.0), name: "a <b>".into() };
    let mut lines = Vec::new();
    let mut published = Vec::new();
    for x in [3.0, 1.0] {
        add(&mut lines, "pruned", point(x, 60.0 + x));
        add(&mut lines, "full", point(x, 50.0 + x));
        add(&mut published, "full", point(x, 51.0));
    }
    let all = Lines {
        lines,
        published,
        x_label: "depth".into(),
        y_label: "wins".into(),
        log_x: false,
        log_y: true,
        dots: true,
        bounds: (0.0, 100.0),
    };
    let svg = all.svg("wins & depth", 860.0);
    assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (3, 6));
    assert_eq!(svg.matches("line published").count(), 2, "the line and the legend");
    assert!(svg.contains("full, published") && svg.contains("wins &amp; depth") && !svg.contains("<b>"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

const WORDS: CourseWords<'_> = CourseWords { unit: "points", at: "trials", best: "best", mean: "mean" };

/// Ends of the frame in pixels.
const LEFT: f64 = 70.0;
const RIGHT: f64 = 840.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 394.0;

#[test]
fn a_course_is_drawn_inside_its_frame() {
    let point = |n: u32| {
        let at = f64::from(n * 50);
        CoursePoint { at, best: 100.0 + at, mean: 80.0 + at / 2.0, spread: 10.0 }
    };
    for count in [0, 1, 2, 40] {
        let svg = course_svg(&(1..=count).map(point).collect::<Vec<_>>(), &WORDS);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        let mut points = 0;
        for pair in svg
            .split("points=\"")
            .skip(1)
            .flat_map(|part| part.split('"').next().unwrap_or("").split_whitespace().collect::<Vec<_>>())
        {
            let (x, y) = pair.split_once(',').expect("pairs of numbers");
            let (x, y): (f64, f64) = (x.parse().expect("a number"), y.parse().expect("a number"));
            assert!((LEFT..=RIGHT).contains(&x) && (TOP..=BOTTOM).contains(&y), "{pair}");
            points += 1;
        }
        assert_eq!(points, 4 * count, "two lines and both sides of the band");
    }
}

fn node(
    mv: &str,
    ply: u32,
    value: f64,
    why: ExitReason,
    children: Vec<usize>,
    left_out: &[&str],
) -> TextNode {
    TextNode {
        mv: mv.into(),
        ply,
        maximising: ply.is_multiple_of(2),
        window: (None, None),
        value: Some(Value::Points(value)),
        why,
        children,
        left_out: left_out.iter().map(|&mv| mv.to_owned()).collect(),
        chance: false,
        probability: None,
        probe: false,
        position: String::new(),
    }
}

#[test]
fn what_was_cut_is_marked_where_the_other_search_went() {
    let all = TextTree {
        nodes: vec![
            node("", 0, 3.0, ExitReason::Searched, vec![1, 2], &[]),
            node("a", 1, 3.0, ExitReason::Searched, vec![], &[]),
            node("b<", 1, 1.0, ExitReason::Searched, vec![3, 4], &[]),
            node("c", 2, 1.0, ExitReason::Horizon, vec![], &[]),
            node("d", 2, 9.0, ExitReason::Horizon, vec![], &[]),
        ],
        entered: 5,
        in_all: 5,
    };
    let mut cut = all.clone();
    cut.nodes.pop();
    cut.nodes[2] = node("b<", 1, 1.0, ExitReason::Cut { by: 0, left_out: 1 }, vec![3], &["d"]);
    let panels = [Panel { title: "all & sundry", tree: &all }, Panel { title: "cut", tree: &cut }];
    let svg = draw(&panels, 9);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("class=\"ghost\"").count(), 1);
    assert_eq!(svg.matches("class=\"cut\"").count(), 2, "one edge and the legend");
    assert!(svg.contains("all &amp; sundry") && svg.contains("b&lt;") && !svg.contains("b<"));
    assert_eq!(svg.matches("edge best").count(), 2 + 1, "one edge in each panel, and the legend");
    let folded = draw(&panels, 1);
    assert!(folded.contains(">+1</text>"));
}
