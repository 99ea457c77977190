//! Events of a worker, and their parts.

use crate::codec::codecs;
use sbst_model::messages::{
    Along, Binding, Boundaries, BuiltValue, CallOutcome, Called, Changed, Contradicted, Culprit, Differing,
    Event, Finding, FindingKind, Getter, GoalsOf, Height, Inspection, Items, LandscapeAxis, MissingOutcome,
    Observed, PathSummary, ProvedGoal, Reading, SearchSummary, SlowCall, Statement, Stopped,
    SynthesisSummary, TestOutline, TimeUpTo, TriedMutant, TriedSequence, TriedSequences, UncoveredGoal,
    Variable, WalkStep,
};

codecs! {
    enum Event {
        Hello { version },
        Target(description),
        Described { targets, can_fork },
        Refused { reason },
        Kept { test, covers, evaluations, search_seconds },
        Unfit(tests),
        WantsRecipe,
        WantsEvents,
        Suite { evaluations, tests, size },
        Axes(axes),
        Heights { first, heights },
        Step(step),
        Finding(finding),
        Culprit(culprit),
        Slow(call),
        Nearest(tests),
        Along(others),
        Built(values),
        Outcomes(outcomes),
        Replayed { index, outline, is_shown },
        Progress { evaluations, covered },
        Mutants(tried),
        SearchEnded(summary),
        Simple,
        Finished(outlines),
    }

    struct SearchSummary {
        evaluations, evaluations_to_last_goal, search_seconds, seconds_to_last_goal, covered, uncovered,
        proved, adopted_covered, adopted_reached, stopped, synthesis, paths
    }
    struct TriedMutant { target, goal, executed, differed, is_inapplicable }
    struct ProvedGoal { goal, contradicted }
    struct Contradicted { goals, is_by_success }
    struct Along { target, goals }
    struct BuiltValue { of, value, goals }
    struct CallOutcome { test, outcome }
    struct GoalsOf { target, goals }
    struct UncoveredGoal { goal, best_distance, tried }
    enum Stopped { AllCovered, Evaluations, Time, Stalled, Deaths }
    struct TriedSequences { count, evaluations, nearest }
    struct TriedSequence { definitions, missing }
    struct MissingOutcome { condition, outcome, distance }
    struct PathSummary {
        tried, solved_by_solver, solved_by_search, infeasible, not_solved, diverged, concrete
    }
    struct SynthesisSummary { graph_seconds, template_seconds, tests, repaired, failed }

    struct Finding { kind, message, place, before, arguments, evaluations, test }
    enum FindingKind { Overflow, Division, Index, Unwrap, Panic, Hang, DeepRecursion, Death }
    struct Culprit { function, call, death, finding, met }
    struct SlowCall { before, arguments, is_by_length, times, steps }
    struct TimeUpTo { bits, seconds, steps }

    struct TestOutline { test, form, before, arguments, goals, adopted, covers, boundaries, observed, differs }
    struct Boundaries { known, met }
    enum Differing { Result, Ending, Message, Goals }
    enum Observed {
        Returned { type_name, debug, unordered, changed, items, inspection },
        Panicked { message, place },
        Fault(finding),
    }
    struct Items { count, cut_after }
    struct Changed { parameter, type_name, debug, unordered, inspection }
    struct Inspection { is_partial, display, items, getters, made_by }
    struct Getter { called, arguments, result, is_unchanged }
    struct Reading { type_name, debug, unordered, items }
    struct Statement { called, arguments, variable, is_assignment, result }
    struct Called { id, place, parameters, form, borrows }
    struct Variable { name, is_changed, unwraps, is_reference, binding }
    enum Binding { Whole, Tuple(beside), Variant(pattern) }

    struct LandscapeAxis { texts, positions }
    struct Height { level, distance, normalised }
    struct WalkStep { evaluations, height }
}
