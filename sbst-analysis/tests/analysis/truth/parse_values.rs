fn parse_values(texts: [&str; 4], names: [(&str, f32); 4]) -> Option<[f32; 4]> {
    let value_of = |text: &str| -> Option<f32> {
        let is_called = |name: &str| name.len() == text.len() && name.eq_ignore_ascii_case(text);
        if let Ok(value) = text.parse::<f32>() {
            if value.is_finite() {
                return Some(value);
            }
            return None;
        }
        for (name, value) in names {
            if is_called(name) {
                return Some(value);
            }
        }
        None
    };
    let mut values = [0.0; 4];
    let mut at = 0;
    for text in texts {
        if text.eq_ignore_ascii_case("none") {
            values[at] = 0.0;
            at += 1;
            continue;
        }
        if let Some(value) = value_of(text) {
            values[at] = value;
            at += 1;
            continue;
        }
        if let Some(text) = text.strip_prefix("calc") {
            if let Some(value) = calculate(text, &value_of) {
                values[at] = value;
                at += 1;
                continue;
            }
        }
        return None;
    }
    (at == 4).then_some(values)
}
