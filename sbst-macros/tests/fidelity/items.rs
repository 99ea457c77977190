use std::fmt;

#[derive(Clone, Debug, PartialEq)]
struct Account<T> {
    balance: T,
    limit: T,
}

trait Describe {
    const LARGE: i64;

    fn amount(&self) -> i64;

    fn describe(&self) -> &'static str {
        if self.amount() > Self::LARGE { "large" } else if self.amount() == 0 { "empty" } else { "small" }
    }
}

cases! {
    impl<T: PartialOrd + Copy> Account<T> {
        const NAME: &'static str = if cfg!(unix) && 1 < 2 { "account" } else { "" };

        fn new(balance: T, limit: T) -> Option<Self> {
            if limit > balance { None } else { Some(Account { balance, limit }) }
        }

        fn consume(self) -> T {
            if self.balance > self.limit { self.balance } else { self.limit }
        }

        fn change(&mut self, to: T) -> &mut Self {
            if !(to < self.limit) {
                self.balance = to;
            }
            self
        }
    }

    impl Describe for Account<i64> {
        const LARGE: i64 = 100;

        fn amount(&self) -> i64 {
            match self {
                Account { balance: 0, .. } => 0,
                Account { balance, limit } if balance == limit => *limit,
                Self { balance, .. } => *balance,
            }
        }
    }

    impl<T: fmt::Display + PartialEq> fmt::Display for Account<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            if self.balance == self.limit {
                return f.write_str("at the limit");
            }
            write!(f, "{}", self.balance)?;
            fmt::Result::Ok(())
        }
    }

    trait Twice {
        fn once(&self) -> i32;

        fn twice(&self) -> i32 {
            fn double(number: i32) -> i32 {
                if number > 1000 { number } else { 2 * number }
            }
            if self.once() < 0 { 0 } else { double(self.once()) }
        }
    }

    impl Twice for i32 {
        fn once(&self) -> i32 {
            *self
        }
    }

    mod inner {
        pub(super) use self::deeper::is_even;

        pub(super) fn sum(numbers: &[i32]) -> i32 {
            const START: i32 = if 1 == 1 { 0 } else { 1 };
            struct Sum(i32);
            impl Sum {
                fn add(&mut self, number: i32) {
                    if number != 3 {
                        self.0 += number;
                    }
                }
            }
            let mut sum = Sum(START);
            for &number in numbers {
                sum.add(number);
            }
            sum.0
        }

        mod deeper {
            #[inline]
            pub(in super::super) fn is_even(number: i32) -> bool {
                number % 2 == 0
            }
        }
    }
}

cases! {
    fn with_an_assert_of_its_own(n: u8, m: u8) -> Result<u8, u8> {
        macro_rules! assert {
            ($x:expr) => {
                if !$x {
                    return Err(m);
                }
            };
        }
        assert!(n < 100);
        assert!(m > 3 && n > m);
        Ok(n)
    }
}

/// Functions made by a macro of expressions.
macro_rules! of_expressions {
    ($name:ident, $x:expr, $f:expr) => {
        cases! {
            fn $name(n: i32) -> Vec<i32> {
                if $x * 2 > n {
                    return vec![$x * 3, -$x, $f(n) + $x.abs()];
                }
                vec![n - $x, $f($x)]
            }
        }
    };
}
of_expressions!(sums, 1 + 2_i32, |n| n * 7);
of_expressions!(negations, -4_i32, i32::abs);

pub fn observations() -> Vec<String> {
    let mut seen = Vec::new();
    let accounts = [(3, 5), (5, 5), (200, -1), (0, -7)].map(|(balance, limit)| Account::new(balance, limit));
    for account in accounts {
        seen.push(format!("{account:?} {}", Account::<u8>::NAME));
        let Some(mut account) = account else { continue };
        seen.push(format!("{account} {} {}", account.amount(), account.describe()));
        seen.push(format!("{:?} {:?}", account.change(-3).clone(), account.change(7)));
        seen.push(account.consume().to_string());
    }
    for number in [-9, 0, 5, 6, 7] {
        seen.push(format!("{:?} {:?}", sums(number), negations(number)));
    }
    for (n, m) in [(5, 4), (5, 5), (120, 4), (3, 2)] {
        seen.push(format!("{:?}", with_an_assert_of_its_own(n, m)));
    }
    for number in [-1, 4, 2000] {
        seen.push(format!("{} {} {}", number.twice(), inner::is_even(number), inner::sum(&[number, 3])));
    }
    seen
}
