fn find_all(text: &[u8], pattern: &[u8]) -> Vec<usize> {
    if text.is_empty() || pattern.is_empty() {
        return Vec::new();
    }
    let mut borders = vec![0];
    for i in 1..pattern.len() {
        let mut j = borders[i - 1];
        while j > 0 && pattern[j] != pattern[i] {
            j = borders[j - 1];
        }
        borders.push(if pattern[j] == pattern[i] { j + 1 } else { j });
    }
    let mut found = Vec::new();
    let mut j = 0;
    for (i, &letter) in text.iter().enumerate() {
        while j > 0 && letter != pattern[j] {
            j = borders[j - 1];
        }
        if letter == pattern[j] {
            j += 1;
        }
        if j == pattern.len() {
            found.push(i + 1 - j);
            j = borders[j - 1];
        }
    }
    found
}
