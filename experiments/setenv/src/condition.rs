//! One condition: which C library, and what the threads of a child do.

use clap::ValueEnum;

/// A C library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Library {
    /// The machine's own.
    Glibc,
    /// That of Debian 13, the first release of Debian with glibc 2.41.
    GlibcNewer,
    /// That of Debian's next release.
    GlibcCurrent,
    /// The machine's own, linked statically.
    Musl,
    /// That of Debian's next release, linked statically.
    MuslCurrent,
}

impl Library {
    pub(crate) const ALL: [Self; 5] =
        [Self::Glibc, Self::GlibcNewer, Self::GlibcCurrent, Self::Musl, Self::MuslCurrent];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Glibc => "glibc",
            Self::GlibcNewer => "glibc-newer",
            Self::GlibcCurrent => "glibc-current",
            Self::Musl => "musl",
            Self::MuslCurrent => "musl-current",
        }
    }
}

/// The language of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Language {
    C,
    /// Its writers call `std::env::set_var`.
    Rust,
}

impl Language {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Rust => "rust",
        }
    }
}

/// The call that one thread reads by, over and over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Reader {
    /// A variable that is always set and one that never is; with --writer replaced-value the one that is replaced.
    Getenv,
    /// The time, which depends on `TZ`.
    Localtime,
    /// The address of `localhost`, in a new thread each time.
    Getaddrinfo,
    /// `std::env::var` in Rust.
    RustEnvVar,
    /// Nothing reads.
    None,
}

impl Reader {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Getenv => "getenv",
            Self::Localtime => "localtime",
            Self::Getaddrinfo => "getaddrinfo",
            Self::RustEnvVar => "rust-env-var",
            Self::None => "none",
        }
    }
}

/// The change that another thread makes, over and over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Writer {
    /// Sets a name that was never set before.
    NewNames,
    /// Sets and unsets the same eight names.
    SameNames,
    /// Replaces the value of one name by another.
    ReplacedValue,
    /// Two threads set new names.
    TwoWriters,
}

impl Writer {
    pub(crate) const ALL: [Self; 4] = [Self::NewNames, Self::SameNames, Self::ReplacedValue, Self::TwoWriters];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::NewNames => "new-names",
            Self::SameNames => "same-names",
            Self::ReplacedValue => "replaced-value",
            Self::TwoWriters => "two-writers",
        }
    }

    /// Its name in a sentence.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::NewNames => "new names",
            Self::SameNames => "the same names",
            Self::ReplacedValue => "a replaced value",
            Self::TwoWriters => "two writers",
        }
    }
}

/// A remedy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Fix {
    /// Nothing.
    None,
    /// Readers and writers hold the same lock.
    Lock,
}

impl Fix {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Lock => "lock",
        }
    }
}

/// Where the threads of a child run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Cores {
    /// Wherever the scheduler puts them.
    Free,
    /// All on one core.
    Together,
    /// Each on one of its own.
    Apart,
}

impl Cores {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Together => "together",
            Self::Apart => "apart",
        }
    }
}

/// One condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Condition {
    pub library: Library,
    pub language: Language,
    pub reader: Reader,
    pub writer: Writer,
    pub fix: Fix,
}

impl Condition {
    /// A condition of a program in C.
    pub(crate) fn in_c(library: Library, reader: Reader, writer: Writer, fix: Fix) -> Self {
        Self { library, language: Language::C, reader, writer, fix }
    }

    /// A condition of a program in Rust, with ever new names and without a lock of its own.
    pub(crate) fn in_rust(library: Library, reader: Reader) -> Self {
        Self { library, language: Language::Rust, reader, writer: Writer::NewNames, fix: Fix::None }
    }

    /// The same with the lock.
    pub(crate) fn with_lock(self) -> Self {
        Self { fix: Fix::Lock, ..self }
    }

    /// Why there is no such program, if there is none.
    pub(crate) fn refusal(&self) -> Option<&'static str> {
        let Self { library, language, reader, writer, fix } = *self;
        match language {
            Language::Rust if matches!(library, Library::Musl | Library::MuslCurrent) => {
                Some("this program's Rust is linked to glibc: leave out musl")
            }
            Language::Rust if !matches!(reader, Reader::Getenv | Reader::RustEnvVar) => {
                Some("in Rust the reader is getenv or rust-env-var")
            }
            Language::Rust if (writer, fix) != (Writer::NewNames, Fix::None) => {
                Some("in Rust the writer is new-names, without a lock")
            }
            Language::C if reader == Reader::RustEnvVar => Some("rust-env-var is read in Rust: use --language rust"),
            Language::C if writer == Writer::ReplacedValue && reader != Reader::Getenv => {
                Some("a replaced value is read by getenv")
            }
            _ => None,
        }
    }
}
