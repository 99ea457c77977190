//! Targets, expressions, and the graphs of targets.

use crate::codec::{codecs, Codec, Reader};
use crate::malformed::Malformed;
use sbst_model::construction::{ConstructionGraph, FieldSetter, Recipe};
use sbst_model::event_graph::{Event, EventGraph, EventNode, EventUse};
use sbst_model::expression::{Expression, Piece};
use sbst_model::observed::{Executable, ObservedTarget};
use sbst_model::target::{
    Applied, CallForm, Check, CheckKind, Condition, ConditionKind, ExchangedTypes, Exclusion, Infeasible,
    Lazy, Obstacle, Parameter, Place, TargetDescription, TargetId, WrittenTo,
};

codecs! {
    enum CheckKind { Overflow, Division, Index, Slice, Unwrap, Borrow, Call, Mutant }
    enum ConditionKind { Comparison, Boolean, Pattern, Arm, Loop, Try }

    enum Piece { Source(text), Path(text), Variable(name), Item(expression) }

    struct TargetId { package, crate_name, binary, path }
    struct TargetDescription {
        id, place, conditions, checks, parameters, result_type, call, exchanges, not_searched
    }
    struct ExchangedTypes { takes, gives }
    struct Exclusion { obstacle, is_in_whole_crate }
    enum Obstacle {
        Nested(outer), Macro, MadeByMacro, ConstFn, Destructor, Unsafe, Extern, TargetFeature, Receiver,
        AssertedConstant(name), GenericMaking(parameter, generic), HiddenGenerics,
        ConditionalParameter(parameter), DivergingFunction(parameter), OpaqueFunction(parameter),
        BorrowingFunction(parameter), KeptFunction(parameter), OpaqueParameter(parameter),
        StaticParameter(parameter), LifetimeInFunction(parameter, lifetime), NoType,
        NoInstance(tried, names), Unbuildable { type_text, parameter },
        Uninhabited { type_text, parameter }, TooLarge { type_text, parameter, parts, most },
        UselessBound { bound, type_text, parameter }, Constant, Program, Effects(through, mention),
        RejectedCall(message), RejectedProbes(message), TooLate, Interrupted, NotStored, NotPlanned,
        LostByShard { shard, shards }, NoGoals
    }
    struct CallForm {
        is_async, is_unsafe, generics, types, owner, has_receiver, written_to, lazy, applied, has_story
    }
    struct WrittenTo { parameter, letters }
    struct Lazy { is_iterator, is_inner }
    struct Applied { first, is_inner, is_mutable, has_earlier }
    struct Place { file, line, column }
    struct Condition { kind, text, place, in_closure, infeasible }
    struct Infeasible { outcome, reason }
    struct Check { kind, text, place }
    struct Parameter { name, type_text, can_be_built }

    struct Executable { version, path }
    struct ObservedTarget { description, slots }

    struct Recipe { target, fields, graphs }
    struct ConstructionGraph { function, condition, fields }
    struct FieldSetter { function, weight, repeats }

    struct EventGraph { conditions, nodes, callers, entries, flows, variables }
    struct EventNode { event, flow, line, successors, depends_on, uses }
    enum Event { Entry, Exit, Condition(number), Outcome(condition, outcome), Definition(variables) }
    struct EventUse { variable, definitions }
}

impl Codec for Expression {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.0.encode(bytes);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Expression, Malformed> {
        Vec::decode(reader).map(Expression)
    }
}
