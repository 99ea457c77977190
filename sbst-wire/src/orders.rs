//! Orders of the command, and its answers; requests to fork servers.

use crate::codec::codecs;
use sbst_model::messages::{
    Budget, Death, Example, ExampleValue, Fatal, FatalCall, FixedInput, Fork, Forked, InputPath, KnownValues,
    LandscapeOrders, Orders, Repeat, Resume, SearchOrders, Supply, Task, Turn, ValueSource, ValuesOf, Varied,
};
use sbst_model::{BloatControl, PathSelection};

codecs! {
    struct Orders { version, task }
    enum Task {
        Describe,
        Search(orders),
        Walk(orders, step),
        Repeat(orders, repeat),
        Measure(orders, test),
        Replay(orders, outlines),
        Compare(orders, tests),
        Landscape(orders),
    }

    struct SearchOrders {
        target, algorithm, seed, budget, without, adopted, given_up, avoided, examples, seeds, known, simple,
        bloat_control, path_selection, recipe, events, step_limit, stack_limit, memory_limit, has_variants, killing, only_search, deadly_getters,
        deadly_mutants,
        backtraces, draw, resume, turn
    }
    struct KnownValues { values, environmental }
    struct ValuesOf { of, values }
    struct Example { function, parameter, value }
    enum ExampleValue { Text(text), Character(text), Number(text) }
    struct Budget { evaluations, seconds, stall }
    enum ValueSource {
        Copying, SpecialValues, Literals, Operands, InputToState, LocalSearch, Graph, Sequences, Paths
    }
    struct BloatControl { relative_crossover, length_in_selection, length_in_elitism, bounded_insertion }
    enum PathSelection { Knn, Fifo, Tardis }
    enum Supply<T> { Without, OnDemand, Given(supplied) }
    struct Resume { deaths, evaluations, search_seconds, kept, fatal, search_ended, simplify }
    struct Turn { number, evaluations, search_seconds }
    struct Fatal { test, death, evaluations, halves, comes_back }
    struct FatalCall { function, call, death }
    enum Death { OutOfMemory, TooSlow, NoEnd(within), Other(text) }
    struct Repeat { test, halves }

    struct LandscapeOrders {
        target, goal, over, fixed, first, fatal, step_limit, stack_limit, memory_limit
    }
    struct Varied { input, from, to, steps }
    struct FixedInput { input, value }
    struct InputPath { text, parameter, parts }

    struct Fork { directory }
    enum Forked { Started(process), Ended(status), Refused(reason) }
}
