//! Accessors: which methods of a type set a part of it, and which get it.
//!
//! 1. A method *sets* a field if it assigns to it, or to what is in it, or changes it by a method of the standard library,
//!    itself or in a function that it calls. One that takes the object exclusively, or by value and gives it back, is a
//!    *step*; a function that makes the object is an *origin* of what it puts in.
//! 2. A method *gets* a field if what it gives is the field or something in it. It *leads* there if that is an exclusive
//!    reference, as one can change it from there.
//! 3. How likely a method sets a field is said by its [`Likelihood`].

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens as _;
use syn::ReturnType;

use super::graph::{Graph, NodeKind};
use super::likelihood::Likelihood;
use super::program::Program;
use super::slicer::{Slicer, Write};
use super::state::Kind;
use super::value::Value;
use super::written_type::WrittenType;

/// From an object to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The field of this name.
    Field(String),
    /// The elements.
    Element,
}

/// What an accessor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It makes the object.
    Origin,
    /// It changes the object.
    Step,
    /// It gives an exclusive reference to the part.
    Leads,
    /// It gives the part, or a shared reference to it.
    Reads,
}

impl Role {
    /// Whether it sets the part.
    pub fn sets(self) -> bool {
        matches!(self, Role::Origin | Role::Step)
    }
}

/// How an argument flows into a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flow {
    /// It becomes the part.
    Whole,
    /// It becomes an element of the part.
    Element,
    /// The part is computed from it.
    Computed,
}

/// An argument that flows into a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputFlow {
    /// Its index; the receiver counts.
    pub argument: usize,
    /// How it flows.
    pub flow: Flow,
}

/// A function that sets or gets a part of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Accessor {
    /// The function, by its index in the program.
    pub function: usize,
    /// What it does.
    pub role: Role,
    /// The way from the object to the part.
    pub path: Vec<Step>,
    /// The arguments that flow into it.
    pub inputs: Vec<InputFlow>,
    /// score(m).
    pub score: f64,
}

/// An accessor of a node of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeAccessor {
    /// What it does.
    pub accessor: Accessor,
    /// The node of the object that it is called on, or that it makes.
    pub object: usize,
    /// How likely it is to be taken: setters make up 1, and getters do.
    pub weight: f64,
}

/// The accessors of all types that were asked for.
pub struct Accessors<'p> {
    program: &'p Program,
    likelihood: Likelihood<'p>,
    known: BTreeMap<String, Vec<Accessor>>,
}

