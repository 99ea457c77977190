//! Text: conditions on characters, in loops.

/// Why a text could not be decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecodeError {
    /// It ends in the middle of an escape.
    Truncated,
    /// An escape has a character that is no hexadecimal digit.
    NotHexadecimal(char),
}

/// Decodes a CGI query: `+` stands for a space, `%xx` for the character with that hexadecimal number.
#[sbst::instrument]
pub fn cgi_decode(query: &str) -> Result<String, DecodeError> {
    let mut decoded = String::new();
    let mut rest = query.chars();
    while !rest.as_str().is_empty() {
        let character = rest.next().unwrap();
        if character == '+' {
            decoded.push(' ');
        } else if character == '%' {
            let high = digit(rest.next().ok_or(DecodeError::Truncated)?)?;
            let low = digit(rest.next().ok_or(DecodeError::Truncated)?)?;
            decoded.push(char::from(high * 16 + low));
        } else {
            decoded.push(character);
        }
    }
    Ok(decoded)
}

/// The value of a hexadecimal digit.
#[sbst::instrument]
fn digit(character: char) -> Result<u8, DecodeError> {
    if character >= '0' && character <= '9' {
        Ok(character as u8 - b'0')
    } else if character >= 'a' && character <= 'f' {
        Ok(character as u8 - b'a' + 10)
    } else if character >= 'A' && character <= 'F' {
        Ok(character as u8 - b'A' + 10)
    } else {
        Err(DecodeError::NotHexadecimal(character))
    }
}

/// The secret word.
#[sbst::instrument]
pub fn is_password(word: &str) -> bool {
    word.len() > 3 && word == "open sesame"
}
