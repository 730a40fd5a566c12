//! The part of Python, Node.js and Java: which programs there are.

/// The runtime of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Runtime {
    /// `os.environ` sets, which also sets the variable of C.
    Python,
    /// `process.env` sets, which also sets the variable of C.
    Node,
    /// Java cannot set a variable: a library in C does, in a thread of its own.
    Java,
}

impl Runtime {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::Node => "node",
            Self::Java => "java",
        }
    }
}

/// The call that reads meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum RuntimeReader {
    /// C's `getenv`, in a thread of a library that the program has loaded.
    C,
    /// The language's own: `os.environ`, `process.env` in a worker that shares it, `System.getenv`.
    Own,
    /// `socket.getaddrinfo`, `dns.lookup`, `InetAddress`, each of which calls C's `getaddrinfo`.
    Resolver,
}

impl RuntimeReader {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::C => "c-getenv",
            Self::Own => "own",
            Self::Resolver => "resolver",
        }
    }
}

/// One condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RuntimeCondition {
    pub runtime: Runtime,
    pub reader: RuntimeReader,
}

impl RuntimeCondition {
    /// All that there are: C that reads beside C that sets has nothing of Java's.
    pub(crate) const ALL: [Self; 8] = [
        Self { runtime: Runtime::Python, reader: RuntimeReader::C },
        Self { runtime: Runtime::Python, reader: RuntimeReader::Resolver },
        Self { runtime: Runtime::Python, reader: RuntimeReader::Own },
        Self { runtime: Runtime::Node, reader: RuntimeReader::C },
        Self { runtime: Runtime::Node, reader: RuntimeReader::Resolver },
        Self { runtime: Runtime::Node, reader: RuntimeReader::Own },
        Self { runtime: Runtime::Java, reader: RuntimeReader::Resolver },
        Self { runtime: Runtime::Java, reader: RuntimeReader::Own },
    ];
}
