import { nameOf, paramsIn } from "./document-parts.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "./load/json.ts";

/** A method as any OpenRPC document declares it. Every schema of ours is an object. */
export type DeclaredMethod<Schema extends Json = Json> = {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** Whether calling it twice differs from calling it once. */
  readonly changesState: boolean;
  /** Whether a client may call it again automatically: it declares how long a result lasts, and changes nothing. */
  readonly repeatable: boolean;
  /** `either`, `by-name` or `by-position`, if it says so. */
  readonly paramStructure: string | undefined;
  readonly params: readonly Descriptor<Schema>[];
  /** None for a notification, which the server does not respond to. */
  readonly result: Descriptor<Schema> | undefined;
  readonly examples: readonly Example[];
};

/** A param or a result as a document declares it. */
export type Descriptor<Schema extends Json = Json> = {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
};

export type Example = {
  readonly name: string;
  readonly description: string;
  readonly params: JsonObject;
  readonly result: Json;
};

/** Reads a method whose params and result are not references. */
export function readMethod(written: JsonObject): DeclaredMethod {
  const params = paramsIn(written).map(readDescriptor);
  const changesState = written["x-changes-state"] === true;
  return {
    name: nameOf(written),
    summary: textAt(written, "summary") ?? "",
    description: textAt(written, "description") ?? "",
    deprecated: written["deprecated"] === true,
    changesState,
    repeatable: "x-lifetime" in written && !changesState,
    paramStructure: textAt(written, "paramStructure"),
    params,
    result: isNotification(written) ? undefined : readDescriptor(objectAt(written, "result")),
    examples: listAt(written, "examples")
      .filter(isObject)
      .map((example) => ({
        name: nameOf(example),
        description: textAt(example, "description") ?? textAt(example, "summary") ?? "",
        params: exampleParams(example, params),
        result: objectAt(example, "result")["value"] ?? null,
      })),
  };
}

/**
 * Whether a method is a notification: it has no result (OpenRPC 1.3). `rpc.discover` is none: its result is the document, and
 * some documents do not repeat that.
 */
export function isNotification(method: JsonObject): boolean {
  return !("result" in method) && method["name"] !== "rpc.discover";
}

/** The params of an example by name: it names them, or has them in order. */
export function exampleParams(example: JsonObject, declared: readonly JsonObject[]): JsonObject {
  const given = paramsIn(example);
  const named = given.map((each, index): [string, Json] => {
    const own = declared.find(({ name }) => name === each["name"]) ?? declared[index];
    return [nameOf(own), each["value"] ?? null];
  });
  return Object.fromEntries(named);
}

/** Without a schema, a descriptor allows anything. */
function readDescriptor(written: JsonObject): Descriptor {
  return {
    name: nameOf(written),
    description: textAt(written, "description") ?? textAt(written, "summary") ?? "",
    required: written["required"] === true,
    schema: written["schema"] ?? true,
  };
}
