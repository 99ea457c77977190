impl<'a> Reader<'a> {
    fn operand(&mut self) -> Option<&'a str> {
        if self.is_end() {
            return None;
        }
        let start = self.at;
        match self.text.as_bytes()[self.at] {
            b'-' => self.at += 1,
            b'+' | b'*' | b'/' => return None,
            _ => (),
        }
        let mut depth = 0i32;
        while self.at < self.text.len() {
            match self.text.as_bytes()[self.at] {
                b'(' => {
                    depth += 1;
                    self.at += 1;
                }
                b')' => {
                    if depth > 0 {
                        depth -= 1;
                    }
                    self.at += 1;
                }
                b if b.is_ascii_whitespace() || b == b'+' || b == b'-' => {
                    if depth == 0 {
                        break;
                    }
                    self.at += 1;
                }
                _ => self.at += 1,
            }
        }
        Some(&self.text[start..self.at])
    }
}
