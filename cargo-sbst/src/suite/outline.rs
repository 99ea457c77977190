//! Turns a worker's report of a target into tests.

use super::text::annotation::{annotated, in_turn, inferred, viewed, with_defaults, with_texts};
use super::text::argument::{self, Arguments};
use super::text::assertion::{self, Call, Form, Returned};
use super::text::call::{Callee, Function};
use super::text::claim::Shown;
use super::text::facts::Facts;
use super::text::naming::{InScope, Naming, Style};
use super::text::observed::{Differences, Spread, Value};
use super::text::rendered_story::RenderedStory;
use super::text::returned;
use super::text::scope::{Import, Scope, last_name};
use super::text::story::{self, Story};
use super::text::temporaries;
use super::text::value::debug_text;
use super::text::variables;
use crate::search::target_report::TargetReport;
use crate::source::items;
use crate::source::name_resolution::Entity;
use crate::suite::blocks::Definition;
use crate::suite::draft_target::DraftTarget;
use crate::suite::file::source;
use crate::suite::reach::Reach;
use crate::suite::test_module::{Cause, Test};
use crate::suite::{doubles, helpers};
use sbst_model::expression::{Expression, Piece};
use sbst_model::messages::{
    Called, Changed, Finding, GoalsOf, Inspection, Observed, Reading, Statement, TestOutline,
};
use sbst_model::output_class::is_literal;
use sbst_model::target::{CallForm, Parameter};
use sbst_model::{OutputClass, TargetId};
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned as _;

/// The longest call, in characters, with inlined results of earlier statements. An assertion of it
/// still fits in [`LONGEST_LINE`](story::LONGEST_LINE).
const LONGEST_CALL: usize = 72;
/// Limit on the part of a panic's message that `#[should_panic]` expects, in characters.
const LONGEST_MESSAGE: usize = 120;

/// Tests of a target before they are named.
pub struct TargetTests {
    /// The tests, still without names.
    pub tests: Vec<Test>,
    /// The obstacle to tests that cannot be written, and their number.
    pub left_out: Option<(String, usize)>,
    pub unchecked: Unchecked,
}

/// Unwritten tests without a possible assertion.
#[derive(Clone, Debug, Default)]
pub struct Unchecked {
    pub tests: usize,
    /// The function's goals that they reach.
    pub goals: BTreeSet<u32>,
}

impl Unchecked {
    pub fn add(&mut self, other: &Unchecked) {
        self.tests += other.tests;
        self.goals.extend(&other.goals);
    }
}

/// Writes the tests of a target that go into one file.
pub fn tests(
    scope: &mut Scope<'_>,
    DraftTarget { report, found, tests }: &DraftTarget<'_>,
    of_file: &Spread,
) -> TargetTests {
    let target = &report.description;
    let form = &target.call;
    let outlines = outlines(report);
    let mut outlines: Vec<TestOutline> = tests.iter().map(|index| outlines[*index].clone()).collect();
    let all = outlines.len();
    let obstacle = obstacle(&scope.reach, form, &outlines);
    outlines.retain(|outline| self::obstacle(&scope.reach, form, std::slice::from_ref(outline)).is_none());
    outlines.iter_mut().for_each(|outline| without_unreached(&scope.reach, outline));
    let differences = &Differences::between(&outlines, of_file);
    let tests =
        outlines.iter().map(|outline| Writing { report, found: *found, outline, differences }.test(scope));
    let tests: Vec<Test> = tests.collect();
    let left_out =
        obstacle.map(|obstacle| (obstacle, all - outlines.len())).filter(|(_, number)| *number > 0);
    let is_written = |(test, _): &(Test, TestOutline)| !test.forms.is_empty();
    let (written, unwritten): (Vec<_>, Vec<_>) = tests.into_iter().zip(outlines).partition(is_written);
    let goals = unwritten.iter().flat_map(|(_, outline)| outline.goals.iter().copied()).collect();
    let has_goals = |(_, outline): &&(Test, TestOutline)| !outline.goals.is_empty();
    let unchecked = Unchecked { tests: unwritten.iter().filter(has_goals).count(), goals };
    let tests = written.into_iter().map(|(test, _)| test).collect();
    TargetTests { tests, left_out, unchecked }
}

