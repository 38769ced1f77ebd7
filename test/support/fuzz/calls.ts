import fc from "fast-check";
import { formatJson, type JsonValue } from "../../../src/formats/json.ts";
import type { ApiDocument, MethodDocument, Schema } from "./documents.ts";
import { idToken } from "./http-requests.ts";

/** The text of a call, and what a checker of its answer must know. */
export type GeneratedCall = { readonly text: string; readonly method: string };

/** Calls of the methods of a document, with params from their schemas and from nearby. */
export function callsOf(document: ApiDocument): fc.Arbitrary<GeneratedCall> {
  const examples = exampleValues(document);
  const methods = document.methods.filter(({ name }) => name !== "rpc.discover");
  return fc.oneof(...methods.map((method) => callOf(method, examples)));
}

function callOf(method: MethodDocument, examples: ExampleValues): fc.Arbitrary<GeneratedCall> {
  return fc.tuple(quickID, paramsTextOf(method, examples)).map(([id, params]) => ({
    method: method.name,
    text: `{"jsonrpc":"2.0","id":${id},"method":"${method.name}"${params}}`,
  }));
}

const quickID = fc.oneof(
  { weight: 8, arbitrary: fc.nat().map(String) },
  { weight: 1, arbitrary: idToken },
);

/** `,"params":...`, or nothing. */
function paramsTextOf(method: MethodDocument, examples: ExampleValues): fc.Arbitrary<string> {
  const { params } = method;
  const values = params.map(({ name, required, schema }) =>
    fc.option(name === "username" ? username : valueNear(schema, examples.get(name) ?? []), {
      nil: undefined,
      freq: required ? 20 : 2,
    }),
  );
  const named = fc.tuple(...values).map((given) => {
    const entries = given.flatMap((value, i) =>
      value === undefined ? [] : [[params[i]!.name, value] as const],
    );
    return entries;
  });
  const form = fc.constantFrom(...forms);
  return fc.oneof(
    { weight: 24, arbitrary: fc.tuple(named, form).map(([entries, write]) => write(entries)) },
    { weight: 1, arbitrary: fc.json().map((text) => `,"params":${text}`) },
    { weight: 1, arbitrary: nested.map((text) => `,"params":${text}`) },
    { weight: 1, arbitrary: fc.constant("") },
  );
}

