//! Orders and answers between the command and the server of mutants in a test executable.
//!
//! 1. The command starts an executable with [`SERVE`] and with many arguments, to reserve room for
//!    the tests' names. It writes orders, a line each, and reads an answer to each.
//! 2. For each order except the first kind, the server forks, and the child executes tests like the
//!    harness with the order's [arguments](Order::arguments).
//! 3. Points are numbered across the executable. Alternatives of a point are numbered from 1.
//! 4. The word of a point in a recording. Bit 0: it was executed; bit n: alternative n made a
//!    difference; bit 15 + n: alternative n is applicable.

use std::fmt::Write as _;
use std::io::{self, BufRead, ErrorKind};

/// The environment variable that makes an executable a server.
pub const SERVE: &str = "SBST_MUTANTS_SERVE";

/// Practically unlimited steps.
const UNLIMITED: u64 = u64::MAX >> 1;

/// A request to a server of mutants.
///
/// ```
/// use sbst_model::mutants::{Limits, Order};
///
/// let tests = vec!["tests::adds".to_owned()];
/// let order =
///     Order::Run { alternatives: vec![(3, 1)], stops: true, limits: Limits::default(), tests };
/// assert_eq!(Order::parse(order.line().trim_end()), Some(order));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Describe functions and alternatives.
    Describe,
    /// Print the names of tests.
    List,
    /// Execute a test, and record.
    Record { test: String },
    /// Execute tests with alternatives of points: up to the first failure if `stops`, otherwise
    /// all.
    Run { alternatives: Vec<(u32, u8)>, stops: bool, limits: Limits, tests: Vec<String> },
}

/// The limits of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub steps: u64,
    /// The limit of processes that do not count steps.
    pub milliseconds: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: UNLIMITED, milliseconds: 60_000 }
    }
}

impl Order {
    pub fn line(&self) -> String {
        let mut line = match self {
            Order::Describe => "describe".to_owned(),
            Order::List => "list".to_owned(),
            Order::Record { test } => format!("record\t{test}"),
            Order::Run { alternatives, stops, limits, tests } => {
                let alternatives: Vec<String> =
                    alternatives.iter().map(|(point, number)| format!("{point}.{number}")).collect();
                let Limits { steps, milliseconds } = limits;
                let (alternatives, tests) = (alternatives.join(","), tests.join("\t"));
                format!("run\t{alternatives}\t{stops}\t{steps}\t{milliseconds}\t{tests}")
            }
        };
        line.push('\n');
        line
    }

    pub fn parse(line: &str) -> Option<Order> {
        let mut words = line.split('\t');
        Some(match words.next()? {
            "describe" => Order::Describe,
            "list" => Order::List,
            "record" => Order::Record { test: words.next()?.to_owned() },
            "run" => {
                let alternative = |text: &str| {
                    let (point, number) = text.split_once('.')?;
                    Some((point.parse().ok()?, number.parse().ok()?))
                };
                let alternatives = words.next()?.split(',').map(alternative).collect::<Option<_>>()?;
                let stops = words.next()?.parse().ok()?;
                let limits =
                    Limits { steps: words.next()?.parse().ok()?, milliseconds: words.next()?.parse().ok()? };
                Order::Run { alternatives, stops, limits, tests: words.map(str::to_owned).collect() }
            }
            _ => return None,
        })
    }

    /// The arguments of the harness.
    pub fn arguments(&self) -> Vec<&str> {
        match self {
            Order::Describe => Vec::new(),
            Order::List => vec!["--list", "--format=terse"],
            Order::Record { test } => vec!["--test-threads=1", "--color=never", "--exact", test],
            Order::Run { tests, .. } => {
                let fixed = ["--test-threads=1", "--color=never", "--exact"];
                fixed.into_iter().chain(tests.iter().map(String::as_str)).collect()
            }
        }
    }
}

