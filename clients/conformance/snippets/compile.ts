import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LanguageName } from "../../../playground/snippets/languages.ts";
import { type Ended, run } from "../program.ts";
import { snippetsIn } from "./calls.ts";

/** How the snippets of a language become one program, and how that is compiled. */
type Compiler = {
  readonly files: (snippets: readonly string[], clients: string) => ReadonlyMap<string, string>;
  readonly command: (root: string) => readonly [string, ...string[]];
};

const compilers: Readonly<Record<string, Compiler>> = {
  typescript: {
    files: (snippets, clients) =>
      new Map([
        ...snippets.map((text, index) => [`snippet${index}.mts`, text] as const),
        ["tsconfig.json", typescriptConfig(dirname(clients))],
      ]),
    command: (root) => [
      process.execPath,
      join(root, "node_modules/typescript/bin/tsc"),
      ...["-p", "."],
    ],
  },
  go: {
    files: (snippets, clients) =>
      new Map([
        [
          "go.mod",
          `module snippets\n\ngo 1.24\n\nrequire couloir v0.0.0\n\nreplace couloir => ${clients}/go\n`,
        ],
        ...snippets.map((text, index) => [`snippet${index}.go`, goFile(text, index)] as const),
      ]),
    command: () => ["go", "vet", "./..."],
  },
  python: {
    files: (snippets) =>
      new Map(snippets.map((text, index) => [`snippet${index}.py`, text] as const)),
    command: () => ["python3", "-m", "compileall", "-q", "."],
  },
  rust: {
    files: (snippets, clients) =>
      new Map([
        ["Cargo.toml", cargoManifest(clients)],
        ["src/lib.rs", snippets.map((_text, index) => `mod snippet${index};\n`).join("")],
        ...snippets.map((text, index) => [`src/snippet${index}.rs`, rustFile(text)] as const),
      ]),
    command: () => ["cargo", "check", "--quiet"],
  },
  java: {
    files: (snippets) =>
      new Map([
        ...snippets.map((text, i) => [`snippet${i}/Snippet.java`, javaFile(text, i)] as const),
        ["files", snippets.map((_text, index) => `snippet${index}/Snippet.java\n`).join("")],
      ]),
    command: (root) => [
      "javac",
      ...["-d", "out", "-cp"],
      `${root}/clients/java/target/classes:${root}/clients/java/target/dependency/*`,
      "@files",
    ],
  },
};

/** Compiles the snippets that the API page shows in a language. */
export async function compileSnippets(
  language: string,
  root: string,
): Promise<Ended & { readonly count: number }> {
  const compiler = compilers[language];
  if (compiler === undefined) throw new Error(`no compiler for snippets in ${language}`);
  const folder = mkdtempSync(join(tmpdir(), "couloir-snippets-"));
  try {
    const snippets = await snippetsIn(language as LanguageName);
    for (const [path, text] of compiler.files(snippets, join(root, "clients"))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return { ...(await run(compiler.command(root), folder)), count: snippets.length };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function typescriptConfig(root: string): string {
  const paths = { "couloir/client": [join(root, "clients/typescript/src/index.ts")] };
  const compilerOptions = {
    paths,
    strict: true,
    noEmit: true,
    target: "es2022",
    module: "nodenext",
    allowImportingTsExtensions: true,
    lib: ["es2022", "dom", "dom.asynciterable"],
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
  };
  return JSON.stringify({ compilerOptions, include: ["*.mts"] });
}

function goFile(text: string, index: number): string {
  const format = text.includes("fmt.") ? '\t"fmt"\n' : "";
  const body = text
    .split("\n")
    .map((line) => `\t${line}`)
    .join("\n");
  return `package snippets

import (
	"context"
${format}
	"couloir"
)

func snippet${index}(ctx context.Context) error {
${body}
	return nil
}
`;
}

function cargoManifest(clients: string): string {
  return `[package]
name = "snippets"
version = "0.1.0"
edition = "2024"

[dependencies]
couloir-client = { path = "${clients}/rust", default-features = false }

[workspace]
`;
}

function rustFile(text: string): string {
  const [imports = "", body = ""] = split(text);
  return `${imports}

pub async fn run() -> Result<(), couloir_client::Error> {
${body}
    Ok(())
}
`;
}

function javaFile(text: string, index: number): string {
  const [imports = "", body = ""] = split(text);
  return `package snippet${index};

${imports}

class Snippet {
  static void run() {
${body}
  }
}
`;
}

/** The imports of a snippet, and the rest. */
function split(text: string): [string, string] {
  const end = text.indexOf("\n\n");
  return [text.slice(0, end), text.slice(end + 2)];
}
