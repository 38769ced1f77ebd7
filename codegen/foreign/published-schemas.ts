import type { Json } from "../load/json.ts";

const openrpcDocument: Json = {
  title: "OpenRPC document",
  description: "A document as the specification of OpenRPC describes it: https://spec.open-rpc.org",
  type: "object",
  required: ["info", "methods", "openrpc"],
};

const jsonSchema: Json = {
  title: "JSON Schema",
  description: "A schema as JSON Schema describes it: https://json-schema.org",
  type: ["object", "boolean"],
};

/**
 * What a reference to a published meta-schema stands for. The specification of OpenRPC describes the result of
 * `rpc.discover` with one. The meta-schema itself would need a network, and its newest version refuses documents of
 * older ones.
 */
const schemas: readonly (readonly [url: RegExp, schema: Json])[] = [
  [/^https:\/\/meta\.open-rpc\.org\/$/, openrpcDocument],
  [
    /^https:\/\/raw\.githubusercontent\.com\/open-rpc\/meta-schema\/[^/]+\/schema\.json$/,
    openrpcDocument,
  ],
  [/^https:\/\/meta\.json-schema\.tools\/$/, jsonSchema],
  [/^https?:\/\/json-schema\.org\/draft(-0\d|\/20\d\d-\d\d)\/schema$/, jsonSchema],
];

/** The schema at a URL without fragment, if a meta-schema is published there. */
export function publishedSchema(file: string): Json | undefined {
  return schemas.find(([url]) => url.test(file))?.[1];
}
