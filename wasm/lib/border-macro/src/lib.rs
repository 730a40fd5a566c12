//! The attribute `#[wasm_bindgen]` natively: leaves the code as it is, and adds what calls it by its names in JavaScript, for the crate
//! `border`, which says what for.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, Fields, FnArg, Ident, ImplItem, Item, ItemImpl, ItemStruct, Meta, ReturnType, Signature, Token,
    Type, Visibility,
};

/// Stands in for wasm-bindgen's attribute, and takes what labs use of it: functions, structs, their methods, getters and constructors.
#[proc_macro_attribute]
pub fn wasm_bindgen(given: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(given.into(), item.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

fn expand(given: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let given = Options::parse(given)?;
    Ok(match syn::parse2(item)? {
        Item::Fn(mut function) => {
            let name = given.name_or(&function.sig.ident);
            let call = called(&mut function.sig, |name| quote!(#name))?;
            let (visibility, export) =
                (&function.vis, format_ident!("EXPORT_{}", function.sig.ident.to_string().to_uppercase()));
            quote! {
                #function
                #[doc(hidden)]
                #[allow(missing_docs)]
                #visibility const #export: ::wasm_bindgen::Export = ::wasm_bindgen::Export { name: #name, call: |given| #call };
            }
        }
        Item::Struct(item) => exported_struct(item)?,
        Item::Impl(item) => exported_impl(item)?,
        // The imported types of JavaScript's, each with the functions that are called of it, and names for whatever it hands over.
        Item::ForeignMod(foreign) => {
            let mut types = TokenStream::new();
            for item in foreign.items {
                let syn::ForeignItem::Type(mut class) = item else { continue };
                let (options, ident) = (Options::taken(&mut class.attrs)?, &class.ident);
                let (attributes, visibility) = (&class.attrs, &class.vis);
                types.extend(if options.has("typescript_type") {
                    quote!(#(#attributes)* #visibility type #ident = ::wasm_bindgen::JsValue;)
                } else {
                    quote!(use ::wasm_bindgen::#ident;)
                });
            }
            types
        }
        // Types of TypeScript's, in its own words.
        Item::Const(item) => quote!(#[allow(dead_code)] #item),
        other => return Err(syn::Error::new_spanned(other, "the crate border-macro has to learn of this first")),
    })
}

/// Fields that are public, and what the getters add; its methods.
fn exported_struct(mut item: ItemStruct) -> syn::Result<TokenStream> {
    let mut fields = Vec::new();
    if let Fields::Named(named) = &mut item.fields {
        for field in &mut named.named {
            let options = Options::taken(&mut field.attrs)?;
            let Some(ident) = &field.ident else { continue };
            if matches!(field.vis, Visibility::Public(_)) && !options.has("skip") {
                let name = options.name_or(ident);
                fields.push(quote!(map.insert(#name.to_owned(), Plain::plain(&self.#ident));));
            }
        }
    }
    let ident = &item.ident;
    Ok(quote! {
        #item
        const _: () = {
            use ::wasm_bindgen::serde_json::{Map, Value};
            use ::wasm_bindgen::{Answer, JsError, JsValue, Object, Plain, Returned, Without as _};
            impl Plain for #ident {
                fn plain(&self) -> Value {
                    let mut map = Map::new();
                    #(#fields)*
                    self.getters(&mut map);
                    map.into()
                }
            }
            impl Object for #ident {
                fn call(&mut self, method: &str, given: &[JsValue]) -> Result<Answer, JsError> {
                    self.method(method, given)
                }
            }
            impl Returned for #ident {
                fn answer(self) -> Result<Answer, JsError> {
                    Ok(Answer::Object(Box::new(self)))
                }
            }
        };
    })
}

/// The constructor, the getters and the methods of a struct.
fn exported_impl(mut item: ItemImpl) -> syn::Result<TokenStream> {
    let class = item.self_ty.to_token_stream();
    let class_name = class.to_string();
    let (mut export, mut getters, mut methods) = (TokenStream::new(), Vec::new(), Vec::new());
    for function in &mut item.items {
        let ImplItem::Fn(function) = function else { continue };
        if !matches!(function.vis, Visibility::Public(_)) {
            continue;
        }
        let options = Options::taken(&mut function.attrs)?;
        let ident = function.sig.ident.clone();
        let name = options.name_or(&ident);
        if options.has("constructor") {
            let call = called(&mut function.sig, |name| quote!(#class::#name))?;
            export = quote! {
                #[doc(hidden)]
                #[allow(missing_docs)]
                pub const EXPORT: ::wasm_bindgen::Export = ::wasm_bindgen::Export { name: #class_name, call: |given| #call };
            };
        } else if options.has("getter") {
            getters.push(quote!(map.insert(#name.to_owned(), ::wasm_bindgen::Plain::plain(&self.#ident()));));
        } else {
            let call = called(&mut function.sig, |name| quote!(self.#name))?;
            methods.push(quote!(#name => #call,));
        }
    }
    let getters = (!getters.is_empty()).then(|| {
        quote! {
            fn getters(&self, map: &mut ::wasm_bindgen::serde_json::Map<String, ::wasm_bindgen::serde_json::Value>) {
                #(#getters)*
            }
        }
    });
    let methods = (!methods.is_empty()).then(|| {
        quote! {
            fn method(
                &mut self,
                name: &str,
                given: &[::wasm_bindgen::JsValue],
            ) -> Result<::wasm_bindgen::Answer, ::wasm_bindgen::JsError> {
                match name {
                    #(#methods)*
                    _ => ::wasm_bindgen::Without::method(self, name, given),
                }
            }
        }
    });
    Ok(quote! {
        #item
        impl #class { #export #getters #methods }
    })
}

/// A call with the arguments of a list called `given`, as an answer. Takes the attributes off the arguments.
fn called(signature: &mut Signature, path: impl Fn(&Ident) -> TokenStream) -> syn::Result<TokenStream> {
    let mut arguments = Vec::new();
    for input in &mut signature.inputs {
        let FnArg::Typed(input) = input else { continue };
        Options::taken(&mut input.attrs)?;
        let at = arguments.len();
        arguments.push(match &*input.ty {
            Type::Reference(_) => quote!(::wasm_bindgen::value(given, #at)),
            kind => quote!(::wasm_bindgen::argument::<#kind>(given, #at)?),
        });
    }
    let path = path(&signature.ident);
    Ok(match signature.output {
        ReturnType::Default => quote!({ #path(#(#arguments),*); ::wasm_bindgen::Returned::answer(()) }),
        ReturnType::Type(..) => quote!(::wasm_bindgen::Returned::answer(#path(#(#arguments),*))),
    })
}

/// Options in the brackets of an attribute.
struct Options(Vec<Meta>);

impl Options {
    fn parse(given: TokenStream) -> syn::Result<Self> {
        Ok(Self(Punctuated::<Meta, Token![,]>::parse_terminated.parse2(given)?.into_iter().collect()))
    }

    /// Options of an item within another, whose attributes it takes off. A model has them in `#[cfg_attr(feature = "js", …)]`.
    fn taken(attributes: &mut Vec<Attribute>) -> syn::Result<Self> {
        let mut all = Vec::new();
        let mut kept = Vec::new();
        for attribute in attributes.drain(..) {
            let found = match &attribute.meta {
                Meta::List(list) if list.path.is_ident("cfg_attr") => Self::parse(list.tokens.clone())?.0.pop(),
                meta => Some(meta.clone()),
            };
            match found {
                Some(Meta::List(list)) if list.path.is_ident("wasm_bindgen") => all.extend(Self::parse(list.tokens)?.0),
                _ => kept.push(attribute),
            }
        }
        *attributes = kept;
        Ok(Self(all))
    }

    fn has(&self, option: &str) -> bool {
        self.0.iter().any(|meta| meta.path().is_ident(option))
    }

    /// The name in JavaScript, `js_name` or that of a getter, or else the one in Rust.
    fn name_or(&self, ident: &Ident) -> String {
        let named = self.0.iter().find_map(|meta| match meta {
            Meta::NameValue(pair) if pair.path.is_ident("js_name") || pair.path.is_ident("getter") => Some(&pair.value),
            _ => None,
        });
        let Some(Expr::Path(path)) = named else { return ident.to_string() };
        path.to_token_stream().to_string()
    }
}
