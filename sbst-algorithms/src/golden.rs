//! Reads the notebook's results for its populations, tests and steps: `tests/golden/fixtures.txt`,
//! written by `benches/notebook/notebook.py`. A line is a word and numbers; lines before the next
//! heading belong together.

use sbst_model::{Distance, NodeKind, TestCase};

const FIXTURES: &str = include_str!("../tests/golden/fixtures.txt");
const HEADINGS: [&str; 3] = ["mosa ", "mio ", "schedule"];

/// The lines below a heading.
pub(crate) fn section(heading: &str) -> impl Iterator<Item = Line> + '_ {
    let lines = FIXTURES.lines().skip_while(move |line| *line != heading).skip(1);
    lines.take_while(|line| !HEADINGS.iter().any(|heading| line.starts_with(heading))).map(Line::parse)
}

pub(crate) struct Line {
    pub(crate) word: &'static str,
    /// Up to a colon, if any, and after it.
    parts: [Vec<&'static str>; 2],
}

impl Line {
    fn parse(line: &'static str) -> Line {
        let mut words = line.split(' ');
        let word = words.next().expect("no line is empty");
        let mut first = Vec::new();
        first.extend(words.by_ref().take_while(|word| *word != ":"));
        Line { word, parts: [first, words.collect()] }
    }

    /// The numbers before the colon.
    pub(crate) fn numbers(&self) -> Vec<i64> {
        self.parts[0].iter().map(|word| word.parse().expect("a whole number")).collect()
    }

    pub(crate) fn indices(&self) -> Vec<u32> {
        self.numbers()
            .into_iter()
            .map(|number| u32::try_from(number).expect("no index is negative"))
            .collect()
    }

    /// The numbers of the line, or after its colon, with fractions.
    pub(crate) fn reals(&self) -> Vec<f64> {
        let part = if self.parts[1].is_empty() { &self.parts[0] } else { &self.parts[1] };
        part.iter().map(|word| word.parse().expect("a number")).collect()
    }

    pub(crate) fn reached(&self) -> Vec<(u32, Distance)> {
        let steps = self.parts[1].iter().map(|word| word.parse().ok().map(Distance::from_steps));
        (0..).zip(steps).filter_map(|(goal, distance)| Some((goal, distance?))).collect()
    }

    /// The test with the numbers from this index: three sides, or the characters of a text.
    pub(crate) fn test(&self, program: &str, from: usize) -> TestCase {
        let values = &self.numbers()[from..];
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Statement, 0);
        if program == "triangle" {
            values.iter().for_each(|&value| _ = test.leaf(NodeKind::Integer, value as u64));
        } else {
            let characters = values.iter().map(|&value| char::from_u32(value as u32).expect("no surrogate"));
            test.push_text(&characters.collect::<String>());
        }
        test.close(call);
        test
    }
}
