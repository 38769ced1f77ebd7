import { readFile } from "node:fs/promises";
import { type JsonValue, parseJson } from "../formats/json.ts";
import type { MethodEntry } from "../generated/profile.ts";
import { dereferenced } from "./dereferenced.ts";
import { type DeclaredParam, namedParams } from "./named-params.ts";

/** Answers a method by the examples of its document. Params are as they came, and known to be right. */
export type ExampleAnswers = (
  entry: MethodEntry,
  params: Readonly<Record<string, JsonValue>>,
) => Promise<unknown>;

type MockedMethod = {
  readonly name: string;
  readonly params: readonly {
    readonly name: string;
    readonly schema: { readonly default?: JsonValue };
  }[];
  readonly examples: readonly { readonly result: { readonly value: JsonValue } }[];
};

/**
 * Answers with the mock mode of `@open-rpc/server-js`: the example whose params were sent, else a value made up from the
 * schema of the result. What it makes up knows no keys of maps and no range of 64 bits; where it does not fit its own schema
 * the method's first example is the answer. The document is read at the first call, since its router compiles the whole of it.
 */
export function exampleAnswers(documentFile: URL): ExampleAnswers {
  let opened: ReturnType<typeof open> | undefined;
  return async (entry, params) => {
    opened ??= open(documentFile);
    const { router, methods } = await opened;
    const { declared, firstResult } = methods.get(entry.name)!;
    const answer = await router.call(entry.name, namedParams(declared, params));
    const fits = answer.error === undefined && entry.validateResult(answer.result) === undefined;
    return fits ? answer.result : firstResult;
  };
}

async function open(documentFile: URL) {
  // Its router without its transports: a body of `[null]` ends their process.
  const loaded = await import("@open-rpc/server-js/build/router.js");
  // A CommonJS package: in the bundle all that it has is its default export, from sources it has none.
  const { Router } = loaded.default ?? loaded;
  const document = dereferenced(parseJson(await readFile(documentFile, "utf8")));
  const { methods } = document as unknown as { readonly methods: readonly MockedMethod[] };
  return {
    router: new Router(document as never, { mockMode: true }),
    methods: new Map(methods.map((method) => [method.name, mocked(method)])),
  };
}

function mocked({ params, examples }: MockedMethod): {
  readonly declared: readonly DeclaredParam[];
  readonly firstResult: unknown;
} {
  return {
    declared: params.map(({ name, schema }) => ({ name, default: schema.default })),
    firstResult: examples?.[0]?.result.value,
  };
}
