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

/// Reads a union: each row has a test of the value, or of its members, and the form that passes it. The rows are tested in
/// order. `exact` reads an integer, and `word` is a form without a value.
macro_rules! forms {
    (@read $value:ident exact $form:ident) => { $value.read_exact().map(Self::$form) };
    (@read $value:ident word $form:ident) => { Ok(Self::$form) };
    (@read $value:ident $form:ident) => { $value.read().map(Self::$form) };
    (
        $name:ident: $($kind:literal),+;
        $value:ident { $($test:expr => $($form:ident)+,)* }
        $($members:ident { $($member_test:expr => $object:ident,)+ })?
    ) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let $value = crate::peek::Peek::new(deserializer)?;
                $(if $test {
                    return forms!(@read $value $($form)+);
                })*
                $(if let Some($members) = $value.members() {
                    $(if $member_test {
                        return forms!(@read $value $object);
                    })+
                })?
                $value.read_other(&[$($kind),+]).map(Self::Other)
            }
        }
    };
}

/// Defines the setters of the optional params of a call.
macro_rules! setters {
    ($params:ident {
        $($(#[$doc:meta])* $setter:ident($member:ident: $given:ty) => $value:expr;)+
    }) => {
        impl<R> crate::call::Call<$params, R> {
            $(
                $(#[$doc])*
                pub fn $setter(mut self, $member: $given) -> Self {
                    self.params.$member = Some($value);
                    self
                }
            )+
        }
    };
}

/// Defines the declared errors: each with its arguments, its name, whether any method can return it, and its forms, which are a
/// code, the words of the message, and the arguments between them.
macro_rules! errors {
    ($(
        $(#[$doc:meta])*
        $variant:ident $({ $($member:ident: $argument:literal),+ })? = $name:literal, common: $common:literal, [
            $(($code:literal, [$($word:literal),+], [$($between:literal),*]),)+
        ];
    )+) => {
        /// An error that the OpenRPC documents declare, with the values of the placeholders in its message.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum DeclaredError {
            $(
                $(#[$doc])*
                $variant $({
                    $(
                        #[doc = concat!("The value of `", $argument, "` in the message.")]
                        $member: String,
                    )+
                })?,
            )+
        }

        impl DeclaredError {
            /// Returns the error's name in the OpenRPC documents.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name,)+
                }
            }
        }

        pub(crate) static ERRORS: &[crate::error::ErrorInfo] = &[
            $(crate::error::ErrorInfo {
                name: $name,
                common: $common,
                forms: &[$(crate::error::ErrorForm {
                    code: $code,
                    words: &[$($word),+],
                    arguments: &[$($between),*],
                }),+],
                make: |_argument| DeclaredError::$variant $({ $($member: _argument($argument)),+ })?,
            }),+
        ];
    };
}

pub(crate) use {conversions, errors, forms, setters, words};
