import type { JsonValue } from "../formats/json.ts";
import type { MethodEntry } from "../generated/profile.ts";
import { dereferenced } from "./dereferenced.ts";
import { type DeclaredParam, namedParams } from "./named-params.ts";

/** Answers a method with the examples of its document. Takes validated params, exactly as sent. */
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
 * Answers with the mock mode of `@open-rpc/server-js`: the example with the same params, else a value generated from the
 * schema of the result. The generator ignores keys of maps and 64-bit ranges; a generated value that is not valid is
 * replaced by the method's first example. Takes the document at the first call, because the router compiles all of it.
 */
export function exampleAnswers(document: () => JsonValue): ExampleAnswers {
  let opened: ReturnType<typeof open> | undefined;
  return async (entry, params) => {
    opened ??= open(document());
    const { router, methods } = await opened;
    const { declared, firstResult } = methods.get(entry.name)!;
    const answer = await router.call(entry.name, namedParams(declared, params));
    const fits = answer.error === undefined && entry.validateResult(answer.result) === undefined;
    return fits ? answer.result : firstResult;
  };
}

async function open(written: JsonValue) {
  // Only its router: its transports crash the process on a body of `[null]`.
  const loaded = await import("@open-rpc/server-js/build/router.js");
  // A CommonJS package: it has only a default export in the bundle, and none when run from source.
  const { Router } = loaded.default ?? loaded;
  const document = dereferenced(written);
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
