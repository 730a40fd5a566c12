//! Go's part: which programs there are.

/// The way that Go is built: with calls of C, or without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Cgo {
    /// The default where there is a C compiler: `os.Setenv` also sets the variable of C.
    With,
    /// `CGO_ENABLED=0`.
    Without,
}

impl Cgo {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::With => "with",
            Self::Without => "without",
        }
    }
}

/// The call that one goroutine reads by while another calls `os.Setenv`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Access {
    /// C's `getenv`, as a C library would that a Go program calls.
    CgoGetenv,
    /// Go's own, which reads a copy behind a lock.
    OsGetenv,
    /// `net.DefaultResolver`: with cgo by `getaddrinfo`, without it in Go.
    Resolver,
}

impl Access {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::CgoGetenv => "cgo-getenv",
            Self::OsGetenv => "os-getenv",
            Self::Resolver => "resolver",
        }
    }
}

/// One condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct GoCondition {
    pub access: Access,
    pub cgo: Cgo,
}

impl GoCondition {
    /// All that there are.
    pub(crate) const ALL: [Self; 5] = [
        Self { access: Access::CgoGetenv, cgo: Cgo::With },
        Self { access: Access::OsGetenv, cgo: Cgo::With },
        Self { access: Access::Resolver, cgo: Cgo::With },
        Self { access: Access::OsGetenv, cgo: Cgo::Without },
        Self { access: Access::Resolver, cgo: Cgo::Without },
    ];
}
