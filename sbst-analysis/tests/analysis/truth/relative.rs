fn relative(text: &str, depth: usize) -> Result<Color, Error> {
    let (Some(open), Some(text)) = (text.find('('), text.strip_suffix(')')) else {
        return Err(Error::Function);
    };
    if !text.is_ascii() || depth > MAX_DEPTH {
        return Err(Error::Function);
    }
    let mut reader = Reader::new(&text[open + 1..]);
    let (Some(from), Some(color)) = (reader.value(), reader.value()) else {
        return Err(Error::Function);
    };
    if !from.eq_ignore_ascii_case("from") {
        return Err(Error::Keyword);
    }
    let Ok(color) = parse(color, depth + 1) else {
        return Err(Error::Color);
    };
    let space = if text.starts_with("color") {
        match reader.value() {
            Some("srgb") => Space::Srgb,
            Some(name) if name.eq_ignore_ascii_case("xyz") => Space::Xyz,
            _ => return Err(Error::Function),
        }
    } else {
        Space::Named
    };
    let alpha = if reader.is_end() {
        "alpha"
    } else if let (true, Some(alpha)) = (reader.slash(), reader.value()) {
        alpha
    } else {
        return Err(Error::Function);
    };
    if matches!(space, Space::Named) && alpha.is_empty() {
        return Err(Error::Alpha);
    }
    Ok(color.with(space, alpha))
}
