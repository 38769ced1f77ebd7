import { createRequire } from "node:module";
import { $RefParser, type JSONSchema } from "@apidevtools/json-schema-ref-parser";

/** As much of an OpenRPC document, its references resolved, as the tests look at. */
export type OpenRpcDocument = {
  readonly servers: readonly { readonly url: string }[];
  readonly methods: readonly {
    readonly name: string;
    readonly params: readonly { readonly name: string }[];
    readonly result: { readonly schema: object };
    readonly examples: readonly {
      readonly params: readonly { readonly value: unknown }[];
      readonly result: { readonly value: unknown };
    }[];
  }[];
};

/** A call that `@open-rpc/test-coverage` made of an example. */
export type CoveredCall = {
  readonly methodName: string;
  readonly title: string;
  readonly valid?: boolean;
  readonly reason?: string;
};

// The packages are CommonJS, and our compiler flags refuse the types of the first.
const require = createRequire(import.meta.url);

export const { parseOpenRPCDocument, validateOpenRPCDocument } =
  require("@open-rpc/schema-utils-js") as {
    /** Validates and dereferences; it changes what it is given. */
    readonly parseOpenRPCDocument: (document: object) => Promise<object>;
    readonly validateOpenRPCDocument: (document: object) => true | { readonly message: string };
  };

const { default: testCoverage } = require("@open-rpc/test-coverage") as {
  readonly default: (options: {
    readonly openrpcDocument: object;
    readonly transport: "http";
    readonly reporters: readonly object[];
    readonly skip: readonly string[];
    readonly only: readonly string[];
  }) => Promise<readonly CoveredCall[]>;
};

export const { Router } = require("@open-rpc/server-js") as {
  readonly Router: new (
    document: OpenRpcDocument,
    settings: { readonly mockMode: true },
  ) => {
    readonly isMethodImplemented: (method: string) => boolean;
    readonly call: (
      method: string,
      params: object,
    ) => Promise<{ readonly result?: unknown; readonly error?: { readonly code: number } }>;
  };
};

/** Both tools need it: their own way to resolve references is by index, slow, and endless for some documents. */
export async function dereferenced(document: object): Promise<OpenRpcDocument> {
  const copy: unknown = structuredClone(document);
  return (await $RefParser.dereference(copy as JSONSchema)) as unknown as OpenRpcDocument;
}

/**
 * Sends every example of the methods to the server and checks each answer against the method's result schema.
 * The tool's own schema validator is strict, so that the contract's `x-` keywords are taken out before.
 */
export function coverExamples(
  document: OpenRpcDocument,
  options: { readonly skip?: readonly string[]; readonly only?: readonly string[] },
): Promise<readonly CoveredCall[]> {
  return testCoverage({
    openrpcDocument: withoutExtensions(document) as object,
    transport: "http",
    reporters: [silent],
    skip: options.skip ?? [],
    only: options.only ?? [],
  });
}

const silent = { onBegin() {}, onTestBegin() {}, onTestEnd() {}, onEnd() {} };

function withoutExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtensions);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !name.startsWith("x-"));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutExtensions(member)]));
}
