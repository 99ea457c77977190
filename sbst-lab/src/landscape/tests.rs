use super::heights::{Heights, Measure};
use super::{colours, csv_file, picture, walk_plot};
use crate::chart::text_room::assert_texts_have_room;
use sbst_model::messages::{Height, LandscapeAxis, WalkStep};

fn axis(values: impl Iterator<Item = i64>) -> LandscapeAxis {
    let values: Vec<i64> = values.collect();
    LandscapeAxis {
        texts: values.iter().map(i64::to_string).collect(),
        positions: values.iter().map(|value| *value as f64).collect(),
    }
}

/// The heights of a condition `a == 0` behind `a < 20`, for its true outcome.
fn height(a: i64) -> Option<Height> {
    let at = |level, distance: f64| Height { level, distance, normalised: distance / (distance + 1.0) };
    match a {
        -3..=-2 => None,
        20.. => Some(at(1, (a - 19) as f64)),
        _ => Some(at(0, a.abs() as f64)),
    }
}

fn over_one() -> Heights {
    let values = || -5..=40;
    let heights = values().map(height).collect();
    Heights { inputs: vec!["a".into()], axes: vec![axis(values())], heights }
}

/// The heights of [`over_one`], with a second, larger input that is irrelevant.
fn over_two(scale: i64) -> Heights {
    let (first, second) = (|| -5..=40, || (-4..=4i64).map(move |value| value * scale));
    let heights = first().flat_map(|a| second().map(move |_| height(a))).collect();
    let axes = vec![axis(first()), axis(second())];
    Heights { inputs: vec!["pair.0".into(), "a_long_name[12].1".into()], axes, heights }
}

/// Counts the shapes of this colour in an SVG.
fn filled(svg: &str, colour: &str) -> usize {
    svg.lines().filter(|line| line.contains(&format!("fill=\"{colour}\""))).count()
}

#[test]
fn landscape_texts_are_neither_cut_off_nor_overlapping() {
    let function = "a_crate_with_a_name::and_its_module_which_goes_on::and_another_one::with_a_function_that_is_known_by_its_end";
    let details = "goal 3: ".to_owned() + &"some_long_name == another_long_name && ".repeat(9);
    for (name, heights) in [("one", over_one()), ("two", over_two(1)), ("large", over_two(1_000_000_000))] {
        for measure in [Measure::Fitness, Measure::Raw] {
            let drawing = picture::draw(function, &details, &heights, measure);
            assert_texts_have_room(name, &drawing.into_file());
        }
    }
}

#[test]
fn covered_and_unreached_points_have_no_heights() {
    let svg = |heights: &Heights, measure| picture::draw("d::f", "goal 0", heights, measure).into_file();
    let (covered, unreached) = (colours::COVERED, colours::UNREACHED);
    // One place, with the legend's; a stretch of two points.
    let line = svg(&over_one(), Measure::Fitness);
    assert_eq!((filled(&line, covered), filled(&line, unreached)), (2, 2));
    // Behind `a < 20`, the condition itself is not evaluated.
    let line = svg(&over_one(), Measure::Raw);
    assert_eq!((filled(&line, covered), filled(&line, unreached)), (2, 3));
    // 9 rows of the map, and the quadrangles of the surface to both sides.
    let map = svg(&over_two(1), Measure::Fitness);
    assert_eq!((filled(&map, covered), filled(&map, unreached)), (9 + 2 * 8 + 1, 9 + 1));
}

#[test]
fn values_stand_in_rows_with_the_heights() {
    let text = String::from_utf8(csv_file::write_heights(&over_two(10)).unwrap()).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 1 + 46 * 9);
    assert_eq!(rows[0], "pair.0,a_long_name[12].1,level,distance,fitness");
    assert_eq!(rows[1], "-5,-40,0,5,0.8333333333333334");
    assert_eq!(rows[1 + 2 * 9], "-3,-40,,,", "nothing was reached");
    assert_eq!(rows[46 * 9], "40,40,1,21,1.9545454545454546");
}

fn walk(distances: &[i64]) -> Vec<WalkStep> {
    let step = |(at, distance): (usize, &i64)| WalkStep {
        evaluations: 3 * at as u64 + 1,
        height: height(*distance),
    };
    distances.iter().enumerate().map(step).collect()
}

#[test]
fn a_walk_begins_anew_where_its_fitness_rises() {
    let steps = walk(&[9, 7, 7, 1, 30, 25, 8, 19, 0]);
    assert_eq!(walk_plot::restarts(&steps), [4, 7]);
    let details = "goal 0: a == 0 is true; restarting-hill-climbing";
    for measure in [Measure::Fitness, Measure::Raw] {
        let svg = walk_plot::draw("d::f", details, &steps, measure).into_file();
        assert_texts_have_room("walk", &svg);
        assert!(svg.contains("restart") && svg.contains("goal covered"));
    }
    let text = String::from_utf8(csv_file::write_walk(&steps).unwrap()).unwrap();
    assert_eq!(text.lines().nth(9), Some("8,25,0,0,0"));
}

#[test]
fn walk_of_no_or_many_steps_is_drawn() {
    let many: Vec<i64> = (0..50_000).map(|at| 19 - at % 19).collect();
    for steps in [walk(&[]), walk(&[5]), walk(&many)] {
        let svg = walk_plot::draw("d::f", "goal 0", &steps, Measure::Fitness).into_file();
        assert!(svg.len() < 2_000_000, "{} steps: {} bytes", steps.len(), svg.len());
    }
}
