import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatJson } from "../../load/json.ts";
import { foreignModel } from "../client-model.ts";
import { writeFile } from "../files.ts";
import { lintFiles } from "../lint.ts";
import { type Files, readFiles, shown, UnusableDocument } from "../read.ts";
import { type Finding, finding } from "./finding.ts";
import { fixSlips } from "./slips.ts";

type Options = {
  readonly json?: boolean | undefined;
  readonly fix?: boolean | undefined;
  readonly base?: string | undefined;
  readonly allow?: readonly string[] | undefined;
};

/** Prints the findings of a document. The exit code is 1 if one is an error, and 2 if the document cannot be used. */
export async function runLint(
  place: string,
  { json = false, fix = false, base, allow }: Options,
  out: (text: string) => void,
): Promise<number> {
  const print = (findings: readonly Finding[]) =>
    out(`${JSON.stringify(findings, undefined, 2)}\n`);
  let linted: ReturnType<typeof lintFiles>;
  try {
    const files = await readFiles(place, { base, allowed: allow, notesHidden: true });
    linted = lintFiles(fix ? fixFile(files, json ? () => {} : out) : files);
  } catch (error) {
    if (!(error instanceof UnusableDocument) || !json) throw error;
    print([finding("usable", place, error.message)]);
    return 2;
  }
  const { document, findings } = linted;
  const code = findings.some(({ severity }) => severity === "error") ? 1 : 0;
  if (json) {
    print(findings);
    return code;
  }
  for (const { rule, severity, where, text, remedy } of findings) {
    out(`${severity === "error" ? "" : "warning: "}${where}: ${text} (${rule})\n  ${remedy}\n`);
  }
  for (const { where, reason } of foreignModel(document).widenings) {
    out(`note: clients get raw JSON at ${where}: ${reason}\n`);
  }
  return code;
}

/** Corrects the document's file, with the indentation that it has. */
function fixFile(files: Files, out: (text: string) => void): Files {
  if (!files.url.startsWith("file:")) {
    throw new UnusableDocument(`--fix needs a file: ${files.url} cannot be written`);
  }
  const { root, fixed } = fixSlips(files.root);
  if (fixed > 0) {
    const path = fileURLToPath(files.url);
    const indent = /\n( +|\t)"/.exec(readFileSync(path, "utf8"))?.[1] ?? "  ";
    writeFile(path, formatJson(root, indent));
    out(`corrected ${fixed} ${fixed === 1 ? "schema" : "schemas"} in ${shown(files.url)}\n`);
  }
  return { ...files, root };
}