/// The end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Exit(i32),
    Signal(i32),
    /// Ended because a test failed.
    Failed,
    /// Ended because it took too long.
    Late,
}

/// The answer to an order to execute tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub ended: Ended,
    /// Executed steps.
    pub steps: u64,
    /// 1 if the steps ran out, 2 if the alternative is inapplicable, otherwise 0.
    pub mark: u8,
    /// The words of points that are not 0.
    pub words: Vec<(u32, u32)>,
    /// The output of the harness.
    pub output: Vec<u8>,
}

impl Answer {
    pub fn bytes(&self) -> Vec<u8> {
        let (kind, code) = match self.ended {
            Ended::Exit(code) => ("exit", code),
            Ended::Signal(signal) => ("signal", signal),
            Ended::Failed => ("failed", 0),
            Ended::Late => ("late", 0),
        };
        let mut text = format!("{kind} {code} {} {} {}", self.steps, self.mark, self.output.len());
        for (point, word) in &self.words {
            // Writing to a string cannot fail.
            _ = write!(text, " {point}:{word:x}");
        }
        text.push('\n');
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(&self.output);
        bytes
    }

    /// # Errors
    /// If the stream ends, or contains anything else.
    pub fn read(stream: &mut impl BufRead) -> io::Result<Answer> {
        let invalid = || io::Error::from(ErrorKind::InvalidData);
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let mut words = line.trim_end().split(' ');
        let mut next = || words.next().ok_or_else(invalid);
        let kind = next()?;
        let code = next()?.parse().map_err(|_| invalid())?;
        let ended = match kind {
            "exit" => Ended::Exit(code),
            "signal" => Ended::Signal(code),
            "failed" => Ended::Failed,
            "late" => Ended::Late,
            _ => return Err(invalid()),
        };
        let steps = next()?.parse().map_err(|_| invalid())?;
        let mark = next()?.parse().map_err(|_| invalid())?;
        let mut output = vec![0; next()?.parse().map_err(|_| invalid())?];
        let word = |text: &str| {
            let (point, word) = text.split_once(':')?;
            Some((point.parse().ok()?, u32::from_str_radix(word, 16).ok()?))
        };
        let words = words.map(word).collect::<Option<_>>().ok_or_else(invalid)?;
        stream.read_exact(&mut output)?;
        Ok(Answer { ended, steps, mark, words, output })
    }
}

/// The description of an executable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    pub functions: Vec<Function>,
}

/// A function, with or without mutants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    pub package: String,
    pub crate_name: String,
    pub binary: String,
    pub module_path: String,
    pub name: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// The reason why it has no mutants; empty if it may have some.
    pub left_out: String,
    /// Macro invocations without points.
    pub macros: u32,
    pub alternatives: Vec<Alternative>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternative {
    /// The point, in the executable.
    pub point: u32,
    pub number: u8,
    /// The positions of the replaced text, lines and columns from 1: its first, and the one after
    /// it.
    pub place: [(u32, u32); 2],
    pub genre: String,
    pub text: String,
    pub replacement: String,
}

impl Described {
    pub fn function_line(texts: [&str; 7], numbers: [u32; 3]) -> String {
        let texts = texts.map(escaped);
        let numbers = numbers.map(|number| number.to_string());
        format!("f\t{}\t{}\n", texts.join("\t"), numbers.join("\t"))
    }

    pub fn alternative_line(point: u32, number: u8, place: [(u32, u32); 2], texts: [&str; 3]) -> String {
        let [(line, column), (end_line, end_column)] = place;
        let texts = texts.map(escaped).join("\t");
        format!("a\t{point}\t{number}\t{line}\t{column}\t{end_line}\t{end_column}\t{texts}\n")
    }

    /// The bytes of an answer with these lines.
    pub fn answer(lines: &str) -> Vec<u8> {
        format!("{}\n{lines}", lines.len()).into_bytes()
    }

