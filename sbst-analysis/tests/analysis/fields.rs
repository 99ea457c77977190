//! Reads and writes of a type's fields by its methods.

use sbst_analysis::{MethodFields, Role, SourceFile};

const COUNTER: &str = "
impl Counter {
    fn new(limit: u32) -> Self { Counter { count: 0, limit } }
    fn count(&self) -> u32 { self.count }
    fn set_limit(&mut self, limit: u32) { self.limit = limit; }
    fn is_full(&self) -> bool { self.count() >= self.limit }
    fn add(&mut self, amount: u32) -> bool {
        if self.is_full() { return false; }
        let amount = amount.min(3);
        self.count += amount;
        self.history.push(amount);
        true
    }
    fn add_twice(&mut self, amount: u32) { self.add(amount); self.add(amount); }
    fn recursive(&mut self) { if self.limit > 0 { self.recursive(); self.last[0].at = 1; } }
    fn unknown(&mut self) { self.of_a_trait(); }
    fn given_away(&self) -> bool { look_at(self) }
}
impl Counter {
    fn reset(&mut self) { self.set_limit(0); }
}
";

fn table(name: &str) -> MethodFields {
    let file = SourceFile::parse(COUNTER).unwrap();
    let path = format!("Counter::{name}");
    file.tables.into_iter().find(|table| table.path == path).unwrap()
}

#[track_caller]
fn check(name: &str, reads: &[&str], writes: &[&str], calls: &[&str]) {
    let table = table(name);
    assert_eq!((table.reads, table.writes, table.calls), {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        (owned(reads), owned(writes), owned(calls))
    });
}

#[test]
fn fields_are_read_and_written_also_through_other_methods() {
    check("count", &["self.count"], &[], &[]);
    check("is_full", &["self.count", "self.limit"], &[], &["count"]);
    let read = ["self.count", "self.history", "self.limit"];
    check("add", &read, &["self.count", "self.history"], &["is_full"]);
    check("add_twice", &read, &["self.count", "self.history"], &["add"]);
    check("recursive", &["self.limit"], &["self.last"], &["recursive"]);
    check("reset", &[], &["self.limit"], &["set_limit"]);
}

#[test]
fn methods_that_pass_self_on_access_all_fields() {
    check("unknown", &["self"], &["self"], &[]);
    check("given_away", &["self"], &[], &[]);
}

#[test]
fn getters_and_setters_are_recognised() {
    let roles = ["count", "set_limit", "is_full", "add", "reset"].map(|name| table(name).role);
    assert_eq!(roles, [Role::Getter, Role::Setter, Role::Other, Role::Other, Role::Other]);
}

#[test]
fn parameters_flow_into_fields() {
    let flows = |name: &str| table(name).flows;
    let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(flows("set_limit"), [pair("limit", "self.limit")]);
    assert_eq!(flows("add"), [pair("amount", "self.count"), pair("amount", "self.history")]);
    assert_eq!(flows("count"), []);
}

#[test]
fn changes_by_a_called_method_are_definitions_in_its_caller() {
    let file = SourceFile::parse(
        "impl T {
    fn step(&mut self) { self.n += 1; }
    fn run(&mut self) -> bool {
        self.step();
        self.m == 3 || self.n == 3
    }
}",
    )
    .unwrap();
    let run = &file.functions[1];
    assert_eq!((&*run.path, run.first_line, run.last_line), ("T::run", 3, 6));
    let lines = |condition: usize| -> Vec<u32> {
        let last = run.analysis.last_definitions(condition);
        last.iter().map(|&last| run.analysis.definitions[last].place.line).collect()
    };
    assert_eq!(lines(0), [3]);
    assert_eq!(lines(1), [3, 4]);
}

#[test]
fn functions_are_identified_by_their_paths() {
    let file = SourceFile::parse(
        "fn a() { fn inner() {} }
        mod m { pub fn b() {} mod n { fn c() {} } }
        impl<T> V<T> { fn d(&self) {} }
        impl Iterator for W { fn next(&mut self) {} }
        trait X { fn e() {} fn f(); }",
    )
    .unwrap();
    let paths: Vec<&str> = file.functions.iter().map(|function| &*function.path).collect();
    assert_eq!(paths, ["a", "a::inner", "m::b", "m::n::c", "V<T>::d", "<W as Iterator>::next", "X::e"]);
}

#[test]
fn declared_methods_define_the_receivers_they_may_change() {
    let file = SourceFile::parse(
        "trait Reader { fn at_end(&self) -> bool; fn get(&mut self) -> u8; }
        fn f(reader: &mut impl Reader) {
            reader.at_end();
            reader.get();
            reader.unheard_of();
            if reader.at_end() {}
        }",
    )
    .unwrap();
    let analysis = &file.functions[0].analysis;
    let last = analysis.last_definitions(0);
    let lines: Vec<u32> = last.iter().map(|&last| analysis.definitions[last].place.line).collect();
    assert_eq!(lines, [2, 4, 5]);
}
