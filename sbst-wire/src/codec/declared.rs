//! Types of `sbst-model`, by lists of their fields and variants.

/// Implements `Codec` for structs and enums, with their fields and variants in the
/// order of the bytes. Unnamed fields get names here.
macro_rules! codecs {
    () => {};
    (
        struct $name:ident { $($field:ident),* $(,)? }
        $($others:tt)*
    ) => {
        impl $crate::codec::Codec for $name {
            fn encode(&self, bytes: &mut Vec<u8>) {
                let $name { $($field),* } = self;
                $( $field.encode(bytes); )*
            }

            fn decode(reader: &mut $crate::codec::Reader<'_>) -> Result<$name, $crate::Malformed> {
                $( let $field = $crate::codec::Codec::decode(reader)?; )*
                Ok($name { $($field),* })
            }
        }
        $crate::codec::codecs! { $($others)* }
    };
    (
        enum $name:ident $(<$parameter:ident>)? {
            $( $variant:ident $( ( $($item:ident),* ) )? $( { $($field:ident),* } )? ),* $(,)?
        }
        $($others:tt)*
    ) => {
        const _: () = {
            /// The numbers of the variants.
            enum Tag { $($variant),* }

            impl $(<$parameter: $crate::codec::Codec>)? $crate::codec::Codec for $name $(<$parameter>)? {
                fn encode(&self, bytes: &mut Vec<u8>) {
                    match self { $(
                        $name::$variant $( ( $($item),* ) )? $( { $($field),* } )? => {
                            bytes.push(Tag::$variant as u8);
                            $( $( $item.encode(bytes); )* )?
                            $( $( $field.encode(bytes); )* )?
                        }
                    )* }
                }

                fn decode(reader: &mut $crate::codec::Reader<'_>) -> Result<Self, $crate::Malformed> {
                    match u8::decode(reader)? {
                        $( tag if tag == Tag::$variant as u8 => {
                            $( $( let $item = $crate::codec::Codec::decode(reader)?; )* )?
                            $( $( let $field = $crate::codec::Codec::decode(reader)?; )* )?
                            Ok($name::$variant $( ( $($item),* ) )? $( { $($field),* } )?)
                        } )*
                        _ => Err($crate::Malformed::UnknownVariant),
                    }
                }
            }
        };
        $crate::codec::codecs! { $($others)* }
    };
}

pub(crate) use codecs;
