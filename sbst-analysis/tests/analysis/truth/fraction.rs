impl Parser<'_> {
    fn fraction(&mut self, end: &mut usize) -> Result<(u64, u64), Error> {
        let mut numerator = 0u64;
        let mut denominator = 1u64;
        let mut only_zeros = true;
        while let Some(c) = self.letters.next() {
            match c {
                '0' => {
                    denominator = denominator.checked_mul(10).ok_or(Error::TooLarge)?;
                    if !only_zeros {
                        numerator = numerator.checked_mul(10).ok_or(Error::TooLarge)?;
                    }
                }
                '1'..='9' => {
                    only_zeros = false;
                    denominator = denominator.checked_mul(10).ok_or(Error::TooLarge)?;
                    numerator *= 10;
                    numerator += u64::from(c) - u64::from('0');
                }
                c if c.is_whitespace() => {}
                'a'..='z' | 'A'..='Z' => break,
                _ => return Err(Error::Unexpected(*end)),
            }
            *end = self.offset();
        }
        if denominator == 1 {
            return Err(Error::Unexpected(*end));
        }
        if *end > self.limit {
            return Err(Error::TooLong);
        }
        Ok((numerator, denominator))
    }
}
