//! Values of the standard library made of others.

use super::{Codec, Malformed, Reader};
use std::collections::{BTreeMap, BTreeSet};

impl<T: Codec> Codec for Box<T> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        T::encode(self, bytes);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Box<T>, Malformed> {
        T::decode(reader).map(Box::new)
    }
}

impl<T: Codec> Codec for Option<T> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.is_some().encode(bytes);
        self.iter().for_each(|value| value.encode(bytes));
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Option<T>, Malformed> {
        bool::decode(reader)?.then(|| T::decode(reader)).transpose()
    }
}

impl<T: Codec, E: Codec> Codec for Result<T, E> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.is_err().encode(bytes);
        match self {
            Ok(value) => value.encode(bytes),
            Err(error) => error.encode(bytes),
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Result<T, E>, Malformed> {
        match bool::decode(reader)? {
            false => T::decode(reader).map(Ok),
            true => E::decode(reader).map(Err),
        }
    }
}

impl<A: Codec, B: Codec> Codec for (A, B) {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.0.encode(bytes);
        self.1.encode(bytes);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<(A, B), Malformed> {
        Ok((A::decode(reader)?, B::decode(reader)?))
    }
}

impl<T: Codec> Codec for [T; 2] {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|item| item.encode(bytes));
    }

    fn decode(reader: &mut Reader<'_>) -> Result<[T; 2], Malformed> {
        Ok([T::decode(reader)?, T::decode(reader)?])
    }
}

impl<T: Codec> Codec for Vec<T> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.len().encode(bytes);
        self.iter().for_each(|item| item.encode(bytes));
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Vec<T>, Malformed> {
        reader.items()
    }
}

impl<T: Codec + Ord> Codec for BTreeSet<T> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.len().encode(bytes);
        self.iter().for_each(|item| item.encode(bytes));
    }

    fn decode(reader: &mut Reader<'_>) -> Result<BTreeSet<T>, Malformed> {
        reader.items()
    }
}

impl<K: Codec + Ord, V: Codec> Codec for BTreeMap<K, V> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.len().encode(bytes);
        for (key, value) in self {
            key.encode(bytes);
            value.encode(bytes);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<BTreeMap<K, V>, Malformed> {
        reader.items::<(K, V), _>()
    }
}
