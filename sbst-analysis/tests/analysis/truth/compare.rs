fn compare(mut mine: Parts, mut theirs: Parts, gnu: Option<bool>) -> Cmp {
    for part in &mut mine {
        match (part, theirs.next()) {
            (Part::Number(left), None) if *left == 0 => continue,
            (Part::Text(_), None) => return Cmp::Less,
            (_, None) => return Cmp::Greater,
            (Part::Number(left), Some(Part::Number(right))) => match Cmp::from(left.cmp(right)) {
                Cmp::Equal => {}
                other => return other,
            },
            (Part::Text(_), Some(Part::Number(_))) if gnu.unwrap_or(false) => return Cmp::Less,
            _ => {}
        }
    }
    match theirs.peek() {
        Some(_) => compare(theirs, mine, gnu).flip(),
        None => Cmp::Equal,
    }
}
