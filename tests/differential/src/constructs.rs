//! The constructs of generated functions.
//!
//! Each has a name, so that pairs of them can be reported, and a [`Category`]: its possible places.

use crate::Edition;

/// The place of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// An operator of a comparison.
    Operator,
    /// An operand of a comparison.
    Operand,
    /// An expression of type `bool`.
    Boolean,
    /// An expression of type `i32`.
    Integer,
    /// A statement.
    Statement,
    /// A part of a pattern.
    Pattern,
    /// The scrutinee of a pattern.
    Scrutinee,
    /// A kind of function.
    Function,
}

macro_rules! constructs {
    ($($category:ident { $($name:ident: $text:literal,)* })*) => {
        /// A construct of the language, or a special use of one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Construct { $($($name,)*)* }

        impl Construct {
            /// All constructs.
            pub const ALL: &'static [Construct] = &[$($(Construct::$name,)*)*];

            /// Its place.
            pub fn category(self) -> Category {
                match self { $($(Construct::$name => Category::$category,)*)* }
            }

            /// Its description.
            pub fn text(self) -> &'static str {
                match self { $($(Construct::$name => $text,)*)* }
            }
        }
    };
}

constructs! {
    Operator {
        Equal: "==",
        NotEqual: "!=",
        Less: "<",
        LessOrEqual: "<=",
        Greater: ">",
        GreaterOrEqual: ">=",
    }
    Operand {
        Integers: "integers",
        Floats: "floats, NaN and -0.0 among them",
        Chars: "chars",
        Texts: "texts: str, String, Box<str>, Cow",
        References: "&T and &&T",
        MutableReferences: "&mut T",
        Options: "Option",
        Tuples: "tuples",
        Sequences: "slices, arrays and vectors",
        Liars: "a type whose operators log and lie",
        PackedFields: "fields of a packed struct",
        RawPointers: "raw pointers",
        PointerCasts: "casts to raw pointers",
        Inferred: "operands whose type the other one gives",
        Coerced: "a right operand that the operator coerces",
        Temporaries: "temporaries with a destructor",
        Projections: "types that are found out later (of a type parameter)",
    }
    Boolean {
        And: "&&",
        Or: "||",
        Not: "!",
        NotReference: "! on &bool",
        EagerAnd: "& on booleans",
        EagerOr: "| on booleans",
        EagerXor: "^ on booleans",
        ChangedPlace: "a left place that the right side changes",
        ReceiverPlace: "a field compared with what a method of its owner returns",
        ReturnInCondition: "return inside a condition",
        DivergingOperand: "a diverging operand of || or &&",
        QuestionOption: "? on Option",
        QuestionResult: "? on Result",
        BooleanBlock: "a block as a condition",
        BooleanIf: "if as a condition",
        BooleanMatch: "match as a condition",
        MatchesMacro: "matches!",
        MatchesGuard: "matches! with a guard",
        Contains: "contains",
        CharacterClass: "classes of characters",
        FoldedClass: "what closures answer of characters",
        SliceEnds: "beginnings and ends of slices",
        CellBorrow: "a RefCell borrow in a condition",
        LockGuard: "a lock's guard in a condition",
        NoisyChain: "destructors in && and ||",
        AwaitInCondition: ".await in a condition",
        StaticMut: "static mut",
        UnionField: "a union's field",
        ExpressionMacro: "a macro that takes $e:expr",
        OwnTokens: "a macro that takes tokens of its own",
        ClosureCall: "a closure's result as a condition",
        NamesOfProbes: "variables that are called as in the probes",
        BareCall: "a call as a condition",
        CheckedArithmetic: "checked arithmetic and conversions",
        Element: "an element, a key or an end of a collection",
        TextPart: "parts of texts",
        OrderOf: "cmp and partial_cmp",
        KeptDecision: "a variable that holds what was decided",
        SpecialValue: "a call compared with a literal or a variant",
    }
    Integer {
        IntegerIf: "if as a value",
        IntegerMatch: "match as a value",
        LabelledBlock: "a labelled block with a value",
        LoopValue: "loop with a value",
        ReferenceClosure: "a closure by reference",
        MoveClosure: "a move closure",
        AsyncBlock: "an async block",
        TailTemporary: "a temporary in a block's last expression",
        Shadowing: "shadowing",
        Overflow: "arithmetic that may overflow",
        IndexPanic: "an index that may panic",
        Shift: "a shift that may overflow",
        Negation: "a negation",
        AssignedArithmetic: "arithmetic that assigns",
        OverloadedArithmetic: "arithmetic of types of one's own, and of texts",
        IndexedForRead: "an index into what is read",
        IndexedForChange: "an index into what is changed",
        SlicedText: "a part of a text",
        Unwrapped: "unwrap and expect",
        BorrowedCell: "RefCell borrows that may fail",
        DemandingCall: "calls that refuse arguments",
        UnsafeBlock: "an unsafe block",
        FormatArguments: "format! with conditions",
        VecArguments: "vec! with conditions",
        BooleanCast: "a comparison cast to a number",
    }
    Statement {
        If: "if",
        ElseIf: "else if",
        IfLet: "if let",
        LetChain: "let in a chain",
        While: "while",
        WhileLet: "while let",
        WhileLetPop: "while let with a changing place",
        LetElse: "let … else",
        LetElseExtended: "let … else with an extended temporary",
        Match: "match",
        MatchGuard: "a guard",
        GuardLet: "let in a guard",
        LastMatch: "match as the last expression, with temporaries",
        StatementMatch: "match in front of another statement",
        ComparisonStatement: "a comparison at the start of a statement",
        Assert: "assert!",
        AssertMessage: "assert! with a message",
        AssertEqual: "assert_eq!",
        AssertNotEqual: "assert_ne!",
        DebugAssert: "debug_assert!",
        DebugAssertEqual: "debug_assert_eq! with a message",
        OwnAssert: "an own assert! with one argument",
        WriteArguments: "write! with conditions",
        ForRange: "for over a range",
        ForIterator: "for over an iterator",
        ForMutable: "for over &mut",
        BreakInCondition: "break inside a condition",
        ContinueInCondition: "continue inside a condition, with a label",
        NestedLoops: "break with a label out of nested loops",
        CfgStatement: "#[cfg] on statements",
        CfgArm: "#[cfg] on arms",
        CfgField: "#[cfg] on fields",
        CfgElement: "#[cfg] on elements and operands",
        NestedFunction: "a nested function",
        ConstFunction: "const fn",
        NestedConstants: "constants, array lengths and const blocks",
        DropAtBlockEnd: "destructors at a block's end",
        StatementMacro: "a macro of statements",
        AsyncClosure: "a closure that returns a future",
    }
    Pattern {
        LiteralPattern: "literals",
        RangePattern: "ranges",
        ConstantPattern: "constants",
        OrPattern: "or-patterns",
        AtPattern: "@",
        RefPattern: "ref",
        RefMutPattern: "ref mut",
        SlicePattern: "slice patterns",
        RestPattern: "slice patterns with a rest",
        NestedEnum: "nested enums",
        StructPattern: "struct patterns",
        TuplePattern: "tuple patterns",
        MovingPattern: "bindings that move",
        ReferencePattern: "& in patterns",
        CapitalVariant: "an imported variant in capitals",
        BindingPattern: "bindings",
    }
    Scrutinee {
        ValueScrutinee: "matched: a value",
        PlaceScrutinee: "matched: a place",
        SharedScrutinee: "matched: a reference (default binding modes)",
        ExclusiveScrutinee: "matched: a &mut (default binding modes)",
        FieldOfTemporary: "matched: a field of a temporary",
        NoisyScrutinee: "matched: what a temporary with a destructor lends",
        BorrowScrutinee: "matched: behind a RefCell borrow",
        LockScrutinee: "matched: behind a lock's guard",
        IndexScrutinee: "matched: an element, the index of which runs code",
        PlainIndexScrutinee: "matched: an element at a plain index",
        MacroScrutinee: "matched: a place that a macro makes",
        AwaitScrutinee: "matched: .await",
        QuestionScrutinee: "matched: ?",
        BlockScrutinee: "matched: a block",
        ReturnScrutinee: "matched: what may return early",
        PartlyUsed: "matched: a part, while another is moved or borrowed",
    }
    Function {
        GenericFunction: "a generic function",
        AsyncFunction: "async fn",
        UnsafeFunction: "unsafe fn",
        MadeByMacro: "a function that a macro makes",
        ImplTrait: "impl Trait and dyn parameters",
        Method: "a method",
        WholeImpl: "the attribute on a whole impl",
        TraitDefault: "a trait's default method",
        TraitMethod: "the attribute on a whole impl of a trait",
        WholeModule: "the attribute on a module",
    }
}

/// Kinds of function that exclude one another.
const HOMES: [Construct; 5] = [
    Construct::Method,
    Construct::WholeImpl,
    Construct::TraitDefault,
    Construct::TraitMethod,
    Construct::WholeModule,
];

impl Construct {
    /// Returns the constructs of a category.
    pub fn in_category(category: Category) -> impl Iterator<Item = Construct> {
        Self::ALL.iter().copied().filter(move |construct| construct.category() == category)
    }

    /// True if it is a possible place of a function.
    pub fn is_home(self) -> bool {
        HOMES.contains(&self)
    }

    /// True if functions of the edition are made with it.
    pub fn is_in(self, edition: Edition) -> bool {
        self != Construct::LetChain || edition >= Edition::E2024
    }

    /// Returns the reason why this and `other` cannot be in one function.
    pub fn excludes(self, other: Construct) -> Option<&'static str> {
        (self != other && self.is_home() && other.is_home()).then_some("a function stands in one place only")
    }
}
