import { pythonPackageName } from "../../../codegen/clients/python/package-name.ts";
import type { CheckedLanguage } from "./language.ts";

export const python: CheckedLanguage = {
  name: "python",
  toolchain: ["python3", "--version"],
  compile: () => [
    {
      command: ["python3", "-W", "error", "-m", "compileall", "-q", "src", "examples", "check.py"],
    },
    // Lint and types only where ruff and mypy are installed.
    {
      command: [
        "sh",
        "-c",
        "! python3 -m ruff --version >/dev/null 2>&1 || { python3 -m ruff check -q src examples && python3 -m ruff format -q --check src examples; }",
      ],
    },
    {
      command: [
        "sh",
        "-c",
        "! python3 -m mypy --version >/dev/null 2>&1 || python3 -m mypy --strict --no-error-summary $MYPY_OPTIONS src examples",
      ],
    },
  ],
  run: () => ({ command: ["python3", "-W", "error", "check.py"], env: { PYTHONPATH: "src" } }),
  program: (_model, info) => [["check.py", main(pythonPackageName(info))]],
};

const main = (name: string) => `import json, sys
from ${name} import Client
from ${name}._codec import encode, reader
from ${name}._generated import spec
from ${name}._generated.shapes import SHAPES
methods = {each.name: each for each in vars(spec).values() if type(each).__name__ == "Method"}
client = Client(sys.argv[1])
outcomes = []
with open("calls.json") as file:
    calls = json.load(file)
for call in calls:
    method = methods[call["method"]]
    try:
        _, required, optional = SHAPES[method.params] if method.params else ("object", {}, {})
        shapes = required | optional
        params = {name: reader(shapes[name])(value, name) for name, value in (call["params"] or {}).items()}
        result = client._caller.call("", method, params)
        outcomes.append({"result": encode(result)})
    except Exception as failure:
        outcomes.append({"failure": repr(failure)})
client.close()
print(json.dumps(outcomes))
`;
