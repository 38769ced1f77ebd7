import { writeFileSync } from "node:fs";
import { join } from "node:path";

type Command = readonly string[];

/** A program that verifies a delivery: its arguments are the secret, ID, timestamp, signature, and a file with the body. */
export type Verifier = {
  readonly source: string;
  /** Where the source has to be in the folder of the program. */
  readonly as: string;
  /** What installs the library, after it wrote the files of the project. */
  readonly prepare: (place: string) => readonly Command[];
  readonly run: Command;
};

const goLibrary = "github.com/standard-webhooks/standard-webhooks/libraries";
const cargo = `[package]
name = "verify"
version = "0.0.0"
edition = "2021"

[dependencies]
http = "1"
standardwebhooks = "1.0.1"
`;

export const verifiers: Readonly<Record<string, Verifier>> = {
  python: {
    source: "verify.py",
    as: "verify.py",
    prepare: () => [
      ["python3", "-m", "venv", "venv"],
      ["venv/bin/pip", "install", "--quiet", "standardwebhooks==1.1.0"],
    ],
    run: ["venv/bin/python", "verify.py"],
  },
  go: {
    // As text, because the repository has no Go module here.
    source: "verify.go.txt",
    as: "main.go",
    prepare: (place) => {
      writeFileSync(join(place, "go.mod"), "module verify\n\ngo 1.21\n");
      return [
        ["go", "get", `${goLibrary}@v0.0.1`],
        ["go", "build", "-o", "verify", "."],
      ];
    },
    run: ["./verify"],
  },
  rust: {
    source: "verify.rs",
    as: "src/main.rs",
    prepare: (place) => {
      writeFileSync(join(place, "Cargo.toml"), cargo);
      return [["cargo", "build", "--quiet"]];
    },
    run: ["target/debug/verify"],
  },
  java: {
    source: "Verify.java",
    as: "Verify.java",
    prepare: () => [
      [
        "mvn",
        "--quiet",
        "dependency:copy",
        "-Dartifact=com.standardwebhooks:standardwebhooks:1.1.0",
        "-DoutputDirectory=.",
      ],
    ],
    run: ["java", "-cp", "standardwebhooks-1.1.0.jar", "Verify.java"],
  },
};
