import { _, Ajv, type Code, type Name } from "ajv";
import { toCheck } from "../../codegen/check-schema.ts";
import type { Schema } from "../../codegen/model.ts";
import { describeValue, type Issue } from "../../codegen/runtime/issue.ts";
import type { IntegerKind } from "../../codegen/schema.ts";

type CompiledCheck = {
  (value: unknown): boolean;
  errors?: readonly CompiledError[] | null;
};

type CompiledError = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** What ajv says of values: the judge of our own checks. `schemas` are the components of the schemas that it judges. */
export function ajvJudge(schemas: ReadonlyMap<string, Schema>) {
  const ajv = createAjv();
  const definitions = Object.fromEntries(
    [...schemas].map(([name, schema]) => [name, toCheck(schema, "")]),
  );
  ajv.addSchema({ $id: "document", definitions });
  return (schema: Schema): ((value: unknown) => Issue | undefined) => {
    const check: CompiledCheck = ajv.compile(toCheck(schema, "document"));
    return (value) => (check(value) ? undefined : toIssue(value, check.errors ?? []));
  };
}

/** Reports the deepest error first, which for a union is in the form that was most likely meant. */
function toIssue(value: unknown, errors: readonly CompiledError[]): Issue {
  let worst = errors[0];
  for (const error of errors) {
    if (depth(error) > depth(worst)) worst = error;
  }
  if (worst === undefined) return { field: "", expected: "a valid value", got: "another" };
  const names = worst.instancePath.split("/").slice(1).map(unescapePointer);
  const surplus = worst.params["additionalProperty"];
  const missing = worst.params["missingProperty"];
  const last = surplus ?? missing;
  if (last !== undefined) names.push(String(last));
  let found = value;
  for (const name of names) found = (found as Record<string, unknown> | undefined)?.[name];
  return { field: joinPath(names), expected: expectation(worst), got: describeValue(found) };
}

function depth(error: CompiledError | undefined): number {
  return error === undefined ? 0 : error.instancePath.split("/").length;
}

function expectation({ keyword, params }: CompiledError): string {
  switch (keyword) {
    case "type":
      return [params["type"]].flat().join(" or ");
    case "required":
      return "a value";
    case "additionalProperties":
      return "no member of this name";
    case "enum":
      return (params["allowedValues"] as readonly unknown[]).map(describeValue).join(" or ");
    case "const":
      return describeValue(params["allowedValue"]);
    case "pattern":
      return `text matching ${params["pattern"]}`;
    case "x-integer":
      return `a number of type ${params["kind"]}`;
    case "oneOf":
    case "anyOf":
      return "one of the declared forms";
    case "uniqueItems":
      return "entries that differ";
    default: {
      const bound = keyword.startsWith("max") ? "at most" : "at least";
      const isOne = params["limit"] === 1;
      const units = {
        Length: isOne ? " character" : " characters",
        Items: isOne ? " entry" : " entries",
        Properties: isOne ? " member" : " members",
      };
      return `${bound} ${params["limit"]}${units[keyword.slice(3) as keyof typeof units] ?? ""}`;
    }
  }
}

function joinPath(names: readonly string[]): string {
  return names
    .map((name, index) => {
      if (/^[0-9]+$/.test(name)) return `[${name}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join("");
}

function unescapePointer(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Creates an ajv for the schemas of {@link toCheck}. */
function createAjv(): Ajv {
  const ajv = new Ajv({
    messages: false,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    validateFormats: false,
  });
  ajv.addKeyword({
    keyword: "x-integer",
    schemaType: "string",
    error: { message: "not an integer of its kind", params: ({ schema }) => _`{kind: ${schema}}` },
    code: (context) => {
      context.pass(integerConditions[context.schema as IntegerKind](context.data));
    },
  });
  return ajv;
}

/**
 * The check for a value of each kind: a safe integer within bounds or, for 64 bits, a bigint too.
 */
const integerConditions: Readonly<Record<IntegerKind, (data: Name) => Code>> = {
  uint16: (data) => _`${isSmall(data)} && ${data} >= 0 && ${data} <= 65535`,
  uint32: (data) => _`${isSmall(data)} && ${data} >= 0 && ${data} <= 4294967295`,
  uint64: (data) =>
    _`(typeof ${data} == "bigint" ? ${data} >= 0n && ${data} <= 18446744073709551615n : ${isSmall(data)} && ${data} >= 0)`,
  int64: (data) =>
    _`(typeof ${data} == "bigint" ? ${data} >= -9223372036854775808n && ${data} <= 9223372036854775807n : ${isSmall(data)})`,
};

function isSmall(data: Name): Code {
  return _`typeof ${data} == "number" && Number.isSafeInteger(${data})`;
}
