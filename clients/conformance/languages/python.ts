import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../language.ts";

const folder = join(import.meta.dirname, "../../python");
// An environment with the tools of [dev], if it exists: python3 -m venv .venv && .venv/bin/pip install -e '.[dev]'
const own = ".venv/bin/python";
const python = existsSync(join(folder, own)) ? own : "python3";
const checked = ["src", "tests", "conformance", "bench.py", "examples"];

export const python3: Language = {
  name: "python",
  toolchain: [[python, "--version"]],
  steps: [
    {
      name: "format",
      command: [python, "-m", "ruff", "format", "--check", ...checked],
      needs: [python, "-m", "ruff", "--version"],
    },
    {
      name: "lint",
      command: [python, "-m", "ruff", "check", ...checked],
      needs: [python, "-m", "ruff", "--version"],
    },
    {
      name: "types",
      command: [python, "-m", "mypy", "src", "examples"],
      needs: [python, "-m", "mypy", "--version"],
    },
    { name: "compile", command: [python, "-m", "compileall", "-q", ...checked] },
    {
      name: "test",
      command: [
        "env",
        "PYTHONPATH=src",
        python,
        "-W",
        "error",
        "-m",
        "unittest",
        "discover",
        "-s",
        "tests",
      ],
    },
  ],
  conformance: ["env", "PYTHONPATH=src", python, "conformance/main.py"],
  bench: ["env", "PYTHONPATH=src", python, "bench.py"],
};
