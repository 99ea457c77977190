//! Object construction graphs: the fields of a condition, the calls that write them, and
//! recursively the objects among the arguments of such a call.
//!
//! After Lin, Ong, Sun, Fraser and Dong, "Graph-based seed object synthesis for search-based unit
//! testing" (EvoObj), ESEC/FSE 2021. The paper follows each operand back through the callees,
//! object by object. Here two tables replace that: Here two tables replace that:
//!
//! 1. [`program`]: functions, types and fields of the sources, by name.
//! 2. `walk`: the fields that one function reads and writes itself, and the parameters in the
//!    written values.
//! 3. [`Tables`]: the same through all called functions.
//! 4. A condition depends on the fields of its variables, and on those of the conditions it depends
//!    on ([`Analysis`]). A condition of a callee also depends on the fields of the callee's
//!    arguments.
//! 5. If a call makes an object from other fields, such as those of a builder, these matter, too.
//! 6. A setter counts once for changing the object, and once for each parameter stored in the
//!    field. (The paper's score also has the share of branches that lead there.)
//!
//! Names are resolved without the compiler: a function outside of the sources is assumed to return
//! its arguments.

pub mod program;
mod accesses;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub use program::{Field, Program, Source};

use accesses::{add_write, Accesses, Sources, Target, Write};
use program::Names;

use crate::analysis::Analysis;
use sbst_instrument::analysis::{data_flow::Step, Place};
use sbst_instrument::condition::ConditionKind;

/// The depth of calls for the search for conditions: the paper's bound.
const CALL_DEPTH: usize = 5;

/// The fields read and written by each function, directly and through others.
pub struct Tables<'p> {
    program: &'p Program,
    accesses: Vec<Accesses>,
    reads: Vec<BTreeSet<usize>>,
    writes: Vec<BTreeMap<Target, Write>>,
    setters: BTreeMap<usize, Vec<Setter>>,
    conditions: BTreeMap<usize, Vec<Condition>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Setter {
    pub function: usize,
    /// The likelihood relative to other setters of the field.
    pub weight: u32,
    /// True if it puts an argument into a collection, so that it may be repeated.
    pub repeats: bool,
    /// The arguments stored in the field, including the receiver.
    pub arguments: Vec<usize>,
    /// The fields of other objects used to make the object.
    from: BTreeSet<usize>,
}

#[derive(Clone, Debug)]
struct Condition {
    kind: ConditionKind,
    place: Place,
    fields: BTreeSet<usize>,
}

/// The object construction graph of a condition.
///
/// ```
/// use sbst_analysis::construction::{Program, Source, Tables};
/// use sbst_source::files::ParsedFile;
///
/// let text = "pub struct Stack { size: usize }
///     impl Stack {
///         pub fn grow(&mut self, by: usize) { self.size += by; }
///         pub fn is_full(&self) -> bool { self.size > 9 }
///     }";
/// let parsed = &ParsedFile::from_text(text);
/// let (program, _) = Program::read([Source { module: "demo", file: "src/lib.rs", parsed }]);
/// let is_full = program.functions.iter().position(|known| known.path == "demo::Stack::is_full");
/// let mut tables = Tables::new(&program);
/// let graph = &tables.graphs(is_full.unwrap())[0];
/// assert_eq!((graph.condition, graph.fields.len()), (0, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    pub function: usize,
    pub condition: usize,
    pub kind: ConditionKind,
    pub place: Place,
    /// The relevant fields, by their indices in the program.
    pub fields: BTreeSet<usize>,
}

/// An input of a function or a field, in the graph of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// `state`, `GameState.players`.
    pub name: String,
    pub type_text: String,
    /// The field, by its index in the program; `None` for an input.
    pub field: Option<usize>,
    /// The nodes whose types have the field.
    pub from: Vec<usize>,
}