/// The inputs for writing a test.
struct Writing<'t> {
    report: &'t TargetReport,
    found: Option<Entity>,
    outline: &'t TestOutline,
    differences: &'t Differences<'t>,
}

/// A test in one style.
struct Styled {
    forms: Vec<Form>,
    cfgs: Vec<String>,
    doubles: Vec<Definition>,
}

impl Writing<'_> {
    fn test(&self, scope: &mut Scope<'_>) -> Test {
        let Writing { report, outline, .. } = self;
        let target = &report.description;
        let Styled { forms, cfgs, doubles } = self.styled(scope, Style::Idiomatic);
        let qualified = self.styled(scope, Style::Qualified).forms;
        let annotated = forms.iter().zip(&qualified).map(|(form, qualified)| annotated(form, qualified));
        let annotated: Vec<Form> = annotated.collect();
        // An ignored test would hide a call of another instance.
        let bare = match outline.observed {
            Observed::Fault(_) => Vec::new(),
            _ => self.styled(scope, Style::Bare).forms,
        };
        let short = |forms: &mut dyn Iterator<Item = &Form>| -> Vec<Form> {
            forms.filter_map(|form| with_defaults(form, |name| scope.reach.generic_arguments(name))).collect()
        };
        let short_bare = short(&mut bare.iter());
        let short = short(&mut forms.iter().chain(&annotated));
        let equal = [&bare, &annotated].map(|styled: &Vec<Form>| styled.first().and_then(equality));
        let [bare_equal, annotated_equal] = equal.map(|form| form.into_iter().collect());
        let inferred = bare.iter().filter_map(inferred).collect();
        let viewed = qualified.iter().filter_map(viewed).collect();
        let mut styles =
            vec![bare_equal, annotated_equal, inferred, short_bare, bare, short, forms, annotated];
        styles.extend([viewed, qualified]);
        // Calls of the conversion itself stay unchanged.
        if items::definition_names(&target.id.path).last().is_none_or(|name| name != "from") {
            let with_texts = |style: &Vec<Form>| style.iter().filter_map(with_texts).collect();
            styles = styles.into_iter().flat_map(|style| [with_texts(&style), style]).collect();
        }
        let forms = in_turn(&styles);
        let calls = || outline.before.iter().filter_map(|statement| Some(&statement.called.as_ref()?.form));
        let is_unsafe = calls().chain([&target.call]).any(|call| call.is_unsafe);
        let mut test = Test {
            function: target.id.path.clone(),
            line: target.place.line as usize,
            attributes: is_unsafe.then(|| String::from("#[allow(unsafe_code)]")).into_iter().collect(),
            is_async: calls().chain([&target.call]).any(|call| call.is_async),
            is_shown: calls().chain([&target.call]).any(CallForm::is_shown_by_a_closure),
            helpers: helpers::called(outline),
            doubles,
            cfgs,
            forms,
            touches: !report.refusals.is_empty(),
            covers: covers(report, outline),
            boundaries: outline.boundaries.clone(),
            serves: serves(report, outline),
            outputs: output_classes(&target.id, &target.call, outline),
            calls: [&target.id].into_iter().chain(called_before(outline)).cloned().collect(),
            facts: Facts::from_outline(target, outline),
            parameters: target.parameters.clone(),
            has_receiver: target.call.has_receiver,
            is_mergeable: is_mergeable(&target.call, outline),
            repeats_example: self.repeats_example(scope),
            cause: cause(&outline.observed),
            ..Test::default()
        };
        describe_end(&mut test, &outline.observed);
        test
    }

    fn repeats_example(&self, scope: &Scope<'_>) -> bool {
        let has_example = |found: Entity| match found {
            Entity::Function(module, at) => scope.reach.exports.sources.function((module, at)).has_example,
            _ => false,
        };
        self.report.description.parameters.is_empty() && self.found.is_some_and(has_example)
    }

    /// Writes the test in a style.
    fn styled(&self, scope: &mut Scope<'_>, style: Style) -> Styled {
        let Writing { report, found, outline, differences } = self;
        let target = &report.description;
        let form = outline.form.as_ref().unwrap_or(&target.call);
        let mut naming = InScope::new(scope, style).inferring(doubles::without_value(outline, form));
        naming.note_cfgs(*found);
        let mut story = Story::new(&outline.before, &outline.arguments).of(&target.id);
        let is_known = story.knows_receiver(&outline.arguments);
        let Callee { path, generics, idiom } =
            naming.callee((&target.id.path, form, &target.parameters), is_known, *found);
        let is_short = |rendered: &RenderedStory| {
            let length: usize = rendered.arguments.iter().map(|argument| argument.chars().count() + 2).sum();
            path.chars().count() + length <= LONGEST_CALL
        };
        let mut rendered = story.write(&mut naming, &is_short);
        if path.is_empty() {
            let type_name = naming.shown_type(form);
            bind_shown(&mut rendered, &type_name, &target.parameters, &naming);
        }
        let doubles = doubles::written(outline, |path| naming.path(path));
        let InScope { used: imports, cfgs, if_mentioned, .. } = naming;
        let function = Function { path: &path, generics: &generics, form, is_known, idiom: idiom.as_ref() };
        let mut arguments = Arguments::from_story(&target.parameters, &rendered, &form.types);
        if style == Style::Bare {
            arguments.simplify();
        }
        let bound = returned::bind(scope, &function, &arguments);
        let (function, arguments) = match &bound {
            Some(bound) => {
                rendered.lines.extend(bound.lines.iter().cloned());
                let (path, form) = (&*bound.name, &bound.form);
                (Function { path, generics: "", form, is_known, idiom: None }, bound.arguments.clone())
            }
            None => (function, arguments),
        };
        let call = Call { function: &function, arguments: &arguments, result_type: &target.result_type };
        let mut forms = match &outline.observed {
            Observed::Returned { type_name, debug, unordered, changed, items, inspection } => {
                let changed = &bound.as_ref().map_or_else(|| changed.clone(), |bound| bound.changed(changed));
                let shown = Shown { type_name, debug: debug.as_deref(), unordered: *unordered };
                let result = Value { shown, inspection, parameter: None, is_beside_result: false };
                let seen = Returned { result, items: *items, changed };
                assertion::forms(scope, &call, &seen, differences)
            }
            _ => assertion::call_only(&call, &target.result_type),
        };
        for form in &mut forms {
            form.lines.splice(0..0, rendered.lines.iter().cloned());
            form.setup = rendered.lines.len();
            form.lines.iter_mut().for_each(compare_referents);
            let mentioned = if_mentioned.iter().filter(|import| form.mentions(last_name(&import.path)));
            let imports: Vec<Import> = imports.iter().chain(mentioned).cloned().collect();
            form.imports.splice(0..0, imports);
        }
        Styled { forms, cfgs, doubles }
    }
}