    /// # Errors
    /// If the stream ends, or contains anything else.
    pub fn read(stream: &mut impl BufRead) -> io::Result<Described> {
        let invalid = || io::Error::from(ErrorKind::InvalidData);
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let mut lines = vec![0; line.trim_end().parse().map_err(|_| invalid())?];
        stream.read_exact(&mut lines)?;
        let lines = String::from_utf8(lines).map_err(|_| invalid())?;
        let mut described = Described::default();
        for line in lines.lines() {
            described.add(line).ok_or_else(invalid)?;
        }
        Ok(described)
    }

    fn add(&mut self, line: &str) -> Option<()> {
        let mut words = line.split('\t');
        let kind = words.next()?;
        let mut text = || words.next().map(unescaped);
        if kind == "f" {
            self.functions.push(Function {
                package: text()?,
                crate_name: text()?,
                binary: text()?,
                module_path: text()?,
                name: text()?,
                file: text()?,
                left_out: text()?,
                line: text()?.parse().ok()?,
                column: text()?.parse().ok()?,
                macros: text()?.parse().ok()?,
                alternatives: Vec::new(),
            });
            return Some(());
        }
        let point = text()?.parse().ok()?;
        let number = text()?.parse().ok()?;
        let mut position = || Some((text()?.parse().ok()?, text()?.parse().ok()?));
        let place = [position()?, position()?];
        let (genre, replaced, replacement) = (text()?, text()?, text()?);
        let alternatives = &mut self.functions.last_mut()?.alternatives;
        alternatives.push(Alternative { point, number, place, genre, text: replaced, replacement });
        Some(())
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n")
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => match signs.next() {
                Some('t') => plain.push('\t'),
                Some('n') => plain.push('\n'),
                other => plain.extend(other),
            },
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_they_were_written() {
        let limits = Limits { steps: 70, milliseconds: 9 };
        let orders = [
            Order::Describe,
            Order::List,
            Order::Record { test: "a::b".into() },
            Order::Run {
                alternatives: vec![(3, 1), (4, 2)],
                stops: true,
                limits,
                tests: vec!["a::b".into(), "c".into()],
            },
        ];
        for order in orders {
            assert_eq!(Order::parse(order.line().trim_end_matches('\n')), Some(order));
        }
        assert_eq!(Order::parse("something"), None);
        assert_eq!(Order::parse("run\t1\t2"), None);
    }

    #[test]
    fn answers_are_read_as_they_were_written() {
        let ends = [Ended::Exit(101), Ended::Signal(6), Ended::Failed, Ended::Late];
        for ended in ends {
            let words = vec![(0, 1), (17, 0x1_0003)];
            let answer = Answer { ended, steps: 5, mark: 1, words, output: b"test a ... ok\n\n".to_vec() };
            let bytes = answer.bytes();
            assert_eq!(Answer::read(&mut &bytes[..]).unwrap(), answer);
        }
        assert!(Answer::read(&mut &b""[..]).is_err());
    }

    #[test]
    fn functions_are_described_with_their_alternatives() {
        let texts = ["p", "p", "", "p::m", "T::f", "src/m.rs", ""];
        let replaced = ["Statement", "delete statement a(\"\\t\t\n\") in f", ""];
        let lines = Described::function_line(texts, [7, 5, 2])
            + &Described::alternative_line(3, 1, [(8, 5), (8, 9)], replaced);
        let described = Described::read(&mut &Described::answer(&lines)[..]).unwrap();
        let [function] = &described.functions[..] else { panic!("{described:?}") };
        assert_eq!((&*function.name, function.line, function.column, function.macros), ("T::f", 7, 5, 2));
        let [alternative] = &function.alternatives[..] else { panic!("{function:?}") };
        assert_eq!((alternative.point, alternative.number), (3, 1));
        assert_eq!(alternative.place, [(8, 5), (8, 9)]);
        assert_eq!(alternative.text, replaced[1]);
    }
}