impl<'p> Tables<'p> {
    pub fn new(program: &'p Program) -> Tables<'p> {
        let accesses: Vec<Accesses> =
            (0..program.functions.len()).map(|function| walk::accesses(program, function)).collect();
        let reads = accesses.iter().map(|one| one.reads.clone()).collect();
        let writes = accesses.iter().map(|one| one.writes.clone()).collect();
        let (setters, conditions) = (BTreeMap::new(), BTreeMap::new());
        let mut tables = Tables { program, accesses, reads, writes, setters, conditions };
        tables.close();
        tables.find_setters();
        tables
    }

    /// Adds the reads and writes of callees to their callers, until a fixpoint.
    fn close(&mut self) {
        let mut changed: BTreeSet<usize> = (0..self.accesses.len()).collect();
        while !changed.is_empty() {
            let mut next = BTreeSet::new();
            for (caller, accesses) in self.accesses.iter().enumerate() {
                for call in &accesses.calls {
                    if call.function == caller || !changed.contains(&call.function) {
                        continue;
                    }
                    let before = self.reads[caller].len();
                    let more = self.reads[call.function].clone();
                    self.reads[caller].extend(more);
                    let mut is_new = before < self.reads[caller].len();
                    for (target, write) in self.writes[call.function].clone() {
                        let given = |parameter: &usize| call.arguments.get(*parameter);
                        let from = write.parameters.iter().filter_map(given);
                        let parameters = from.flat_map(|argument| argument.from.parameters.clone()).collect();
                        let write = Write { parameters, ..write };
                        let places = match target {
                            Target::Field(_) => BTreeSet::from([target]),
                            Target::Parameter(index) => {
                                given(&index).map(|argument| argument.places.clone()).unwrap_or_default()
                            }
                        };
                        for place in places {
                            is_new |= add_write(&mut self.writes[caller], place, &write);
                        }
                    }
                    if is_new {
                        next.insert(caller);
                    }
                }
            }
            changed = next;
        }
    }

    fn find_setters(&mut self) {
        for (function, writes) in self.writes.iter().enumerate() {
            let receiver = self.program.functions[function].signature.receiver().is_some();
            for (target, write) in writes {
                let Target::Field(field) = *target else { continue };
                let is_argument = |argument: &usize| write.makes || !receiver || *argument > 0;
                let arguments: Vec<usize> = write.parameters.iter().copied().filter(is_argument).collect();
                let weight = u32::from(!write.makes) + arguments.len() as u32;
                let from = if write.makes { write.fields.clone() } else { BTreeSet::new() };
                let setter = Setter { function, weight, repeats: write.repeats, arguments, from };
                if weight > 0 {
                    self.setters.entry(field).or_default().push(setter);
                }
            }
        }
    }

    pub(crate) fn program(&self) -> &'p Program {
        self.program
    }

    /// The functions that write to a path from a type, in source order.
    pub(crate) fn setters_at(&self, owner: usize, path: &[Step]) -> Vec<usize> {
        let Some(Step::Field(name)) = path.first() else { return Vec::new() };
        let field = self.program.field(owner, name);
        field
            .map_or_else(Vec::new, |field| self.setters(field).iter().map(|setter| setter.function).collect())
    }

    /// The functions that write a field, in source order.
    pub fn setters(&self, field: usize) -> &[Setter] {
        self.setters.get(&field).map_or(&[], Vec::as_slice)
    }

    /// The graphs of all conditions of a function, in order, then those of its callees.
    pub fn graphs(&mut self, function: usize) -> Vec<Graph> {
        let mut reached = BTreeMap::from([(function, BTreeSet::new())]);
        let mut order = vec![function];
        let mut level = 0..1;
        for _ in 0..CALL_DEPTH {
            for at in level.clone() {
                let caller = order[at];
                for call in &self.accesses[caller].calls {
                    let mut fields: BTreeSet<usize> = reached[&caller].clone();
                    let given = call.arguments.iter().map(|argument| &argument.from);
                    given.chain([&call.control]).for_each(|from| self.add_fields(from, &mut fields));
                    if !reached.contains_key(&call.function) {
                        order.push(call.function);
                    }
                    reached.entry(call.function).or_default().extend(fields);
                }
            }
            level = level.end..order.len();
        }
        let mut graphs = Vec::new();
        for function in order {
            let around = &reached[&function];
            for (condition, found) in self.conditions(function).into_iter().enumerate() {
                let Condition { kind, place, mut fields } = found;
                fields.extend(around);
                self.add_origins(&mut fields);
                graphs.push(Graph { function, condition, kind, place, fields });
            }
        }
        graphs
    }