const nested = fc.nat({ max: 3000 }).map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`);

type Entries = readonly (readonly [string, JsonValue])[];

const plain = (entries: Entries) => `,"params":${formatJson(Object.fromEntries(entries))}`;

const forms: readonly ((entries: Entries) => string)[] = [
  ...Array.from({ length: 16 }, () => plain),
  (entries) => `,"params":[${formatJson(Object.fromEntries(entries))}]`,
  (entries) => `,"params":[${entries.map(([, value]) => formatJson(value)).join(",")}]`,
  (entries) => plain(entries.map(([name, value]) => [name.toUpperCase(), value])),
  (entries) => plain([...entries, ["unknown", 1], ["__proto__", {}], ["constructor", null]]),
  // The last of two wins.
  (entries) =>
    `,"params":{${entries.flatMap(([name, value]) => [`"${name}":null`, `"${name}":${formatJson(value)}`]).join(",")}}`,
];

type ExampleValues = ReadonlyMap<string, readonly JsonValue[]>;

/** What the examples of a document give for a param, whatever the method. */
function exampleValues({ methods }: ApiDocument): ExampleValues {
  const values = new Map<string, JsonValue[]>();
  for (const { params } of methods.flatMap(({ examples }) => examples)) {
    for (const { name, value } of params) {
      // Right passwords cost what their hashes are made to cost.
      if (name === "password") continue;
      values.set(name, [...(values.get(name) ?? []), value as JsonValue]);
    }
  }
  return values;
}

function valueNear(schema: Schema, examples: readonly JsonValue[]): fc.Arbitrary<JsonValue> {
  const texts = examples.filter((value) => typeof value === "string");
  return fc.oneof(
    { weight: 8, arbitrary: admitted(schema) },
    ...(examples.length > 0 ? [{ weight: 8, arbitrary: fc.constantFrom(...examples) }] : []),
    ...(texts.length > 0 ? [{ weight: 3, arbitrary: editedText(texts) }] : []),
    { weight: 3, arbitrary: stray },
  );
}

/** Hardly ever one that was given before: wrong passwords of a user who exists are made to wait. */
const username: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 9, arbitrary: fc.string({ minLength: 8, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>("", null, 7, [], "é".repeat(1025)) },
);

/** One character of a known text is another, or is gone. */
function editedText(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.string({ maxLength: 1 }))
    .map(([text, position, insert]) => {
      const at = position % text.length;
      return `${text.slice(0, at)}${insert}${text.slice(at + 1)}`;
    });
}

const stray: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    2n ** 64n - 1n,
    2n ** 64n,
    -(2n ** 63n),
    2n ** 256n,
    "",
    "0",
    "-1",
    "18446744073709551616",
    "1e3",
    "0x",
    "P",
    "\u0000",
    "\ud800",
    "é".repeat(2000),
    "1".repeat(9000),
    [],
    [null],
    [[]],
    {},
    { a: 1 },
    "constructor",
    "__proto__",
  ),
  fc.string(),
  fc.integer(),
  fc.bigInt(),
);

/** Values that a schema of the contract admits, nearly. */
function admitted(schema: Schema): fc.Arbitrary<JsonValue> {
  const merged = withParts(schema);
  const choices = (merged["oneOf"] ?? merged["anyOf"]) as readonly Schema[] | undefined;
  if (choices !== undefined) return fc.oneof(...choices.map(admitted));
  if (Array.isArray(merged["enum"])) return fc.constantFrom(...(merged["enum"] as JsonValue[]));
  const type = merged["type"] as string | undefined;
  const write = type === undefined ? undefined : writers[type];
  return write === undefined ? stray : write(merged);
}

/** `allOf` as one schema. */
function withParts(schema: Schema): Schema {
  const parts = (schema["allOf"] ?? []) as readonly Schema[];
  return Object.assign({}, ...parts.map(withParts), schema) as Schema;
}

const writers: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<JsonValue>>> = {
  string: textOf,
  integer: integerOf,
  number: integerOf,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: (schema) =>
    fc.oneof(
      { weight: 9, arbitrary: fc.array(admitted(schema["items"] as Schema), { maxLength: 3 }) },
      {
        weight: 1,
        arbitrary: admitted(schema["items"] as Schema).map((item) =>
          Array.from({ length: 1025 }, () => item),
        ),
      },
    ),
  object: (schema) => {
    const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
    const members = Object.entries(properties).map(
      ([name, member]) => [name, admitted(member)] as const,
    );
    return fc.record(Object.fromEntries(members), { requiredKeys: [] }) as fc.Arbitrary<JsonValue>;
  },
};

function textOf(schema: Schema): fc.Arbitrary<JsonValue> {
  const pattern = schema["pattern"];
  if (typeof pattern !== "string") return fc.string();
  try {
    return fc.stringMatching(new RegExp(pattern, "u"), { size: "small" });
  } catch {
    return fc.string();
  }
}

function integerOf(schema: Schema): fc.Arbitrary<JsonValue> {
  const bound = (name: string, other: number) => Number(schema[name] ?? other);
  // A schema of a number may have bounds with a fraction.
  const least = Math.ceil(Math.max(bound("minimum", 0), Number.MIN_SAFE_INTEGER));
  const most = Math.floor(Math.min(bound("maximum", 2 ** 53), Number.MAX_SAFE_INTEGER));
  const [min, max] = [BigInt(least), BigInt(most)];
  const any = fc.bigInt({ min, max });
  return fc.oneof(fc.nat({ max: 50 }), any, any.map(String));
}
