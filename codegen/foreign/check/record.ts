import { writeFiles } from "../files.ts";
import type { Outcome } from "./run.ts";

/** Writes each exchange as an `.io` file in a folder of its method, in the form that `--cases` reads. */
export function recordTranscripts(folder: string, outcomes: readonly Outcome[]): number {
  const answered = outcomes.filter(({ answer }) => answer !== undefined);
  const files = answered.map(({ case: { method, name, body }, answer }, index) => {
    const response = oneLineOf(answer?.text ?? "");
    const lines = [`// ${name.replaceAll(/\s+/g, " ")}`, `>> ${body}`];
    if (response !== "") lines.push(`<< ${response}`);
    const file = `${`${index + 1}`.padStart(4, "0")}-${fileName(name)}.io`;
    return { path: `${fileName(method)}/${file}`, text: `${lines.join("\n")}\n` };
  });
  writeFiles(folder, files);
  return files.length;
}

/** JSON has no line breaks except between its tokens. */
function oneLineOf(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
}

/** A name that every file system takes. */
function fileName(text: string): string {
  const plain = text.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "");
  return plain.slice(0, 60) || "case";
}