/// Returns the form that asserts a comparison as one: `assert_eq!(a, b)`.
fn equality(form: &Form) -> Option<Form> {
    let (last, before) = form.lines.split_last()?;
    let asserted = last.strip_prefix("assert!(").and_then(|rest| rest.strip_suffix(");"))?;
    let inside = asserted.strip_prefix("!(").and_then(|rest| rest.strip_suffix(')'));
    let syn::Expr::Binary(comparison) = syn::parse_str(inside.unwrap_or(asserted)).ok()? else { return None };
    let is_equal = match comparison.op {
        syn::BinOp::Eq(_) => inside.is_none(),
        syn::BinOp::Ne(_) => inside.is_some(),
        _ => return None,
    };
    let text = |side: &syn::Expr| inside.unwrap_or(asserted).get(side.span().byte_range());
    let sides = format!("{}, {}", text(&comparison.left)?, text(&comparison.right)?);
    let line = if is_equal { format!("assert_eq!({sides});") } else { format!("assert_ne!({sides});") };
    Some(Form { lines: [before, &[line]].concat(), ..form.clone() })
}

/// Removes the borrows of both sides of a comparison.
fn compare_referents(line: &mut String) {
    let sides = line.strip_prefix("assert_eq!(&").and_then(|sides| sides.strip_suffix(");"));
    let Some((left, right)) = sides.and_then(|sides| sides.rsplit_once(", &")) else { return };
    let is_whole = |side: &str| syn::parse_str::<syn::Expr>(side).is_ok() && !side.starts_with("mut ");
    // A slice of another length is no value of an array's type.
    if is_whole(left) && is_whole(right) && !right.starts_with('[') {
        *line = format!("assert_eq!({left}, {right});");
    }
}

