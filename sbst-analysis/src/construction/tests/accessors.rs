use super::*;
use crate::construction::{Flow, InputFlow, Role};

/// The paper's figure of setter selection.
const FIGURE: &str = "
pub struct A { b: B }
pub struct B { f: u8 }
pub struct Object { f: u8 }
impl A { pub fn b(&self) -> &B { &self.b } }
impl B { pub fn f(&self) -> u8 { self.f } }
impl Object {
    pub fn m1(&mut self, a: &A, b: &B) {
        if b.f() > 3 {
            self.m2(a);
        }
        self.m3(b);
    }
    pub fn m2(&mut self, a: &A) { self.m3(a.b()); }
    pub fn m3(&mut self, b: &B) { self.f = b.f(); }
    pub fn m4(&mut self) { self.f = 1; }
}";

#[test]
fn the_likelihoods_of_the_papers_example() {
    let program = program(FIGURE);
    let found = setters(&program, "Object", "f");
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["m1", "m2", "m3", "m4"]);
    let scores: Vec<f64> = found.iter().map(|(_, score)| *score).collect();
    assert_eq!(scores, [2.0, 2.0, 2.0, 1.0]);
    let sum: f64 = scores.iter().sum();
    let probabilities: Vec<f64> = scores.iter().map(|score| score / sum).collect();
    assert_eq!(probabilities, [2.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]);
}

/// What sets a field, and how its arguments get there.
fn told(text: &str, ty: &str, field: &str) -> Vec<String> {
    let program = program(text);
    let found = Accessors::new(&program).of_part(ty, &[Step::Field(field.to_owned())]);
    let flow = |InputFlow { argument, flow }: &InputFlow| format!(" {argument}:{flow:?}");
    let told = found.iter().map(|accessor| {
        let inputs: String = accessor.inputs.iter().map(flow).collect();
        format!("{:?} {}{inputs}", accessor.role, program.functions[accessor.function].name)
    });
    told.collect()
}

#[test]
fn constructors_builders_and_defaults_set_fields() {
    let text = "
    pub struct S { f: u8, g: u8 }
    impl Default for S { fn default() -> S { S { f: 0, g: 1 } } }
    impl S {
        pub fn new(f: u8) -> Self { Self { f, g: 0 } }
        pub fn parse(text: &str) -> Result<S, ()> { let f = text.parse().map_err(|_| ())?; Ok(S { f, ..S::default() }) }
        pub fn with_f(mut self, f: u8) -> Self { self.f = f; self }
        pub fn with_g(self, g: u8) -> Self { Self { g, ..self } }
        pub fn into_f(self) -> u8 { self.f }
        pub fn spoil(mut self) { self.f = 9; }
    }
    pub fn doubled(f: u8) -> Option<S> { let mut made = S::new(0); made.f = f * 2; Some(made) }";
    assert_eq!(
        told(text, "S", "f"),
        [
            "Origin new 0:Whole",
            "Origin parse 0:Computed",
            "Step with_f 1:Whole",
            "Reads into_f",
            "Origin doubled 0:Computed",
        ]
    );
}

#[test]
fn collections_are_set_through_their_methods() {
    let text = "
    pub struct S { items: Vec<u8>, names: std::collections::HashMap<u8, u16>, limit: usize }
    impl S {
        pub fn push(&mut self, item: u8) -> bool {
            if self.items.len() >= self.limit { return false; }
            self.items.push(item);
            true
        }
        pub fn name(&mut self, id: u8, name: u16) { self.names.insert(id, name); }
        pub fn set_items(&mut self, items: Vec<u8>) { self.items = items; }
        pub fn pop(&mut self) -> Option<u8> { self.items.pop() }
        pub fn put(&mut self, at: usize, item: u8) { self.items[at] += item; }
        pub fn helped(&mut self, item: u8) { add(&mut self.items, item) }
        pub fn len(&self) -> usize { self.items.len() }
    }
    fn add(items: &mut Vec<u8>, item: u8) { items.push(item) }";
    assert_eq!(
        told(text, "S", "items"),
        [
            "Step push 1:Element",
            "Step set_items 1:Whole",
            "Step pop",
            "Step put 1:Computed 2:Computed",
            "Step helped 1:Element"
        ]
    );
    assert_eq!(told(text, "S", "names"), ["Step name 1:Computed 2:Element"]);
    // half of the branches of `push` lead to it
    let program = program(text);
    let scores = setters(&program, "S", "items");
    assert_eq!(scores[0], ("push".to_owned(), 1.0));
    assert_eq!(scores[1], ("set_items".to_owned(), 2.0));
}

