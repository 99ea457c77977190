//! Graph slicing: what each condition of a function comes from, in the function and its callees.
//!
//! One walk in the order of evaluation gives each expression its [`Value`]: the state variables that it may be, and those that
//! have a say in it. A callee is walked over with the values that it is given in the place of its parameters, so that what it
//! reads of its receiver is read of the caller's object.
//!
//! 1. Branches are not told apart: a variable may be whatever has been assigned to it, and loops are gone through twice.
//! 2. Whatever decides whether something is assigned or returned has a say in it: the conditions around it, and those on which
//!    the function was left before.
//! 3. On which conditions those of a function depend is said by its [analysis](sbst_analysis), which is exact there.

mod calls;
mod expressions;
mod library;
mod patterns;
mod statements;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use syn::{ExprClosure, FnArg, ReturnType, Type};

use super::nodes::Nodes;
use super::program::Program;
use super::state::{Kind, States};
use super::value::Value;
use super::written_type::WrittenType;
use super::{Uncertainty, Unresolved, CALL_DEPTH, EVALUATIONS, PATH_LENGTH};
use sbst_instrument::analysis::Place;
use sbst_instrument::condition::ConditionKind;

/// With paths of this length the walk is not made again: an input and a field of it.
const SHORTEST: usize = 1;

/// What the walk finds.
pub(super) struct Slicer<'p> {
    pub(super) program: &'p Program,
    pub(super) states: States,
    /// What conditions are made of, by function, kind and place; in callees, also what decides that they are evaluated.
    pub(super) conditions: BTreeMap<(usize, u8, Place), Nodes>,
    /// What was written into state variables, in order.
    pub(super) writes: Vec<Write>,
    pub(super) unresolved: BTreeSet<Unresolved>,
    /// What nodes were set to.
    contents: BTreeMap<usize, Value>,
    /// What objects that were made have their other fields from.
    bases: BTreeMap<usize, Value>,
    slots: Vec<Value>,
    closures: Vec<Closure>,
    frames: Vec<Frame>,
    /// Where the code stands that is walked over: a closure that a callee calls stands in the caller.
    standing: Standing,
    /// What calls with the same arguments gave before, if each need not be walked over.
    known: Option<BTreeMap<Called, Value>>,
    evaluations: usize,
}

/// Something that is written into a state variable.
#[derive(Clone, Debug)]
pub(super) struct Write {
    /// The functions through which that comes about, each with the place of the call of the next one, or of the write.
    pub(super) chain: Vec<(usize, Place)>,
    pub(super) node: usize,
    /// What is written; what decides that it is has no part in it.
    pub(super) value: Value,
}

/// A call that is being walked over.
#[derive(Default)]
struct Frame {
    function: usize,
    /// Where it calls the next one.
    at: Place,
    scopes: Vec<(String, usize)>,
    result: Value,
    /// What has a say in whether the walk gets here.
    control: Nodes,
    /// What had a say in whether the function was left before.
    left: Nodes,
    /// What the names of its type parameters stand for.
    by: BTreeMap<String, WrittenType>,
}

/// A function, how deep it is called, and what it is given.
type Called = (usize, usize, Vec<Value>);

/// Where code stands: in a function, which so many others have called.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    function: usize,
    level: usize,
}

#[derive(Clone)]
struct Closure {
    expression: Rc<ExprClosure>,
    scopes: Vec<(String, usize)>,
    standing: Standing,
}

impl<'p> Slicer<'p> {
    /// Walks over a function of the program. Also returns its inputs and its result.
    ///
    /// If there are more state variables than there may be, those that are nearest to the inputs are wanted: the walk is made
    /// again with shorter paths, and not deeper into callees than these are long.
    ///
    /// `is_each_walked` tells whether each path of calls matters, or calls with the same arguments are the same.
    pub(super) fn slice(
        program: &'p Program,
        function: usize,
        is_each_walked: bool,
    ) -> (Slicer<'p>, Vec<usize>, Value) {
        let mut length = PATH_LENGTH;
        loop {
            let sliced = Slicer::slice_within(program, function, length, is_each_walked);
            let is_done = !sliced.0.states.is_full && sliced.0.evaluations < EVALUATIONS;
            if is_done || length <= SHORTEST {
                return sliced;
            }
            // paths are seldom longer than that, and each walk that was in vain takes its time
            length = (length - 1).min(CALL_DEPTH - 1);
        }
    }

