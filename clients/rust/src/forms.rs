//! What the generated enums have in common.

/// Defines an enum of words. It is read from text only: what serde derives also reads an object with the word as the name of a
/// member that is null.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`")]
                $variant,
            )+
            /// A value that this client does not know.
            Other(String),
        }

        impl $name {
            /// Returns the value as it is sent.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Other(word) => word,
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = String::deserialize(deserializer)?;
                Ok(match word.as_str() {
                    $($word => Self::$variant,)+
                    _ => Self::Other(word),
                })
            }
        }
    };
}

/// Converts the types of a union's forms to the union; `&str` for a form that is text.
macro_rules! conversions {
    ($name:ident { $($variant:ident($($source:tt)+),)+ }) => {
        $(conversions!(@one $name $variant ($($source)+));)+
    };
    (@one $name:ident $variant:ident (&str)) => {
        impl From<&str> for $name {
            fn from(value: &str) -> Self {
                Self::$variant(value.to_owned())
            }
        }
    };
    (@one $name:ident $variant:ident ($source:ty)) => {
        impl From<$source> for $name {
            fn from(value: $source) -> Self {
                Self::$variant(value)
            }
        }
    };
}

pub(crate) use {conversions, words};
