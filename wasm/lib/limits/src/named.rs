//! Enums whose variants have names.

/// An enum and the names of its variants, each typed once: on command lines, in records and in page addresses.
///
/// `pub enum Kind { One = "one", … }` has `NAMES`, `ALL` in the same order, and `name()`; with the field that it is given in,
/// `pub enum Kind("field")`, it has `parse()` too. Variants of `pub enum Kind(..)` may carry data: it has names alone. With the
/// feature `js`, JavaScript gets an enum that ends in `as "KindName"` as its name, and TypeScript knows that type of names.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $kind:ident(..) $(as $type:literal)? {
        $($(#[$of_variant:meta])* $variant:ident $(($($carried:ty),+))? = $name:literal,)+
    }) => {
        $(#[$meta])*
        pub enum $kind {
            $($(#[$of_variant])* $variant $(($($carried),+))?,)+
        }

        impl $kind {
            /// Every name, in the order of the variants.
            pub const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];

            /// Its name on command lines, in records and in page addresses.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name,)+
                }
            }
        }

        $($crate::as_name! { $kind as $type })?
    };
    ($(#[$meta:meta])* pub enum $kind:ident $(as $type:literal)? {
        $($(#[$of_variant:meta])* $variant:ident = $name:literal,)+
    }) => {
        $crate::named! {
            $(#[$meta])* pub enum $kind(..) $(as $type)? { $($(#[$of_variant])* $variant = $name,)+ }
        }

        impl $kind {
            /// All of them, in order: `kind as usize` is its position.
            pub const ALL: [Self; Self::NAMES.len()] = [$(Self::$variant),+];
        }
    };
    ($(#[$meta:meta])* pub enum $kind:ident($field:literal) $(as $type:literal)? {
        $($(#[$of_variant:meta])* $variant:ident = $name:literal,)+
    }) => {
        $crate::named! {
            $(#[$meta])* pub enum $kind $(as $type)? { $($(#[$of_variant])* $variant = $name,)+ }
        }

        impl $kind {
            /// The variant of a name.
            ///
            /// # Errors
            ///
            /// No variant has this name.
            pub fn parse(name: &str) -> Result<Self, $crate::ArgumentError> {
                match name {
                    $($name => Ok(Self::$variant),)+
                    _ => Err($crate::ArgumentError::Name {
                        field: $field,
                        given: name.to_owned(),
                        names: &Self::NAMES,
                    }),
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    named! {
        /// Kinds of sockets.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Side("side") {
            /// TCP.
            Tcp = "tcp",
            /// Unix.
            Unix = "unix",
        }
    }

    named! {
        /// Ends of runs.
        #[derive(Clone, Copy, PartialEq)]
        pub enum End(..) {
            /// A slot of an array.
            Fault(usize, char) = "fault",
            /// All is well.
            Right = "right",
        }
    }

    #[test]
    fn an_enum_is_read_by_the_names_that_it_has() {
        assert_eq!(Side::ALL.map(|side| Side::parse(side.name())), Side::ALL.map(Ok));
        let refused = Side::parse("pipe").unwrap_err().to_string();
        assert_eq!(refused, r#"side is "pipe"; it must be one of tcp, unix"#);
        assert_eq!([End::Fault(1, 'a'), End::Right].map(End::name), End::NAMES);
    }
}