    fn slice_within(
        program: &'p Program,
        function: usize,
        length: usize,
        is_each_walked: bool,
    ) -> (Slicer<'p>, Vec<usize>, Value) {
        let mut slicer = Slicer {
            program,
            states: States::new(length),
            conditions: BTreeMap::new(),
            writes: Vec::new(),
            unresolved: BTreeSet::new(),
            contents: BTreeMap::new(),
            bases: BTreeMap::new(),
            slots: Vec::new(),
            closures: Vec::new(),
            frames: Vec::new(),
            standing: Standing::default(),
            known: (!is_each_walked).then(BTreeMap::new),
            evaluations: 0,
        };
        let item = &program.functions[function];
        let mut by = item.bounds.clone();
        by.extend(item.owner.clone().map(|owner| ("Self".to_owned(), owner)));
        let inputs = item.signature.inputs.iter().enumerate();
        let inputs = inputs.map(|(index, input)| {
            let ty = match input {
                FnArg::Receiver(_) => WrittenType::named("Self"),
                FnArg::Typed(typed) => WrittenType::of(&typed.ty),
            };
            let ty = program.resolved(ty.substituted(&by), &item.module);
            slicer.states.root(Kind::Input(index), Some(ty))
        });
        let inputs: Vec<usize> = inputs.collect();
        let arguments = inputs.iter().map(|&input| slicer.value_of(input)).collect();
        let result = slicer.invoke(function, arguments, Place::default());
        if slicer.is_cut() {
            let place = Place { line: item.first_line, column: 1 };
            let function = item.path.clone();
            slicer.unresolved.insert(Unresolved { function, place, reason: Uncertainty::Limit });
        }
        (slicer, inputs, result)
    }

    /// Whether there is more than the limits allow.
    pub(super) fn is_cut(&self) -> bool {
        self.states.is_full || self.states.path_length < PATH_LENGTH || self.evaluations >= EVALUATIONS
    }

    fn value_of(&self, node: usize) -> Value {
        Value { is: Nodes::of(node), ty: self.states.all[node].ty.clone(), ..Value::default() }
    }

    /// Walks over the body of a function that is called here with these arguments.
    fn invoke(&mut self, function: usize, arguments: Vec<Value>, place: Place) -> Value {
        let program = self.program;
        let item = &program.functions[function];
        let is_recursive = self.frames.iter().any(|frame| frame.function == function);
        if is_recursive || self.frames.len() > CALL_DEPTH.min(self.states.path_length) {
            if !is_recursive {
                self.unsure(place, Uncertainty::Depth(item.name.clone()));
            }
            let given = arguments.iter().map(Value::sources).collect();
            let declared = self.declared(function, &BTreeMap::new());
            return Value { ty: declared, ..Value::of(given) };
        }
        let key = (function, self.frames.len(), arguments);
        if let Some(result) = self.known.as_ref().and_then(|known| known.get(&key)).cloned() {
            self.decide_again(function);
            return result;
        }
        let (.., arguments) = &key;
        let by = self.substitution(function, arguments);
        let standing = Standing { function, level: self.frames.len() };
        let standing = std::mem::replace(&mut self.standing, standing);
        if let Some(frame) = self.frames.last_mut() {
            frame.at = place;
        }
        self.frames.push(Frame { function, by, ..Frame::default() });
        for (input, mut argument) in item.signature.inputs.iter().zip(arguments.iter().cloned()) {
            match input {
                FnArg::Receiver(_) => self.declare("self", argument),
                FnArg::Typed(typed) => {
                    let ty = self.ty(&typed.ty);
                    let is_known =
                        !ty.is_unknown() && !item.bounds.contains_key(&WrittenType::of(&typed.ty).name);
                    if is_known && !matches!(*typed.ty, Type::ImplTrait(_)) || argument.ty.is_none() {
                        argument.ty = Some(ty);
                    }
                    self.bind(&typed.pat, &argument);
                }
            }
        }
        let tail = self.block(&item.body);
        self.give_back(tail);
        let declared = self.declared(function, &self.frame().by.clone());
        let frame = self.frames.pop().expect("it was pushed");
        self.standing = standing;
        let mut result = frame.result;
        if declared.is_some() {
            result.ty = declared;
        }
        let result = self.handed_out(function, arguments, result);
        if let Some(known) = &mut self.known {
            known.insert(key, result.clone());
        }
        result
    }