#[test]
fn exclusive_getters_lead_on() {
    let text = "
    pub struct Team { players: Vec<Player> }
    pub struct Player { score: u8 }
    impl Team {
        pub fn player(&self, id: usize) -> Option<&Player> { self.players.get(id) }
        pub fn player_mut(&mut self, id: usize) -> Option<&mut Player> { self.players.get_mut(id) }
        pub fn set_score(&mut self, id: usize, score: u8) { self.players[id].score = score; }
    }";
    let program = program(text);
    let mut accessors = Accessors::new(&program);
    let players = Step::Field("players".to_owned());
    let found = accessors.of_part("Team", &[players.clone(), Step::Element]);
    assert_eq!(found.iter().map(|accessor| accessor.role).collect::<Vec<_>>(), [Role::Reads, Role::Leads]);
    let found = accessors.of_part("Team", &[players, Step::Element, Step::Field("score".to_owned())]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].inputs, [InputFlow { argument: 2, flow: Flow::Whole }]);
}

#[test]
fn a_builder_that_holds_the_object_gives_it_with_all_that_is_in_it() {
    let text = "
    #[derive(Clone)] pub struct Reader { quoting: bool }
    pub struct Builder { reader: Reader }
    impl Builder {
        pub fn quoting(&mut self, yes: bool) -> &mut Builder { self.reader.quoting = yes; self }
        pub fn build(&self) -> Reader { let reader = self.reader.clone(); reader }
        pub fn reader(&self) -> &Reader { &self.reader }
    }";
    assert_eq!(told(text, "Reader", "quoting"), ["Origin build 0:Computed"]);
}

#[test]
fn types_of_one_name_are_told_apart() {
    let text = "
    pub mod a { pub struct S { f: u8 } impl S { pub fn set_a(&mut self, f: u8) { self.f = f; } } }
    pub mod b { pub struct S { f: u8 } impl S { pub fn set_b(&mut self, f: u8) { self.f = f; } } }
    mod c { use crate::b::S; pub struct T { pub s: S } pub fn g(s: &S) { if s.f == 1 {} } }
    pub fn h(t: &c::T) { if t.s.f == 1 {} }";
    let program = program(text);
    for function in ["demo::c::g", "demo::h"] {
        let graph = &graphs(&program, function)[0];
        let leaf = (0..graph.nodes.len()).find(|&node| graph.is_leaf(node)).unwrap();
        let found = Accessors::new(&program).of_node(graph, leaf, |_| true);
        let names: Vec<&str> =
            found.iter().map(|one| program.functions[one.accessor.function].path.as_str()).collect();
        assert_eq!(names, ["demo::b::S::set_b"], "{function}");
        assert_eq!(
            graph.nodes[0].ty.as_ref().unwrap().to_string(),
            if function == "demo::h" { "T" } else { "S" }
        );
    }
}

#[test]
fn what_only_the_module_can_call_is_taken_if_there_is_nothing_else() {
    let text = "
    pub struct S { f: u8, g: u8 }
    impl S {
        fn set_f(&mut self, f: u8) { self.f = f; }
        pub fn set(&mut self, f: u8) { self.set_f(f) }
        fn set_g(&mut self, g: u8) { self.g = g; }
    }";
    assert_eq!(told(text, "S", "f"), ["Step set 1:Whole"]);
    assert_eq!(told(text, "S", "g"), ["Step set_g 1:Whole"]);
}
