//! The Python that has Gunicorn and Flask. Tests read this file as well.

use python_environment::Environment;

pub const ENVIRONMENT: Environment = Environment {
    name: "Gunicorn and Flask",
    what: "Flask under Gunicorn, behind nginx",
    requirements: include_str!("requirements.txt"),
    check: "import flask, gunicorn",
    variable: "GUNICORN_PYTHON",
};
