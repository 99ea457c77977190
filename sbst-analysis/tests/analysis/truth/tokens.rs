fn tokens(text: &str) -> Result<Vec<Token>, Error> {
    let mut tokens = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '"' {
            tokens.push(string_literal(&mut letters)?);
        } else {
            let token = token_of(letter);
            if let Token::Slash = token {
                if skip_comment(&mut letters)? {
                    continue;
                }
            }
            let joined = if let (Some(Token::Word(last)), Token::Word(more)) = (tokens.last_mut(), &token) {
                last.push_str(more);
                true
            } else {
                false
            };
            if !joined {
                tokens.push(token);
            }
        }
    }
    Ok(tokens)
}
