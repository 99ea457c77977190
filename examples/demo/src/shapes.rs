//! Triangles: the first example of every test-generation paper.

/// Kinds of triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// All sides differ.
    Scalene,
    /// Two sides are equal.
    Isosceles,
    /// All sides are equal.
    Equilateral,
    /// There is no such triangle.
    Impossible,
}

/// The kind of the triangle with these sides.
#[sbst::instrument]
pub fn triangle(a: i32, b: i32, c: i32) -> Kind {
    let (x, y, z) = (i64::from(a), i64::from(b), i64::from(c));
    if a <= 0 || b <= 0 || c <= 0 {
        return Kind::Impossible;
    }
    if x + y <= z || x + z <= y || y + z <= x {
        return Kind::Impossible;
    }
    if a == b && b == c {
        return Kind::Equilateral;
    }
    if a == b || b == c || a == c {
        return Kind::Isosceles;
    }
    Kind::Scalene
}