/// Binds the formatted value to a variable of its type, unless it is a variable already. The type
/// has generic arguments that no other code may determine.
fn bind_shown(rendered: &mut RenderedStory, type_name: &str, parameters: &[Parameter], naming: &dyn Naming) {
    let Some(source) = rendered.arguments.first().filter(|_| !type_name.is_empty()) else { return };
    let value = source.trim_start_matches('&').trim_start_matches("mut ").to_owned();
    if syn::parse_str::<syn::Ident>(&value).is_ok() {
        return;
    }
    let RenderedStory { lines, names, arguments, .. } = rendered;
    let mut name = |base: &str| {
        let name = story::free(variables::of_parameter(base), names, naming);
        names.insert(name.clone());
        name
    };
    let shown = name(parameters.first().map_or("value", |parameter| &parameter.name));
    let value = temporaries::bind(&value, &mut || name("value"), lines);
    lines.push(format!("let {shown}: {type_name} = {value};"));
    arguments[0] = format!("&{shown}");
}

/// Returns the goals that a test was kept for, or covers in each execution.
fn covers(report: &TargetReport, outline: &TestOutline) -> Vec<GoalsOf> {
    let mut all: BTreeMap<TargetId, BTreeSet<u32>> = BTreeMap::new();
    for GoalsOf { target, goals } in serves(report, outline).into_iter().chain(outline.covers.iter().cloned())
    {
        all.entry(target).or_default().extend(goals);
    }
    all.into_iter().map(|(target, goals)| GoalsOf { target, goals: goals.into_iter().collect() }).collect()
}

/// Returns the goals that a test was kept for.
fn serves(report: &TargetReport, outline: &TestOutline) -> Vec<GoalsOf> {
    let own = GoalsOf { target: report.description.id.clone(), goals: outline.goals.clone() };
    [own].into_iter().chain(outline.adopted.iter().cloned()).filter(|of| !of.goals.is_empty()).collect()
}

/// Returns the classes of a test's outputs, without blank ones. Asserted results of earlier calls
/// of the function count.
fn output_classes(id: &TargetId, form: &CallForm, outline: &TestOutline) -> Vec<OutputClass> {
    let is_own = |statement: &&Statement| statement.called.as_ref().is_some_and(|called| called.id == *id);
    let results = outline.before.iter().filter(is_own).filter_map(|statement| statement.result.as_ref());
    let literals = results.filter(|result| is_literal(&result.debug));
    let earlier = literals.map(|result| OutputClass::from_debug(&result.debug));
    let mut classes: Vec<OutputClass> = output_class(form, outline).into_iter().chain(earlier).collect();
    classes.retain(|class| *class != OutputClass::Blank);
    classes.sort_unstable();
    classes.dedup();
    classes
}

