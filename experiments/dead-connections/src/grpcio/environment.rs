//! The Python that has grpcio. Tests read this file as well.

use python_environment::Environment;

pub const ENVIRONMENT: Environment = Environment {
    name: "grpcio",
    what: "grpcio: gRPC's own client and server",
    requirements: include_str!("requirements.txt"),
    check: "import grpc",
    variable: "GRPCIO_PYTHON",
};
