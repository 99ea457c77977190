//! Sources of the crate under test.

pub(super) const LIBRARY: &str = r#"//! An API that takes more than one call to use.
#![allow(clippy::all)]
pub mod game;
mod hidden;
pub mod parts;

pub use hidden::State;

/// A stack with a limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack<T> {
    all: Vec<T>,
    limit: usize,
}

impl<T: Clone> Stack<T> {
    pub fn new(limit: usize) -> Stack<T> {
        Stack { all: Vec::new(), limit }
    }

    pub fn checked(limit: usize) -> Result<Stack<T>, std::num::TryFromIntError> {
        <u8 as std::convert::TryFrom<usize>>::try_from(limit).map(|_| Stack::new(limit))
    }

    #[must_use]
    pub fn push(&mut self, value: T) -> bool {
        self.all.push(value);
        self.all.len() < self.limit
    }

    pub fn pop(&mut self) -> Option<T> {
        self.all.pop()
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn drain_into(&mut self, other: &mut Stack<T>) {
        other.all.append(&mut self.all);
    }

    fn forget(&mut self) {
        self.all.clear();
    }

    pub fn empty_it(mut self) -> Stack<T> {
        self.forget();
        self
    }
}

pub trait Fill {
    fn fill(&mut self, count: usize);
}

impl Fill for Stack<u8> {
    fn fill(&mut self, count: usize) {
        self.all.extend(std::iter::repeat_n(7, count));
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Builder {
    name: String,
    port: Option<u16>,
}

impl Builder {
    pub fn new() -> Builder {
        Builder::default()
    }

    pub fn with_name(self, name: &str) -> Builder {
        Builder { name: name.to_owned(), ..self }
    }

    pub fn with_port(mut self, port: u16) -> Result<Builder, String> {
        if port == 0 {
            return Err(String::from("no port"));
        }
        self.port = Some(port);
        Ok(self)
    }

    pub fn retry(&mut self, port: u16) {
        self.port = Some(port);
    }
}

pub fn connect(builder: Builder) -> String {
    format!("{}:{:?}", builder.name, builder.port)
}

pub fn check(builder: &mut Builder) -> bool {
    assert!(builder.port != Some(1), "port 1 is reserved");
    builder.port.take().is_some_and(|port| 65_533 + port > 0)
}

pub struct Lexer {
    text: String,
}

impl Lexer {
    pub fn new(text: &str) -> Lexer {
        Lexer { text: text.to_owned() }
    }
}

pub struct Parser<'a> {
    rest: &'a str,
    seen: usize,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a String) -> Parser<'a> {
        Parser { rest: text, seen: 0 }
    }

    pub fn of(lexer: &'a Lexer) -> Option<Parser<'a>> {
        Some(Parser { rest: &lexer.text, seen: 0 })
    }

    pub fn next(&mut self) -> Option<char> {
        self.seen += 1;
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }
}

pub fn rest<'a>(parser: Parser<'a>) -> &'a str {
    parser.rest
}

pub async fn later(stack: &mut Stack<u8>) -> usize {
    let _ = stack.pop();
    stack.len()
}

/// # Safety
/// None is needed.
pub unsafe fn raw(limit: usize) -> Option<Stack<u8>> {
    Some(Stack::new(limit))
}

pub fn stack(stack: &Stack<u8>) -> usize {
    stack.len()
}

fn private(stack: &Stack<u8>) -> usize {
    stack.len()
}

pub fn public(stack: &Stack<u8>) -> usize {
    private(stack)
}
"#;

pub(super) const HIDDEN: &str = r#"use crate::game::Rules;

#[derive(Debug, PartialEq)]
pub struct State {
    players: Vec<Player>,
}

/// Other crates can use it, but not name it.
#[derive(Debug, PartialEq)]
pub struct Player {
    action: i32,
}

impl State {
    pub fn new(players: usize) -> State {
        State { players: (0..players).map(|_| Player { action: 0 }).collect() }
    }

    pub fn len(&self) -> usize {
        self.players.len()
    }

    pub fn player_mut(&mut self, index: usize) -> Option<&mut Player> {
        self.players.get_mut(index)
    }

    pub fn sum(&self, _: &Rules) -> i32 {
        self.players.iter().map(|player| player.action).sum()
    }
}

impl Player {
    pub fn set_action(&mut self, action: i32) {
        self.action = action;
    }

    pub fn double(&mut self) -> &mut Player {
        self.action *= 2;
        self
    }

    pub(crate) fn secret(&mut self) {
        self.action += 1;
    }
}

pub fn use_it(state: &mut State) {
    state.players.iter_mut().for_each(Player::secret);
}
"#;

pub(super) const GAME: &str = r#"#[cfg(unix)]
pub fn rules() -> Rules {
    Rules
}

#[cfg(windows)]
pub fn rules() -> Rules {
    Rules
}

pub struct Rules;

pub fn reset(state: &mut crate::State) {
    crate::hidden::use_it(state);
}
"#;

pub(super) const PARTS: &str = r#"/// Has the name of a variable.
pub fn builder() -> crate::Builder {
    crate::Builder::new()
}

pub fn name(builder: &crate::Builder, other: crate::Builder) -> bool {
    *builder == other
}
"#;
