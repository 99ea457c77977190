//! Programs with goals behind arithmetic without guiding distances. The example `arithmetic_goals`
//! has them, too.

#[sbst::instrument]
pub fn product(x: i32) -> bool {
    x * 7 + 3 == 1_234_567_890
}

#[sbst::instrument]
pub fn crc_32(bytes: [u8; 8]) -> bool {
    let mut crc = !0u32;
    for byte in bytes {
        crc ^= byte as u32;
        for _ in 0..8 {
            let mask = (crc & 1).wrapping_neg();
            crc = (crc >> 1) ^ (0xEDB8_8320 & mask);
        }
    }
    !crc == 0xCAFE_F00D
}

#[sbst::instrument]
pub fn is_luhn(digits: [u8; 16]) -> bool {
    let mut sum = 0;
    for (position, &digit) in digits.iter().enumerate() {
        if digit > 9 {
            return false;
        }
        let mut value = u32::from(digit);
        if position % 2 == 0 {
            value *= 2;
            if value > 9 {
                value -= 9;
            }
        }
        sum += value;
    }
    sum % 10 == 0 && digits[0] == 4 && sum > 70
}

#[sbst::instrument]
pub fn is_isbn(text: &str) -> bool {
    let mut sum = 0;
    let mut count = 0;
    for c in text.chars() {
        if !c.is_ascii_digit() {
            return false;
        }
        count += 1;
        sum += (11 - count) * (c as u32 - '0' as u32);
        if count == 10 {
            return sum % 11 == 0 && sum > 100;
        }
    }
    false
}

#[sbst::instrument]
pub fn day_number(year: u16, month: u8, day: u8) -> bool {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || year < 1 {
        return false;
    }
    let (mut y, mut m) = (i32::from(year), i32::from(month));
    if m <= 2 {
        y -= 1;
        m += 12;
    }
    365 * y + y / 4 - y / 100 + y / 400 + (153 * m - 457) / 5 + i32::from(day) - 306 == 738_000
}

#[sbst::instrument]
pub fn packed_fields(word: u32) -> u8 {
    let (version, kind, length) = (word >> 28, word >> 20 & 0xFF, word & 0xF_FFFF);
    if version == 4 && kind == 0x5A && length ^ (length >> 7) == 0x3_1337 {
        return 1;
    }
    0
}

#[sbst::instrument]
pub fn from_bytes(bytes: [u8; 4]) -> bool {
    u32::from_le_bytes(bytes) == 0xDEAD_BEEF
}

#[sbst::instrument]
pub fn fnv(letters: [u8; 4]) -> bool {
    let mut hash = 0x811C_9DC5_u32;
    for letter in letters {
        if !letter.is_ascii_lowercase() {
            return false;
        }
        hash = (hash ^ u32::from(letter)).wrapping_mul(0x0100_0193);
    }
    hash == 0x1D3F_BDE7
}

#[sbst::instrument]
pub fn ten_equations(x: [i32; 10]) -> bool {
    for value in x {
        if !(-1_000..=1_000).contains(&value) {
            return false;
        }
    }
    x[0] + x[1] == 77
        && x[1] - x[2] == 13
        && x[2] + 2 * x[3] == 101
        && x[3] - x[4] + x[0] == 5
        && x[4] + x[5] == 309
        && 3 * x[5] - x[6] == 700
        && x[6] + x[7] == -12
        && x[7] - x[8] == 88
        && x[8] + x[9] + x[0] == -79
        && x[9] - x[3] == 3
}

/// The class of Tardis' paper (listing 1, by its text): five numbers must each pass a rising
/// threshold; one failure sets a flag. Ten others are checked afterwards; the constructor refuses
/// negative ones.
pub struct Sample {
    first: Vec<i32>,
    second: Vec<i32>,
}

#[sbst::instrument]
impl Sample {
    pub fn new(numbers: [i32; 15]) -> Option<Sample> {
        for number in &numbers[5..] {
            if *number < 0 {
                return None;
            }
        }
        Some(Sample { first: numbers[..5].to_vec(), second: numbers[5..].to_vec() })
    }

    pub fn check(&self) -> &'static str {
        let mut flag = true;
        let mut k = 0;
        let mut index = 0;
        while index < self.first.len() {
            if self.first[index] > 10 * (index as i32 + 1) {
                for value in &self.second[2 * index..2 * index + 2] {
                    if *value < 0 {
                        k = 1;
                    }
                }
            } else {
                flag = false;
            }
            index += 1;
        }
        assert!(k == 0);
        if flag {
            return "Yes";
        }
        "No"
    }
}