    /// The result of a call, which is a node of its own if the arguments say what is handed out.
    fn handed_out(&mut self, function: usize, arguments: &[Value], mut result: Value) -> Value {
        let receiver = usize::from(self.program.functions[function].receiver().is_some());
        let chosen_by: Nodes = arguments.iter().skip(receiver).map(Value::sources).collect();
        let is_part =
            result.is.iter().any(|node| self.states.is_of_input(node) && self.states.all[node].depth > 0);
        if is_part && !chosen_by.is_empty() && !self.frames.is_empty() {
            let receiver = arguments.iter().take(receiver).map(|receiver| receiver.is.clone());
            let given: Nodes = receiver.chain([chosen_by]).collect();
            let given = given.iter().filter(|&node| self.states.is_of_input(node)).collect();
            let call = self.states.call(function, &given);
            self.states.all[call].returns.add(&result.is);
            result.through = Nodes::of(call);
        }
        result
    }

    /// What the type parameters of a function stand for, as far as its receiver tells.
    fn substitution(&self, function: usize, arguments: &[Value]) -> BTreeMap<String, WrittenType> {
        let item = &self.program.functions[function];
        let mut by = item.bounds.clone();
        let Some(owner) = &item.owner else { return by };
        let receiver = arguments.first().filter(|_| item.receiver().is_some());
        let receiver = receiver.and_then(|receiver| receiver.ty.as_ref()).map(WrittenType::peeled);
        let mut own = owner.clone();
        if let Some(receiver) = receiver.filter(|receiver| receiver.name == owner.name) {
            for (name, given) in owner.arguments.iter().zip(&receiver.arguments) {
                if item.generics.contains(&name.name) {
                    by.insert(name.name.clone(), given.clone());
                }
            }
            own = receiver.clone();
        } else if let Some(receiver) = receiver {
            // the default of a trait
            own = receiver.clone();
        }
        by.insert("Self".to_owned(), own);
        by
    }

    /// The written type of what a function gives, unless that says nothing.
    fn declared(&self, function: usize, by: &BTreeMap<String, WrittenType>) -> Option<WrittenType> {
        let item = &self.program.functions[function];
        let ReturnType::Type(_, ty) = &item.signature.output else { return None };
        let ty = self.program.resolved(WrittenType::of(ty).substituted(by), &item.module);
        (!ty.is_unknown()).then_some(ty)
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("there is a function around each expression")
    }

    fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("there is a function around each expression")
    }

    fn module(&self) -> &'p str {
        let program = self.program;
        &program.functions[self.frame().function].module
    }

    fn ty(&self, ty: &Type) -> WrittenType {
        self.program.resolved(WrittenType::of(ty).substituted(&self.frame().by), self.module())
    }

    fn unsure(&mut self, place: Place, reason: Uncertainty) {
        if let Some(frame) = self.frames.last() {
            let function = self.program.functions[frame.function].path.clone();
            self.unresolved.insert(Unresolved { function, place, reason });
        }
    }

    /// Adds to what the function gives.
    fn give_back(&mut self, value: Value) {
        let frame = self.frame_mut();
        let value = value.decided_by(&frame.control).decided_by(&frame.left);
        frame.result = std::mem::take(&mut frame.result).join(value);
    }

    /// Notes what a condition is made of.
    fn condition(&mut self, kind: ConditionKind, place: Place, nodes: &Nodes) {
        let Standing { function, level } = self.standing;
        let found = self.conditions.entry((function, kind as u8, place)).or_default();
        found.add(nodes);
        if level > 0 {
            for frame in self.frames.iter().take(level + 1) {
                found.add(&frame.control);
                found.add(&frame.left);
            }
        }
    }

    /// What leads to a call that was walked over before leads to the conditions there.
    fn decide_again(&mut self, function: usize) {
        let control: Nodes = self.frames.iter().flat_map(|frame| [&frame.control, &frame.left]).collect();
        for (_, found) in self
            .conditions
            .range_mut((function, 0, Place::default())..)
            .take_while(|one| one.0 .0 == function)
        {
            found.add(&control);
        }
    }

    /// Walks over something that is only evaluated if these nodes say so.
    fn controlled<T>(&mut self, by: &Nodes, walk: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.frame().control.clone();
        self.frame_mut().control.add(by);
        let walked = walk(self);
        self.frame_mut().control = before;
        walked
    }

    /// What follows is only evaluated if the function was not left here.
    fn leave(&mut self) {
        let frame = self.frame_mut();
        let control = frame.control.clone();
        frame.left.add(&control);
    }

    /// A part of a value.
    fn part(&mut self, whole: &Value, kind: Kind, ty: Option<WrittenType>) -> Value {
        let mut value = Value { of: whole.of.clone(), ty, ..Value::default() };
        value.of.add(&whole.through);
        for node in whole.is.iter() {
            let part = self.states.part(node, kind.clone(), value.ty.clone());
            self.states.all[part].through.add(&whole.through);
            match self.contents.get(&part) {
                Some(content) if self.states.is_made(part) => {
                    let content = content.clone();
                    value = value.join(content);
                    continue;
                }
                Some(content) => value.of.add(&content.sources()),
                None => {}
            }
            match (self.bases.get(&node).cloned(), &kind) {
                (Some(base), Kind::Field(_)) if !self.contents.contains_key(&part) => {
                    let inherited = self.part(&base, kind.clone(), value.ty.clone());
                    value = value.join(inherited);
                }
                _ => {
                    value.is.insert(part);
                }
            }
        }
        value
    }

    /// The field of a value.
    fn field(&mut self, whole: &Value, name: &str) -> Value {
        if let Some(part) = name.parse::<usize>().ok().and_then(|index| whole.parts.get(index)) {
            return part.clone().decided_by(&whole.of);
        }
        let ty = whole.ty.as_ref().and_then(|ty| self.program.field(ty, name, self.module()));
        self.part(whole, Kind::Field(name.to_owned()), ty)
    }

    /// An element of a value.
    fn element(&mut self, whole: &Value) -> Value {
        let ty = whole.ty.as_ref().and_then(WrittenType::element);
        let mut element = self.part(whole, Kind::Element, ty);
        if let Some(item) = &whole.item {
            let ty = element.ty.take();
            element = element.join((**item).clone());
            element.ty = element.ty.or(ty);
        }
        element
    }

    /// Writes a value into the nodes that another one may be.
    fn write(&mut self, into: &Value, value: &Value, place: Place) {
        for node in into.is.iter() {
            self.write_node(node, value, place);
        }
    }

    fn write_node(&mut self, node: usize, value: &Value, place: Place) {
        let data = value;
        let value = data.clone().decided_by(&self.frame().control);
        let mut sources = value.sources();
        sources.remove(node);
        self.states.all[node].written.add(&sources);
        let mut chain: Vec<(usize, Place)> =
            self.frames.iter().map(|frame| (frame.function, frame.at)).collect();
        if let Some(last) = chain.last_mut() {
            last.1 = place;
        }
        let content = self.contents.remove(&node).unwrap_or_default();
        self.contents.insert(node, content.join(value.clone()));
        // what an object that was made here consists of becomes part of the node
        let made: Vec<usize> =
            value.is.iter().filter(|&made| made != node && self.states.is_made(made)).collect();
        for made in made {
            if self.states.all[node].depth + 1 < PATH_LENGTH && self.states.all[node].root != made {
                for (kind, part) in self.states.parts_of(made) {
                    if let Some(content) = self.contents.get(&part).cloned() {
                        let ty = self.states.all[part].ty.clone();
                        let into = self.states.part(node, kind, ty);
                        if into != node {
                            self.write_node(into, &content, place);
                        }
                    }
                }
            }
        }
        self.writes.push(Write { chain, node, value: data.clone() });
    }

    /// A new object of a type.
    fn made(&mut self, ty: Option<WrittenType>) -> Value {
        let node = self.states.root(Kind::Made, ty);
        self.value_of(node)
    }
}