fn output_class(form: &CallForm, outline: &TestOutline) -> Option<OutputClass> {
    let Observed::Returned { type_name, debug, changed, inspection, .. } = &outline.observed else {
        return None;
    };
    let getters = changed.iter().flat_map(|changed| &changed.inspection.getters);
    let formatter = form.written_to.as_ref().map(|formatter| formatter.parameter);
    let written = changed.iter().find(|changed| Some(changed.parameter) == formatter);
    let written = written.and_then(|written| written.debug.as_deref());
    let items = inspection.items.as_ref().map(|items| items.debug.as_str());
    match (type_name.as_str(), OutputClass::result_text(debug.as_deref().or(items), written)) {
        ("()", _) => Some(OutputClass::from_call(None, getters.map(|getter| getter.is_unchanged))),
        (_, Some(text)) => {
            Some(OutputClass::from_call(Some(text), getters.map(|getter| getter.is_unchanged)))
        }
        (_, None) => Some(OutputClass::Telling),
    }
}

fn called_before(outline: &TestOutline) -> impl Iterator<Item = &TargetId> {
    outline.before.iter().filter_map(|statement| Some(&statement.called.as_ref()?.id))
}

/// True if the call of a test borrows the variables before it and changes nothing.
fn is_mergeable(form: &CallForm, outline: &TestOutline) -> bool {
    if form.applied.iter().any(|applied| applied.is_mutable) {
        return false;
    }
    let formatter = form.written_to.as_ref().map(|formatter| formatter.parameter);
    let is_borrowed = |argument: &Expression| match &argument.0[..] {
        [Piece::Source(sign), Piece::Variable(_)] => sign == "&",
        pieces => !pieces.iter().any(|piece| matches!(piece, Piece::Variable(_))),
    };
    let changes_nothing = match &outline.observed {
        Observed::Returned { changed, .. } => {
            changed.iter().all(|changed| Some(changed.parameter) == formatter)
        }
        _ => false,
    };
    changes_nothing && outline.arguments.iter().all(is_borrowed)
}

fn cause(observed: &Observed) -> Option<Cause> {
    match observed {
        Observed::Returned { .. } => None,
        Observed::Panicked { place, .. } => Some(Cause { kind: None, place: place.clone() }),
        Observed::Fault(finding) => Some(Cause { kind: Some(finding.kind), place: finding.place.clone() }),
    }
}

/// Advice for an argument that cannot be written.
pub const MAKE_IT_REACHABLE: &str =
    "make it public, or name a public function that makes such values: `#[sbst(construct = Self::new)]`";

/// Returns the reason why some test's call or arguments cannot be written; `None` if all can.
pub fn obstacle(reach: &Reach<'_>, form: &CallForm, outlines: &[TestOutline]) -> Option<String> {
    let mut named = form.owner.iter().chain([&form.generics]).flat_map(Expression::paths);
    let mut arguments = outlines.iter().flat_map(|outline| &outline.arguments);
    let obstacle = named.find_map(|path| reach.obstacle_to_name(path));
    let obstacle = obstacle.or_else(|| arguments.find_map(|argument| argument::obstacle(reach, argument)));
    obstacle.or_else(|| outlines.iter().find_map(|outline| story::obstacle(reach, &outline.before)))
}

/// Returns the tests of a report, and one for each finding without a test: a crashed process could
/// not report one. Folded findings have none.
pub fn outlines(report: &TargetReport) -> Vec<TestOutline> {
    let mut outlines = report.tests.clone();
    outlines.iter_mut().for_each(without_addresses);
    let same = |a: &Finding, b: &Finding| a.kind == b.kind && a.place == b.place && a.message == b.message;
    let is_in = |some: &[Finding], one: &Finding| some.iter().any(|other| same(other, one));
    outlines.retain(|outline| match &outline.observed {
        Observed::Fault(finding) => !is_in(&report.folded, finding),
        _ => true,
    });
    for finding in report
        .findings
        .iter()
        .filter(|finding| !is_in(&report.not_reproduced, finding) && !is_in(&report.folded, finding))
    {
        let has_test = outlines.iter().any(|outline| match &outline.observed {
            Observed::Fault(other) => same(finding, other),
            _ => false,
        });
        if !has_test && finding.arguments.len() == report.description.parameters.len() {
            outlines.push(TestOutline::from_fault(finding.clone()));
        }
    }
    outlines
}