    fn add_fields(&self, from: &Sources, fields: &mut BTreeSet<usize>) {
        fields.extend(&from.fields);
        from.calls.iter().for_each(|&call| fields.extend(&self.reads[call]));
    }

    /// Rule 5.
    fn add_origins(&self, fields: &mut BTreeSet<usize>) {
        let mut waiting: Vec<usize> = fields.iter().copied().collect();
        while let Some(field) = waiting.pop() {
            for setter in self.setters(field) {
                waiting.extend(setter.from.iter().copied().filter(|&from| fields.insert(from)));
            }
        }
    }

    /// The conditions of a function with their fields, as seen from this function.
    fn conditions(&mut self, function: usize) -> Vec<Condition> {
        if let Some(known) = self.conditions.get(&function) {
            return known.clone();
        }
        let item = &self.program.functions[function];
        let analysis = Analysis::from_function(&item.signature, &item.body);
        let places = &self.accesses[function].places;
        let fields = analysis.conditions.iter().map(|condition| {
            let used = condition.uses.iter().map(|&used| analysis.uses[used].place);
            let mut fields = BTreeSet::new();
            for from in used.chain([condition.place]).filter_map(|place| places.get(&place)) {
                self.add_fields(from, &mut fields);
            }
            fields
        });
        let fields: Vec<BTreeSet<usize>> = fields.collect();
        let all = analysis.conditions.iter().enumerate().map(|(number, condition)| Condition {
            kind: condition.kind,
            place: condition.place,
            fields: before(&analysis, number).into_iter().flat_map(|before| fields[before].clone()).collect(),
        });
        let all: Vec<Condition> = all.collect();
        self.conditions.insert(function, all.clone());
        all
    }

    /// The nodes of a graph: inputs of a function with one of its fields, then these fields, then
    /// the fields of their types, each once.
    pub fn nodes(&self, function: usize, graph: &Graph) -> Vec<Node> {
        let item = &self.program.functions[function];
        let fields_of = |types: &Names| {
            let fields = types.iter().flat_map(|&ty| self.program.list_fields(ty));
            fields.filter(|field| graph.fields.contains(field)).collect::<Vec<usize>>()
        };
        let mut nodes = Vec::new();
        let mut parts = Vec::new();
        for index in 0..item.signature.inputs.len() {
            let fields = fields_of(&self.program.types_of_argument(function, index));
            if !fields.is_empty() {
                let (name, type_text) = (item.argument(index), item.argument_type(index));
                nodes.push(Node { name, type_text, field: None, from: Vec::new() });
                parts.push(fields);
            }
        }
        let mut next = 0;
        while next < nodes.len() {
            for field in parts[next].clone() {
                match nodes.iter_mut().find(|node| node.field == Some(field)) {
                    Some(known) => known.from.push(next),
                    None => {
                        let Field { owner, name, type_text, types, .. } = &self.program.fields[field];
                        let (name, type_text) = (format!("{owner}.{name}"), type_text.clone());
                        nodes.push(Node { name, type_text, field: Some(field), from: vec![next] });
                        parts.push(fields_of(types));
                    }
                }
            }
            next += 1;
        }
        nodes
    }
}

/// A condition, with its transitive dependences.
fn before(analysis: &Analysis, condition: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![condition];
    while let Some(condition) = waiting.pop() {
        if found.insert(condition) {
            let condition = &analysis.conditions[condition];
            waiting.extend(condition.depends_on.iter().map(|branch| branch.condition));
        }
    }
    found
}
