//! Enums for JavaScript: as their names, and for TypeScript as the union of those that Rust has, so that no list of them is typed twice.

pub use border;

/// An enum with `NAMES` and `name()` as JavaScript and TypeScript have it: `as_name!(Kind as "KindName")`.
#[cfg(all(target_family = "wasm", not(target_os = "wasi")))]
#[macro_export]
macro_rules! as_name {
    ($kind:ident as $type:literal) => {
        const _: () = {
            use $crate::js::border::convert::{IntoWasmAbi, OptionIntoWasmAbi};
            use $crate::js::border::describe::WasmDescribe;
            use $crate::js::border::prelude::wasm_bindgen;
            use $crate::js::border::{self as wasm_bindgen, JsCast, JsValue};

            #[wasm_bindgen(typescript_custom_section)]
            const DECLARATION: &str = {
                const BYTES: [u8; $crate::js::declaration_length($type, &$kind::NAMES)] =
                    $crate::js::declaration($type, &$kind::NAMES);
                $crate::js::declared(&BYTES)
            };

            #[wasm_bindgen]
            extern "C" {
                #[wasm_bindgen(typescript_type = $type)]
                type Name;
            }

            impl WasmDescribe for $kind {
                fn describe() {
                    Name::describe();
                }
            }

            impl IntoWasmAbi for $kind {
                type Abi = <JsValue as IntoWasmAbi>::Abi;

                fn into_abi(self) -> Self::Abi {
                    JsValue::from_str(self.name()).unchecked_into::<Name>().into_abi()
                }
            }

            impl OptionIntoWasmAbi for $kind {
                fn none() -> Self::Abi {
                    Name::none()
                }
            }
        };
    };
}

/// The same natively, where labs are called as JavaScript calls them.
#[cfg(not(all(target_family = "wasm", not(target_os = "wasi"))))]
#[macro_export]
macro_rules! as_name {
    ($kind:ident as $type:literal) => {
        impl $crate::js::border::Plain for $kind {
            fn plain(&self) -> $crate::js::border::serde_json::Value {
                self.name().into()
            }
        }
    };
}

const DECLARE: &str = "export type ";
const EQUALS: &str = " = ";
const OR: &str = " | ";
const END: &str = ";\n";

/// The bytes of a type's [`declaration`].
pub const fn declaration_length(name: &str, names: &[&str]) -> usize {
    let mut length = DECLARE.len() + name.len() + EQUALS.len() + END.len() - OR.len();
    let mut at = 0;
    while at < names.len() {
        length += OR.len() + 2 + names[at].len();
        at += 1;
    }
    length
}

/// The declaration of a type that is the union of names; `LENGTH` is its [`declaration_length`].
pub const fn declaration<const LENGTH: usize>(name: &str, names: &[&str]) -> [u8; LENGTH] {
    let mut written = ([0; LENGTH], 0);
    written = write(written, DECLARE);
    written = write(written, name);
    written = write(written, EQUALS);
    let mut at = 0;
    while at < names.len() {
        if at > 0 {
            written = write(written, OR);
        }
        written = write(write(write(written, "'"), names[at]), "'");
        at += 1;
    }
    write(written, END).0
}

const fn write<const LENGTH: usize>((mut bytes, mut end): ([u8; LENGTH], usize), text: &str) -> ([u8; LENGTH], usize) {
    let mut at = 0;
    while at < text.len() {
        bytes[end] = text.as_bytes()[at];
        (at, end) = (at + 1, end + 1);
    }
    (bytes, end)
}

/// A declaration as text.
pub const fn declared(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("names are text"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_the_union_of_its_names() {
        const NAMES: [&str; 2] = ["two-choices", "1 µs"];
        const LENGTH: usize = declaration_length("StrategyName", &NAMES);
        let bytes: [u8; LENGTH] = declaration("StrategyName", &NAMES);
        assert_eq!(declared(&bytes), "export type StrategyName = 'two-choices' | '1 µs';\n");
    }
}
