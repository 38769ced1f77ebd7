import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonValue } from "../formats/json.ts";
import { StartError } from "../node/node-config.ts";

/** Answers a method with the examples of its document. Takes validated params, exactly as sent. */
export type ExampleAnswers = (
  method: string,
  params: Readonly<Record<string, JsonValue>>,
) => Promise<unknown>;

/** The mock of any document has a bundle of its own, so that nothing of the node depends on code generation. */
const bundle = new URL("../../dist/mock.js", import.meta.url);

type Bundle = {
  readonly nodeAnswers: (api: string, document: JsonValue) => Promise<ExampleAnswers>;
};

/** Throws StartError if there is no bundle. */
export function requireBundle(): void {
  if (existsSync(fileURLToPath(bundle))) return;
  throw new StartError("the contract tools are not built: run npm run build");
}

/** Answers as `couloir contract mock` does. Takes the document at the first call, because all of it is compiled. */
export function exampleAnswers(api: string, document: () => JsonValue): ExampleAnswers {
  let opened: Promise<ExampleAnswers> | undefined;
  return async (method, params) => {
    opened ??= open(api, document());
    return (await opened)(method, params);
  };
}

async function open(api: string, document: JsonValue): Promise<ExampleAnswers> {
  const { nodeAnswers } = (await import(bundle.href)) as Bundle;
  return nodeAnswers(api, document);
}
