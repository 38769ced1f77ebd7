import type { Language } from "../language.ts";

export const go: Language = {
  name: "go",
  toolchain: [["go", "version"]],
  steps: [
    {
      name: "format",
      command: [
        "sh",
        "-c",
        'unformatted=$(gofmt -l .) && test -z "$unformatted" || { echo "$unformatted"; exit 1; }',
      ],
    },
    { name: "lint", command: ["go", "vet", "./..."] },
    { name: "compile", command: ["go", "build", "./..."] },
    { name: "test", command: ["go", "test", "./..."] },
    {
      name: "test with Go 1.27",
      command: ["env", "GOTOOLCHAIN=go1.27.0", "go", "test", "./..."],
      needs: ["env", "GOTOOLCHAIN=go1.27.0", "go", "version"],
    },
  ],
  conformance: ["go", "run", "./conformance"],
  bench: ["go", "run", "./bench"],
};
