//! Numbers, truth values and texts.

use super::{Codec, Malformed, Reader};
use std::borrow::Cow;
use std::time::Duration;

impl Codec for u8 {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(*self);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<u8, Malformed> {
        Ok(reader.take(1)?[0])
    }
}

impl Codec for bool {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(*self));
    }

    fn decode(reader: &mut Reader<'_>) -> Result<bool, Malformed> {
        match u8::decode(reader)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed::NotABoolean),
        }
    }
}

/// Seven bits per byte, the lowest first. All bytes but the last have the highest bit.
impl Codec for u64 {
    fn encode(&self, bytes: &mut Vec<u8>) {
        let mut rest = *self;
        while rest > 0x7f {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<u64, Malformed> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = u8::decode(reader)?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(Malformed::NumberTooLarge);
            }
            number |= bits << shift;
            if byte <= 0x7f {
                return Ok(number);
            }
        }
        Err(Malformed::NumberTooLarge)
    }
}

impl Codec for u32 {
    fn encode(&self, bytes: &mut Vec<u8>) {
        u64::from(*self).encode(bytes);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<u32, Malformed> {
        u64::decode(reader)?.try_into().map_err(|_| Malformed::NumberTooLarge)
    }
}

impl Codec for usize {
    fn encode(&self, bytes: &mut Vec<u8>) {
        (*self as u64).encode(bytes);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<usize, Malformed> {
        u64::decode(reader)?.try_into().map_err(|_| Malformed::NumberTooLarge)
    }
}

/// Unsigned, with the sign in the lowest bit, so that small numbers are short.
impl Codec for i32 {
    fn encode(&self, bytes: &mut Vec<u8>) {
        (*self << 1 ^ *self >> 31).cast_unsigned().encode(bytes);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<i32, Malformed> {
        let bits = u32::decode(reader)?;
        Ok((bits >> 1).cast_signed() ^ -(bits & 1).cast_signed())
    }
}

impl Codec for f64 {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }

    fn decode(reader: &mut Reader<'_>) -> Result<f64, Malformed> {
        const LENGTH: usize = size_of::<f64>();
        let mut bytes = [0; LENGTH];
        bytes.copy_from_slice(reader.take(LENGTH)?);
        Ok(f64::from_le_bytes(bytes))
    }
}

/// In nanoseconds.
impl Codec for Duration {
    fn encode(&self, bytes: &mut Vec<u8>) {
        u64::try_from(self.as_nanos()).unwrap_or(u64::MAX).encode(bytes);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Duration, Malformed> {
        u64::decode(reader).map(Duration::from_nanos)
    }
}

/// As an owned text.
impl Codec for Cow<'static, str> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        encode_text(self, bytes);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Cow<'static, str>, Malformed> {
        String::decode(reader).map(Cow::Owned)
    }
}

fn encode_text(text: &str, bytes: &mut Vec<u8>) {
    text.len().encode(bytes);
    bytes.extend_from_slice(text.as_bytes());
}

impl Codec for String {
    fn encode(&self, bytes: &mut Vec<u8>) {
        encode_text(self, bytes);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<String, Malformed> {
        let length = usize::decode(reader)?;
        let text = std::str::from_utf8(reader.take(length)?).map_err(|_| Malformed::NotUtf8)?;
        Ok(text.to_owned())
    }
}
