//! Packages from PyPI, each in a Python of its own.

use std::process::Command;

use python_environment::Environment;
use supervisor::{ProgramError, Workplace};

use super::Tool;

const SCRIPT: &str = include_str!("../programs/solvers.py");

/// The command that asks it, once its Python is there.
pub(super) fn command(tool: Tool, workplace: &Workplace<'_>) -> Result<Command, ProgramError> {
    let python = environment_of(tool).python(workplace).map_err(|skipped| ProgramError::Unusable(skipped.why))?;
    let script = workplace.write("solvers.py", SCRIPT)?;
    let mut command = workplace.command(python);
    command.arg("-I").arg(script).arg(tool.key());
    Ok(command)
}

const fn environment(name: &'static str, requirements: &'static str, check: &'static str) -> Environment {
    Environment { name, what: name, requirements, check, variable: "LOGICAL_DUALS_PYTHON" }
}

fn environment_of(tool: Tool) -> Environment {
    match tool {
        Tool::Z3 | Tool::Spacer => environment("Z3", "z3-solver==5.4.1.0\n", "import z3"),
        Tool::Clingo => environment("clingo", "clingo==5.8.3\ncffi==2.1.1\npycparser==3.12\n", "import clingo"),
        Tool::CpSat => environment(
            "OR-Tools",
            "ortools==9.15.6755\nabsl-py==2.5.1\nimmutabledict==4.3.1\nnumpy==2.4.6\npandas==3.1.1\nprotobuf==6.33.6\n\
             python-dateutil==4.0.0\ntyping_extensions==4.16.0\ntzdata==2026.6\n",
            "import ortools",
        ),
        Tool::Pyperplan => environment("pyperplan", "pyperplan==2.1\npackaging==26.3\n", "import pyperplan"),
        Tool::CrossHair => environment(
            "CrossHair",
            "crosshair-tool==0.0.113\nattrs==26.1.0\ncattrs==26.2.1\nlsprotocol==2025.0.0\nmypy_extensions==1.2.0\n\
             packaging==26.4\npygls==2.1.1\ntypeshed_client==2.15.0\ntyping-inspect==0.9.0\ntyping_extensions==4.16.0\n\
             z3-solver==5.4.1.0\n",
            "import crosshair",
        ),
        _ => environment("Hypothesis", "hypothesis==6.170.15\nsortedcontainers==2.4.0\n", "import hypothesis"),
    }
}
