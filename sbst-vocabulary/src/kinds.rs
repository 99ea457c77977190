//! Kinds of conditions and of hidden checks.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum CheckKind {
    Overflow,
    /// Division by zero, and of the minimum by −1.
    Division,
    Index,
    /// A range out of bounds, or a text cut within a character.
    Slice,
    /// `unwrap` and `expect` of the wrong variant.
    Unwrap,
    /// A `RefCell` that is borrowed already.
    Borrow,
    /// An invalid argument of a method of a collection or a text.
    Call,
    /// A mutant to be exposed by the execution, in builds for mutants alone.
    #[cfg_attr(feature = "serde", serde(skip))]
    Mutant,
}

impl CheckKind {
    /// The predicate of an operation whose check fails, to be read after its text.
    ///
    /// ```
    /// use sbst_vocabulary::CheckKind;
    /// assert_eq!(format!("`a + b` {}", CheckKind::Overflow.failure()), "`a + b` overflows");
    /// ```
    pub const fn failure(self) -> &'static str {
        match self {
            CheckKind::Overflow => "overflows",
            CheckKind::Division => "divides by zero",
            CheckKind::Index => "is out of bounds",
            CheckKind::Slice => "is out of range",
            CheckKind::Unwrap => "has no such value",
            CheckKind::Borrow => "is borrowed already",
            CheckKind::Call => "is refused",
            CheckKind::Mutant => "is noticed",
        }
    }
}

/// The construct of a condition. Each kind has two outcomes; the first one here is that of the goal
/// `true`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ConditionKind {
    /// `==`, `!=`, `<`, `<=`, `>`, `>=`, `assert_eq!`, `assert_ne!`: true or false.
    Comparison,
    /// Any other boolean used for a decision: true or false.
    Boolean,
    /// `if let`, `while let`, `let … else`, `let` in a chain, `matches!`: matches or does not
    /// match.
    Pattern,
    /// The pattern of a `match` arm, when it is tried: matches or does not match.
    Arm,
    /// `for`: its body is entered at least once, or not at all.
    Loop,
    /// `?`: continues, or returns early.
    Try,
}

impl ConditionKind {
    /// The predicate of a condition with this `outcome`, to be read after its text.
    ///
    /// ```
    /// use sbst_vocabulary::ConditionKind;
    /// assert_eq!(format!("`a < b` {}", ConditionKind::Comparison.predicate(true)), "`a < b` is true");
    /// assert_eq!(format!("`let Some(_) = a` {}", ConditionKind::Pattern.predicate(true)), "`let Some(_) = a` matches");
    /// ```
    pub const fn predicate(self, outcome: bool) -> &'static str {
        match (self, outcome) {
            (ConditionKind::Comparison | ConditionKind::Boolean, true) => "is true",
            (ConditionKind::Comparison | ConditionKind::Boolean, false) => "is false",
            (ConditionKind::Pattern | ConditionKind::Arm, true) => "matches",
            (ConditionKind::Pattern | ConditionKind::Arm, false) => "does not match",
            (ConditionKind::Loop, true) => "is entered",
            (ConditionKind::Loop, false) => "is not entered",
            (ConditionKind::Try, true) => "goes on",
            (ConditionKind::Try, false) => "returns early",
        }
    }

    /// The outcome alone: [`ConditionKind::predicate`] without its "is".
    ///
    /// ```
    /// use sbst_vocabulary::ConditionKind;
    /// assert_eq!(ConditionKind::Loop.outcome(false), "not entered");
    /// ```
    pub const fn outcome(self, outcome: bool) -> &'static str {
        match (self, outcome) {
            (ConditionKind::Comparison | ConditionKind::Boolean, true) => "true",
            (ConditionKind::Comparison | ConditionKind::Boolean, false) => "false",
            (ConditionKind::Loop, true) => "entered",
            (ConditionKind::Loop, false) => "not entered",
            _ => self.predicate(outcome),
        }
    }

    /// The predicate of a condition that never had `outcome`, although its distance was measured.
    /// (An arm that was never tried has neither outcome, but distances to both.)
    ///
    /// ```
    /// use sbst_vocabulary::ConditionKind;
    /// assert_eq!(ConditionKind::Comparison.never(false), "never false");
    /// assert_eq!(ConditionKind::Arm.never(false), "never fails to match");
    /// ```
    pub const fn never(self, outcome: bool) -> &'static str {
        match (self, outcome) {
            (ConditionKind::Comparison | ConditionKind::Boolean, true) => "never true",
            (ConditionKind::Comparison | ConditionKind::Boolean, false) => "never false",
            (ConditionKind::Pattern | ConditionKind::Arm, true) => "never matches",
            (ConditionKind::Pattern | ConditionKind::Arm, false) => "never fails to match",
            (ConditionKind::Loop, true) => "never entered",
            (ConditionKind::Loop, false) => "always entered",
            (ConditionKind::Try, true) => "never goes on",
            (ConditionKind::Try, false) => "never returns early",
        }
    }
}
