/*
 * Writes src/p2p/generated from src/p2p/proto with protoc and protoc-gen-es, both from node_modules.
 * With --check it writes nothing and exits with 1 if the committed file differs.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const generatedPath = "src/p2p/generated/p2p_pb.ts";
const banner = "// Generated from src/p2p/proto/p2p.proto by `npm run codegen:p2p`. Do not edit.\n";

export function generateMessages(): string {
  const folder = mkdtempSync(join(tmpdir(), "couloir-p2p-"));
  try {
    execFileSync(
      process.execPath,
      [
        join(root, "node_modules/protoc/protoc.cjs"),
        `--plugin=protoc-gen-es=${join(root, "node_modules/.bin/protoc-gen-es")}`,
        "--es_opt=target=ts,import_extension=ts",
        `--es_out=${folder}`,
        `--proto_path=${join(root, "src/p2p/proto")}`,
        "p2p.proto",
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    return banner + readFileSync(join(folder, "p2p_pb.ts"), "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function committedMessages(): string {
  return readFileSync(join(root, generatedPath), "utf8");
}

if (import.meta.filename === resolve(process.argv[1] ?? "")) {
  const generated = generateMessages();
  if (!process.argv.includes("--check")) writeFileSync(join(root, generatedPath), generated);
  else if (generated !== committedMessages()) {
    process.stderr.write(`outdated: ${generatedPath}\nrun \`npm run codegen:p2p\` and commit it\n`);
    process.exitCode = 1;
  }
}