/// Removes texts with addresses: these differ between processes.
fn without_addresses(outline: &mut TestOutline) {
    let forget = |type_name: &str, debug: &mut Option<String>| {
        debug.take_if(|debug| debug_text::has_address(type_name, debug));
    };
    if let Observed::Returned { type_name, debug, changed, inspection, .. } = &mut outline.observed {
        forget(type_name, debug);
        changed.iter_mut().for_each(|changed| forget(&changed.type_name, &mut changed.debug));
        for inspection in inspections(inspection, changed) {
            let is_stable = |reading: &Reading| !debug_text::has_address(&reading.type_name, &reading.debug);
            inspection.getters.retain(|getter| is_stable(&getter.result));
            inspection.items.take_if(|items| !is_stable(items));
            inspection.display.take_if(|text| debug_text::has_address("", text));
        }
    }
}

/// Removes the results of calls that a test cannot make.
fn without_unreached(reach: &Reach<'_>, outline: &mut TestOutline) {
    let Observed::Returned { changed, inspection, .. } = &mut outline.observed else { return };
    let is_reached = |called: &Called, arguments: &[Expression]| {
        let (called, arguments) = (Some(called.clone()), arguments.to_vec());
        let statement = Statement::new(called, arguments);
        story::obstacle(reach, &[statement]).is_none()
    };
    for inspection in inspections(inspection, changed) {
        inspection.getters.retain(|getter| is_reached(&getter.called, &getter.arguments));
        inspection.made_by.take_if(|maker| !is_reached(maker, &[]));
    }
}

fn inspections<'o>(
    result: &'o mut Inspection,
    changed: &'o mut [Changed],
) -> impl Iterator<Item = &'o mut Inspection> {
    [result].into_iter().chain(changed.iter_mut().map(|changed| &mut changed.inspection))
}

fn describe_end(test: &mut Test, observed: &Observed) {
    match observed {
        Observed::Panicked { message, .. } => {
            let line = message.lines().map(str::trim_end).find(|line| !line.is_empty()).unwrap_or_default();
            let expected: String = line.chars().take(LONGEST_MESSAGE).collect();
            test.attributes.push(match expected.is_empty() {
                true => String::from("#[should_panic]"),
                false => format!("#[should_panic(expected = {expected:?})]"),
            });
        }
        Observed::Fault(finding) => {
            let place = finding.place.as_ref().map(|place| format!(" in {}", place.file)).unwrap_or_default();
            let reason = format!("finding: {}{place}", source::comment(&finding.message));
            test.attributes.push(format!("#[ignore = {reason:?}]"));
            test.ignored = true;
        }
        Observed::Returned { .. } => {}
    }
}

/// True if a report replaces the tests of an earlier run: not if the search stopped without tests.
pub fn is_conclusive(report: &TargetReport) -> bool {
    report.description.not_searched.is_some() || !outlines(report).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(lines: &[&str]) -> Form {
        Form { lines: lines.iter().map(|line| (*line).to_owned()).collect(), ..Form::default() }
    }

    #[test]
    fn variable_gets_its_type_from_qualified_calls() {
        let plain = form(&["let mut ring = Ring::new();", "ring.push(1);", "assert!(ring.pop() == None);"]);
        let qualified = form(&[
            "let mut ring = Ring::new();",
            "Ring::<3, _>::push(&mut ring, 1);",
            "assert!(Ring::<3, Vec<u8>>::pop(&mut ring) == None);",
        ]);
        let lines = annotated(&plain, &qualified).lines;
        assert_eq!(lines[0], "let mut ring: Ring<3, Vec<u8>> = Ring::new();");
        assert_eq!(lines[1..], plain.lines[1..]);
        let other = form(&["let rings = Ring::new();", "Ring::<3, u8>::push(&mut ring, 1);"]);
        assert_eq!(annotated(&other, &other).lines, other.lines);
    }
}
