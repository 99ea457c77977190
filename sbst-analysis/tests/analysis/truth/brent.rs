fn brent(mut f: impl FnMut(f64) -> f64, low: f64, high: f64, end: &mut dyn End) -> Result<f64, Error> {
    let (mut a, mut ya, mut b, mut yb) = ordered(low, f(low), high, f(high));
    if ya * yb > 0.0 {
        return Err(Error::NoBracket);
    }
    let (mut c, mut yc, mut d) = (a, ya, a);
    let mut bisected = true;
    let mut round = 0;
    loop {
        if end.is_root(ya) {
            return Ok(a);
        }
        if end.is_close(a, b) {
            return Ok(c);
        }
        let mut s = if ya != yc && yb != yc {
            interpolated([a, b, c], [ya, yb, yc])
        } else {
            b - yb * (b - a) / (yb - ya)
        };
        let slow = bisected && (s - b).abs() >= (b - c).abs() / 2.0;
        let flat = !bisected && end.is_close(c, d);
        if slow || flat {
            s = (a + b) / 2.0;
            bisected = true;
        } else {
            bisected = false;
        }
        let ys = f(s);
        d = c;
        c = b;
        yc = yb;
        (a, ya, b, yb) = if ya * ys < 0.0 { ordered(a, ya, s, ys) } else { ordered(s, ys, b, yb) };
        round += 1;
        if end.is_limit(round) {
            return Err(Error::NoConvergence);
        }
    }
}
