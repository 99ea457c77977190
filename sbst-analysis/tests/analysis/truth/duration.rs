impl Parser<'_> {
    fn duration(mut self) -> Result<Duration, Error> {
        let mut n = self.first_digit()?.ok_or(Error::Empty)?;
        let mut total = Duration::ZERO;
        'outer: loop {
            let mut fraction = None;
            let mut offset = self.offset();
            while let Some(c) = self.letters.next() {
                match c {
                    '0'..='9' => n = n * 10 + digit(c),
                    c if c.is_whitespace() => {}
                    'a'..='z' | 'A'..='Z' => break,
                    '.' => {
                        fraction = Some(self.fraction(&mut offset)?);
                        break;
                    }
                    _ => return Err(Error::Unexpected(offset)),
                }
                offset = self.offset();
            }
            let start = offset;
            let mut offset = self.offset();
            while let Some(c) = self.letters.next() {
                match c {
                    '0'..='9' => {
                        self.add_unit(n, fraction, start, offset, &mut total)?;
                        n = digit(c);
                        continue 'outer;
                    }
                    c if c.is_whitespace() => break,
                    'a'..='z' | 'A'..='Z' => {}
                    _ => return Err(Error::Unexpected(offset)),
                }
                offset = self.offset();
            }
            self.add_unit(n, fraction, start, offset, &mut total)?;
            n = match self.first_digit()? {
                Some(n) => n,
                None => return Ok(total),
            };
        }
    }
}
