import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packageWriters } from "../../../codegen/clients/package-writers.ts";
import { printValue } from "../../../codegen/emit/writer.ts";
import { languageModel, packageInfo } from "../../../codegen/foreign/clients.ts";
import { formatJson, type Json, type JsonObject, parseJson } from "../../../codegen/load/json.ts";
import type { CheckedLanguage, Command } from "../languages/language.ts";
import { streamPrograms } from "./programs.ts";

/**
 * A number of items of a subscription; `isAsync` chooses asyncio in Python. With `isTwice`, that number of each of two, in turn,
 * and one more of the second after the end of the first.
 */
export type StreamCall = {
  readonly name: string;
  readonly params: JsonObject | null;
  readonly count: number;
  readonly isAsync?: boolean;
  readonly isTwice?: boolean;
};

/** What a client received. */
export type StreamOutcome = {
  readonly items?: readonly Json[];
  readonly reconnections?: number;
  readonly failure?: string;
};

/** Takes items of subscriptions with the client of a document. */
export type Take = (url: string, calls: readonly StreamCall[]) => Promise<StreamOutcome[]>;

/** Compiles the client of a document and its program of streams, without warnings. */
export async function prepare(
  language: CheckedLanguage,
  document: JsonObject,
  folder: string,
): Promise<Take> {
  const { model } = languageModel(document, language.name);
  const info = packageInfo(document);
  const write = packageWriters.get(language.name);
  const program = streamPrograms[language.name];
  if (write === undefined || program === undefined) throw new Error("no such client language");
  const [path, text] = program(model, info);
  writeFiles(folder, [...write(model, info), { path, text }]);
  if (language.name === "typescript") linkModules(folder);
  const env = language.name === "python" ? pythonWithWebsockets(join(folder, "../../venv")) : {};
  for (const command of language.compile(folder)) {
    const printed = await execute(command, folder, env, []);
    if (printed.trim() !== "") throw new Error(`${command.command[0]} printed:\n${printed}`);
  }
  return async (url, calls) => {
    writeFiles(folder, [
      { path: "calls.json", text: formatJson(calls as unknown as Json) },
      { path: "calls.mjs", text: `export default ${printValue(calls)};\n` },
    ]);
    const printed = await execute(language.run(folder, info), folder, env, [url]);
    return parseJson(printed) as unknown as StreamOutcome[];
  };
}

function writeFiles(
  folder: string,
  files: readonly { readonly path: string; readonly text: string }[],
): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The program uses `ws`, because Node 20 has no WebSocket. */
function linkModules(folder: string): void {
  const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
  symlinkSync(modules, join(folder, "node_modules"));
}

/** An environment in which python3 has `websockets`: installed from PyPI if it is not there. */
export function pythonWithWebsockets(folder: string): Readonly<Record<string, string>> {
  if (spawnSync("python3", ["-c", "import websockets"]).status === 0) return {};
  const env = { VIRTUAL_ENV: folder, PATH: `${join(folder, "bin")}:${process.env["PATH"]}` };
  const installed = spawnSync(join(folder, "bin/python3"), ["-c", "import websockets"]);
  if (installed.status === 0) return env;
  for (const [program = "", ...args] of [
    ["python3", "-m", "venv", folder],
    [join(folder, "bin/pip"), "-q", "install", "websockets>=15"],
  ]) {
    const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`websockets cannot be installed: ${stderr}`);
  }
  return env;
}

/** With a last argument, runs a program: one that waits for a stream without end is stopped after three minutes. */
async function execute(
  { command: [program = "", ...args], env }: Command,
  cwd: string,
  more: Readonly<Record<string, string>>,
  last: readonly string[],
): Promise<string> {
  const options = {
    cwd,
    env: { ...process.env, ...env, ...more },
    timeout: last.length > 0 ? 180_000 : 1_200_000,
  };
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...args, ...last], options);
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & Record<string, string>;
    throw new Error(`${stdout}${stderr}`.trim() || message);
  }
}