impl<'p> Accessors<'p> {
    /// Those in this program.
    pub fn new(program: &'p Program) -> Accessors<'p> {
        Accessors { program, likelihood: Likelihood::new(program), known: BTreeMap::new() }
    }

    /// All accessors of a type, in the order of the source.
    pub fn of_type(&mut self, ty: &str) -> &[Accessor] {
        if !self.known.contains_key(ty) {
            let program = self.program;
            let functions = program.functions.iter().enumerate();
            let functions = functions.filter(|(_, function)| {
                let is_own = function.owner.as_ref().is_some_and(|owner| owner.name == ty);
                let gives = match &function.signature.output {
                    ReturnType::Type(_, given) => {
                        program.resolved(WrittenType::of(given), &function.module).peeled().name == ty
                    }
                    ReturnType::Default => false,
                };
                is_own || gives
            });
            let found = functions.flat_map(|(function, _)| self.of_function(function, ty)).collect();
            self.known.insert(ty.to_owned(), found);
        }
        &self.known[ty]
    }

    /// The accessors of one part of a type. Those that only their own module can call are left out if there are others.
    pub fn of_part(&mut self, ty: &str, path: &[Step]) -> Vec<Accessor> {
        let program = self.program;
        let mut found: Vec<Accessor> =
            self.of_type(ty).iter().filter(|accessor| accessor.path == path).cloned().collect();
        let is_public = |accessor: &Accessor| program.functions[accessor.function].is_public;
        for sets in [true, false] {
            if found.iter().any(|accessor| accessor.role.sets() == sets && is_public(accessor)) {
                found.retain(|accessor| accessor.role.sets() != sets || is_public(accessor));
            }
        }
        found
    }

    /// The accessors of a node of a graph, likeliest first: those of the types of all objects that it is in. Functions that
    /// cannot be called are not among them.
    pub fn of_node(
        &mut self,
        graph: &Graph,
        node: usize,
        can_be_called: impl Fn(usize) -> bool,
    ) -> Vec<NodeAccessor> {
        let mut found = Vec::new();
        let mut path = Vec::new();
        let mut next = node;
        while let Some(object) = graph.nodes[next].parent {
            path.insert(
                0,
                match &graph.nodes[next].kind {
                    NodeKind::Field(name) => Step::Field(name.clone()),
                    _ => Step::Element,
                },
            );
            if let Some(ty) = graph.nodes[object].ty.as_ref().map(WrittenType::peeled) {
                let accessors = self.of_part(&ty.name, &path);
                found.extend(accessors.into_iter().map(|accessor| NodeAccessor {
                    accessor,
                    object,
                    weight: 0.0,
                }));
            }
            next = object;
        }
        found.retain(|one: &NodeAccessor| can_be_called(one.accessor.function));
        for sets in [true, false] {
            let of_kind = |one: &&mut NodeAccessor| one.accessor.role.sets() == sets;
            let sum: f64 = found.iter_mut().filter(of_kind).map(|one| one.accessor.score).sum();
            found.iter_mut().filter(of_kind).for_each(|one| one.weight = one.accessor.score / sum);
        }
        let key = |one: &NodeAccessor| (!one.accessor.role.sets(), Reverse((one.weight * 1e9) as u64));
        found.sort_by_key(key);
        found
    }

    fn of_function(&mut self, function: usize, ty: &str) -> Vec<Accessor> {
        let program = self.program;
        let item = &program.functions[function];
        let (slicer, inputs, result) = Slicer::slice(program, function, true);
        let is_own = item.owner.as_ref().is_some_and(|owner| owner.name == ty);
        let receiver = inputs.first().copied().filter(|_| is_own && item.receiver().is_some());
        let mut objects: Vec<(usize, Role)> = Vec::new();
        if let Some(receiver) = receiver {
            let gives_itself = result.is.contains(receiver);
            let is_lent = item.signature.receiver().is_some_and(is_reference);
            if is_lent || gives_itself {
                objects.push((receiver, Role::Step));
            }
        }
        let is_of = |node: &usize| {
            slicer.states.all[*node].ty.as_ref().is_some_and(|made| made.peeled().name == ty)
                && slicer.states.all[*node].kind == Kind::Made
        };
        objects.extend(result.is.iter().filter(is_of).map(|made| (made, Role::Origin)));
        let mut found: Vec<Accessor> = Vec::new();
        for (object, role) in objects {
            for write in slicer.writes.iter().filter(|write| slicer.states.all[write.node].root == object) {
                let Some(accessor) = self.setter(&slicer, &inputs, function, role, write) else { continue };
                let same = |other: &&mut Accessor| other.role == role && other.path == accessor.path;
                match found.iter_mut().find(same) {
                    Some(other) => {
                        other.score = other.score.max(accessor.score);
                        other.inputs.extend(accessor.inputs);
                        other.inputs.sort_unstable();
                        // of several ways, the most direct one
                        other.inputs.dedup_by_key(|input| input.argument);
                    }
                    None => found.push(accessor),
                }
            }
        }
        found.extend(self.handed_over(&slicer, &inputs, function, ty, &result));
        found.extend(receiver.into_iter().flat_map(|receiver| getters(&slicer, receiver, function, &result)));
        found
    }

    /// What gives an object that is a part of something else (`build` of a builder) sets all of it by what that is like.
    fn handed_over(
        &self,
        slicer: &Slicer<'_>,
        inputs: &[usize],
        function: usize,
        ty: &str,
        result: &Value,
    ) -> Vec<Accessor> {
        let states = &slicer.states.all;
        let is_of = |node: usize| states[node].ty.as_ref().is_some_and(|made| made.peeled().name == ty);
        // a reference to it is no object of its own
        let is_lent = matches!(&self.program.functions[function].signature.output,
            ReturnType::Type(_, given) if given.to_token_stream().to_string().contains('&'));
        let from = result.is.iter().filter(|&node| !is_lent && states[node].depth > 0 && is_of(node));
        let from = from.filter_map(|node| inputs.iter().position(|&input| input == states[node].root));
        let from = from.filter(|&argument| !is_of(inputs[argument])).collect::<BTreeSet<usize>>();
        let Some(&argument) = from.first() else { return Vec::new() };
        let fields = self.program.fields_of(ty);
        let accessor = |field: &str| Accessor {
            function,
            role: Role::Origin,
            path: vec![Step::Field(field.to_owned())],
            inputs: vec![InputFlow { argument, flow: Flow::Computed }],
            score: 1.0,
        };
        fields.map(accessor).collect()
    }

    fn setter(
        &mut self,
        slicer: &Slicer<'_>,
        inputs: &[usize],
        function: usize,
        role: Role,
        write: &Write,
    ) -> Option<Accessor> {
        let mut path = steps(slicer, write.node);
        let is_element = path.last() == Some(&Step::Element);
        if is_element {
            path.pop();
        }
        if path.is_empty() {
            return None;
        }
        let receiver = usize::from(role == Role::Step);
        let inputs = inputs.iter().enumerate().skip(receiver).filter_map(|(argument, &input)| {
            let flow = flow(slicer, &write.value, input)?;
            let flow = if is_element && flow == Flow::Whole { Flow::Element } else { flow };
            Some(InputFlow { argument, flow })
        });
        let inputs: Vec<InputFlow> = inputs.collect();
        let score = self.likelihood.score(receiver + inputs.len(), &write.chain);
        if score == 0.0 {
            return None;
        }
        Some(Accessor { function, role, path, inputs, score })
    }
}

fn is_reference(receiver: &syn::Receiver) -> bool {
    match &receiver.kind {
        syn::ReceiverKind::Reference(..) => true,
        syn::ReceiverKind::Typed(_, ty) => matches!(**ty, syn::Type::Reference(_)),
        _ => false,
    }
}

/// How an input flows into a value, if it does.
fn flow(slicer: &Slicer<'_>, value: &Value, input: usize) -> Option<Flow> {
    if value.is.contains(input) {
        return Some(Flow::Whole);
    }
    if value.item.as_ref().is_some_and(|item| item.is.contains(input)) {
        return Some(Flow::Element);
    }
    let states = &slicer.states;
    let is_in = |node: usize| states.all[node].root == input;
    states.influencing(&value.sources()).iter().any(is_in).then_some(Flow::Computed)
}

fn steps(slicer: &Slicer<'_>, node: usize) -> Vec<Step> {
    let path = slicer.states.path(node).into_iter().map(|kind| match kind {
        Kind::Field(name) => Step::Field(name),
        _ => Step::Element,
    });
    path.collect()
}

/// The parts of the receiver that a method gives.
fn getters(slicer: &Slicer<'_>, receiver: usize, function: usize, result: &Value) -> Vec<Accessor> {
    let is_exclusive = result.ty.as_ref().is_some_and(WrittenType::lends_exclusively);
    let role = if is_exclusive { Role::Leads } else { Role::Reads };
    let given = result.is.iter().filter(|&node| {
        let state = &slicer.states.all[node];
        state.root == receiver && state.depth > 0
    });
    let given: Vec<usize> = given.collect();
    let accessor = |&node: &usize| Accessor {
        function,
        role,
        path: steps(slicer, node),
        inputs: Vec::new(),
        score: 1.0 / given.len() as f64,
    };
    given.iter().map(accessor).collect()
}
