import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { exampleParams } from "../../codegen/foreign/mock/answers.ts";
import { createMockServer } from "../../codegen/foreign/mock/server.ts";
import { readFiles } from "../../codegen/foreign/read.ts";
import { selfContained } from "../../codegen/foreign/self-contained.ts";
import {
  formatJson,
  isObject,
  type JsonObject,
  listAt,
  parseJson,
} from "../../codegen/load/json.ts";

/** A call of an example and the result that the document shows. */
export type ExampleCall = {
  readonly method: string;
  readonly params: JsonObject;
  readonly result: unknown;
};

export async function readDocument(path: string): Promise<JsonObject> {
  return selfContained(await readFiles(path));
}

export function exampleCalls(document: JsonObject): ExampleCall[] {
  return listAt(document, "methods")
    .filter(isObject)
    .flatMap((method) =>
      listAt(method, "examples")
        .filter(isObject)
        .map((example) => ({
          method: String(method["name"]),
          params: exampleParams(example, listAt(method, "params").filter(isObject)),
          result: (example["result"] as JsonObject)["value"],
        })),
    );
}

export function writePackage(document: JsonObject, language: string, folder: string): void {
  for (const { path, text } of clientPackage(document, language, "made").files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Runs `work` with the URL of a mock of the document. */
export async function withMock<Result>(
  document: JsonObject,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createMockServer(document);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Compiles a TypeScript package into dist/ and returns the compiler's messages. */
export function compileTypeScript(folder: string): string[] {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    join(folder, "tsconfig.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  );
  const program = ts.createProgram(parsed?.fileNames ?? [], {
    ...parsed?.options,
    noUnusedLocals: true,
    noImplicitReturns: true,
  });
  const messages = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  return messages.map(
    ({ file, messageText }) =>
      `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

/** The result of each call through the compiled package. */
export async function callTypeScript(
  folder: string,
  url: string,
  calls: readonly ExampleCall[],
): Promise<unknown[]> {
  const load = (path: string) => import(pathToFileURL(join(folder, "dist", path)).href);
  const { createClient } = await load("index.js");
  const { methodNames } = await load("generated/methods.js");
  const { rpc } = createClient(url);
  const results: unknown[] = [];
  for (const { method, params } of calls) {
    const local = Object.keys(methodNames).find((name) => methodNames[name] === method) as string;
    const plain = Object.keys(params).length === 0 ? [] : [params];
    results.push(await rpc[local](...plain));
  }
  return results;
}

/** The result of each call through the Python package, decoded to its types and encoded again. */
export async function callPython(
  folder: string,
  url: string,
  calls: readonly ExampleCall[],
): Promise<unknown[]> {
  writeFileSync(join(folder, "calls.json"), formatJson(calls as never));
  writeFileSync(join(folder, "call.py"), pythonProgram);
  const { stdout } = await promisify(execFile)("python3", ["-W", "error", "call.py", url], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: "src" },
  });
  return parseJson(stdout) as unknown as unknown[];
}

const pythonProgram = `import json, sys
from made import Client
from made._codec import encode
from made._generated import spec
methods = {each.name: each for each in vars(spec).values() if type(each).__name__ == "Method"}
client = Client(sys.argv[1])
results = []
with open("calls.json") as file:
    calls = json.load(file)
for call in calls:
    params = call["params"] if call["params"] else None
    results.append(encode(client._caller.call("", methods[call["method"]], params)))
client.close()
print(json.dumps(results))
`;

export function checkPython(folder: string): void {
  execFileSync("python3", ["-W", "error", "-m", "compileall", "-q", "src", "examples"], {
    cwd: folder,
    stdio: "pipe",
  });
}
