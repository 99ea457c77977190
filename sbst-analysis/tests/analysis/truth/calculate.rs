fn calculate<F>(text: &str, value_of: &F, depth: usize) -> Option<f32>
where
    F: Fn(&str) -> Option<f32>,
{
    if depth > MAX_DEPTH {
        return None;
    }
    if let Some(text) = text.strip_prefix('(') {
        if let Some(text) = text.strip_suffix(')') {
            let mut reader = Reader::new(text);
            let (left, sign, right) = reader.term()?;
            let left = if let Some(value) = value_of(left) {
                value
            } else if let Some(value) = calculate(left, value_of, depth + 1) {
                value
            } else {
                return None;
            };
            let right = match value_of(right) {
                Some(value) => value,
                None => calculate(right, value_of, depth + 1)?,
            };
            match sign {
                b'+' => return Some(left + right),
                b'-' => return Some(left - right),
                b'/' if right == 0.0 => return None,
                b'/' => return Some(left / right),
                _ => unreachable!(),
            }
        }
    }
    None
}
