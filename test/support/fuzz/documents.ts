import { $RefParser, type JSONSchema } from "@apidevtools/json-schema-ref-parser";

export type Schema = Readonly<Record<string, unknown>>;

export type MethodDocument = {
  readonly name: string;
  readonly params: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly errors: readonly { readonly code: number; readonly message: string }[];
  readonly examples: readonly {
    readonly params: readonly { readonly name: string; readonly value: unknown }[];
  }[];
};

/** A document as a node serves it, its references resolved. */
export type ApiDocument = {
  readonly paths: readonly string[];
  readonly methods: readonly MethodDocument[];
};

/** Asks a running node for the document of a path. */
export async function readDocument(port: number, paths: readonly string[]): Promise<ApiDocument> {
  const response = await fetch(`http://127.0.0.1:${port}${paths[0]}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}',
  });
  const { result } = (await response.json()) as { readonly result: JSONSchema };
  const document = (await $RefParser.dereference(result)) as unknown as ApiDocument;
  return { paths, methods: document.methods };
}
