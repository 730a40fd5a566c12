//! Types of names in TypeScript: unions of those that Rust has, so that no list of them is typed twice.

/// Types of what JavaScript hands over for a name. `Name "Name" = Kind::NAMES;` declares the type in TypeScript too, as
/// `export type Name = 'one' | 'other';`, unless the enum does. In Rust each is whatever came: [`text`](crate::text) reads it.
#[macro_export]
macro_rules! names {
    ($($(#[$meta:meta])* $type:ident $text:literal $(= $names:expr)?;)+) => {
        $($(const _: () = {
            #[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
            const DECLARATION: &str = {
                const BYTES: [u8; $crate::js::declaration_length($text, &$names)] =
                    $crate::js::declaration($text, &$names);
                $crate::js::declared(&BYTES)
            };
        };)?)+

        #[wasm_bindgen::prelude::wasm_bindgen]
        extern "C" {$(
            $(#[$meta])*
            #[wasm_bindgen(typescript_type = $text)]
            pub type $type;
        )+}
    };
}
