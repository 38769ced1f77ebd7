import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { methodsIn } from "../../codegen/document-parts.ts";
import { missingFiles, textsIn, writeFiles } from "../../codegen/foreign/files.ts";
import { handlersFolder } from "../../codegen/foreign/server/handlers.ts";
import { serverPackage } from "../../codegen/foreign/server/package.ts";
import { withoutPushes } from "../../codegen/foreign/subscriptions/find.ts";
import { formatJson, type Json, type JsonObject } from "../../codegen/load/json.ts";
import type { MockCall } from "./calls.ts";

const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const run = promisify(execFile);

/** Writes the server of a document as `couloir contract server` does. */
export function writeServer(document: JsonObject, folder: string): void {
  const made = serverPackage(document, textsIn(join(folder, handlersFolder)));
  writeFiles(folder, [...made.generated, ...missingFiles(folder, made.initial)]);
}

/**
 * Compiles the server of a document, makes each call without a handler and with one that returns the expected
 * result, and returns what is wrong.
 */
export async function checkServer(
  document: JsonObject,
  folder: string,
  calls: readonly MockCall[],
): Promise<string[]> {
  const pushes = methodsIn(document).length - methodsIn(withoutPushes(document)).length;
  writeServer(document, folder);
  // A server with subscriptions depends on ws.
  symlinkSync(modules, join(folder, "node_modules"));
  writeFileSync(join(folder, "calls.json"), formatJson(calls as unknown as Json));
  writeFileSync(join(folder, "check.mjs"), program);
  const tsc = [join(modules, "typescript/bin/tsc"), "-p", "tsconfig.json", "--noUnusedLocals"];
  try {
    await run(process.execPath, [...tsc, "--typeRoots", join(modules, "@types")], { cwd: folder });
    const { stdout } = await run(process.execPath, ["check.mjs", `${pushes}`], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(stdout) as string[];
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & Record<string, string>;
    return [`${stdout}${stderr}`.trim() || message];
  }
}

const program = `import { readFileSync } from "node:fs";
import { createServer } from "./dist/generated/server.js";
import { methods } from "./dist/generated/methods.js";
import { formatJson, parseJson } from "./dist/generated/runtime/json.js";
import { createService } from "./dist/generated/runtime/service.js";

const calls = parseJson(readFileSync("calls.json", "utf8"));
const problems = [];
const server = createServer({ log: (problem) => problems.push(problem) });
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const url = \`http://127.0.0.1:\${server.address().port}\`;
const call = async (method, params) => {
  const body = formatJson({ jsonrpc: "2.0", id: 1, method, params });
  return parseJson(await (await fetch(url, { method: "POST", body })).text());
};
const { result: discovered } = await call("rpc.discover");
// A document that declares it has a handler for it.
const isOwn = methods.has("rpc.discover");
if (!isOwn && discovered?.methods?.length !== methods.size + Number(process.argv[2])) problems.push("rpc.discover has other methods");
for (const { method, params, result } of calls) {
  const { structure, params: names } = methods.get(method);
  const last = names.findLastIndex((name) => Object.hasOwn(params, name));
  const list = names.slice(0, last + 1).map((name) => (Object.hasOwn(params, name) ? params[name] : null));
  const sent = structure === "by-position" ? list : params;
  const { error } = await call(method, sent);
  const declared = discovered?.methods.find(({ name }) => name === method).errors ?? [];
  if (!isOwn && !declared.some(({ code, message }) => code === error?.code && message === error?.message)) {
    problems.push(\`\${method}: \${formatJson(error)} is not declared\`);
  }
  let given = {};
  const handler = (received) => ((given = received), result);
  const filled = new Map(methods).set(method, { ...methods.get(method), handler });
  const service = createService(filled, () => "{}", (problem) => problems.push(problem));
  const body = formatJson({ jsonrpc: "2.0", id: 1, method, params: sent });
  const got = formatJson(parseJson(await service.answer(body, {})).result ?? null);
  for (const name of names.filter((name) => Object.hasOwn(params, name))) {
    const [wanted, found] = [params[name], given?.[name]].map((value) => formatJson(value ?? null));
    if (found !== wanted) problems.push(\`\${method}: the param \${name} \${wanted} became \${found}\`);
  }
  if (got !== formatJson(result)) problems.push(\`\${method}: \${formatJson(result)} became \${got}\`);
}
server.closeAllConnections();
server.close();
console.log(JSON.stringify(problems));
`;
