import { isObject, objectAt, textAt } from "../../load/json.ts";
import type { Contract, Method, Profile, Schema } from "../../model.ts";
import {
  follow,
  integerKind,
  integerKinds,
  narrowsReference,
  referenceName,
  type SchemaMap,
  unionForms,
} from "../../schema.ts";
import { expectedText, integerBounds, requiredNames } from "../expected.ts";
import { header, type Output, printKey, printValue } from "../writer.ts";
import { collectComponents, distinctMethods } from "./types.ts";

/** src/generated/params/*.ts: a reader for the params of every method, and of those that a profile changes. */
export function emitParams(contract: Contract): Output[] {
  const schemas = collectComponents(contract);
  return contract.profiles.map((profile, index) => {
    const isFirst = index === 0;
    const methods = distinctMethods(profile).filter((method) => isFirst || method.changesParams);
    const used = new Set<string>();
    const rows = table(profile, methods, schemas, used);
    const body = [...printComponentReaders(used, schemas), rows].join("\n");
    const source = isFirst ? "openrpc/*.json" : `openrpc/profiles/${profile.name}.json`;
    const text = [header(source), imports(body), body];
    return { path: `src/generated/params/${profile.name}.ts`, text: text.join("\n") };
  });
}

const readerNames = [
  "boolean",
  "decimal",
  "either",
  "integer",
  "list",
  "literal",
  "map",
  "object",
  "paramsReader",
  "text",
  "word",
];

function imports(body: string): string {
  const called = readerNames.filter((name) => body.includes(`${name}(`));
  return `import { ${called.join(", ")} } from "../read.ts";\n`;
}

function table(
  profile: Profile,
  methods: readonly Method[],
  schemas: SchemaMap,
  used: Set<string>,
): string {
  const strictApis = new Set(
    profile.documents.filter(({ strict }) => strict).map(({ api }) => api),
  );
  const rows = methods.map((method) => {
    const rules = strictApis.has(method.api) ? ", { strict: true }" : "";
    const required = new Set(method.params.filter((param) => param.required).map((p) => p.name));
    const fields = printFields(
      method.params.map((param) => [param.name, param.schema]),
      required,
      schemas,
      used,
    );
    return `  ${printKey(method.name)}: paramsReader(${fields}${rules}),\n`;
  });
  const comment = `/** Takes the params of each method of profile \`${profile.name}\` to the handler's form. */`;
  return `${comment}\nexport const paramsReaders = {\n${rows.join("")}} as const;\n`;
}

function printFields(
  members: readonly (readonly [string, Schema])[],
  required: ReadonlySet<string>,
  schemas: SchemaMap,
  used: Set<string>,
): string {
  const fields = members.map(([name, schema]) => {
    const whole = follow(schema, schemas);
    const parts = [
      `name: ${printValue(name)}`,
      `reader: ${printReader(schema, schemas, used)}`,
      `required: ${required.has(name)}`,
    ];
    const fallback = defaultOf(whole);
    if (fallback !== undefined) parts.push(`default: ${printValue(fallback)}`);
    const violation = textAt(objectAt(whole, "x-violations"), "required");
    if (violation !== undefined) parts.push(`violations: { required: ${printValue(violation)} }`);
    return `    { ${parts.join(", ")} },\n`;
  });
  return fields.length === 0 ? "[]" : `[\n${fields.join("")}  ]`;
}

/** The default as the handler sees it: a 64-bit integer is a bigint. */
function defaultOf(schema: Schema): unknown {
  const value = schema["default"];
  const kind = integerKind(schema);
  if (value === undefined || kind === undefined) return value;
  return integerKinds[kind].wide ? BigInt(value as number | string) : Number(value);
}

/** Readers of the components that were used, each after those it uses itself. */
function printComponentReaders(used: Set<string>, schemas: SchemaMap): string[] {
  const printed = new Map<string, string>();
  const print = (name: string): void => {
    if (printed.has(name)) return;
    const inner = new Set<string>();
    const reader = printReader(schemas.get(name) ?? {}, schemas, inner);
    for (const each of inner) print(each);
    printed.set(name, `const ${readerName(name)} = ${reader};\n`);
  };
  for (const name of [...used].sort()) print(name);
  return [...printed.values()];
}

function readerName(component: string): string {
  return `read${component}`;
}

function printReader(written: Schema, schemas: SchemaMap, used: Set<string>): string {
  const schema = withoutDeferred(written);
  const reference = referenceName(schema);
  if (reference !== undefined && narrowsReference(schema)) {
    return printReader(follow(schema, schemas), schemas, used);
  }
  if (reference !== undefined) {
    used.add(reference);
    return readerName(reference);
  }
  const expected = printValue(expectedText(schema, schemas));
  const violations = objectAt(schema, "x-violations");
  const kind = integerKind(schema);
  if (kind !== undefined) {
    const { minimum, maximum } = integerBounds(schema);
    const tail = Object.keys(violations).length === 0 ? "" : `, ${printValue(violations)}`;
    return `integer(${expected}, ${integerKinds[kind].wide}, ${minimum}n, ${maximum}n${tail})`;
  }
  const forms = unionForms(schema);
  if (forms !== undefined) {
    const readers = forms.map((form) => printReader(form, schemas, used));
    return `either(${expected}, [${readers.join(", ")}])`;
  }
  if (Array.isArray(schema["enum"])) {
    const rules = options({
      ignoreCase: schema["x-case-insensitive"] === true ? true : undefined,
      hints: "x-expected" in schema ? true : undefined,
      violations,
    });
    return `word(${expected}, ${printValue(schema["enum"])}${rules})`;
  }
  if ("const" in schema) return `literal(${expected}, ${printValue(schema["const"])})`;
  return printTypedReader(schema, expected, schemas, used);
}

/** The schema without the keywords that the method itself checks. */
function withoutDeferred(schema: Schema): Schema {
  const deferred = objectAt(schema, "x-deferred");
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !(key in deferred)));
}

function printTypedReader(
  schema: Schema,
  expected: string,
  schemas: SchemaMap,
  used: Set<string>,
): string {
  const violations = objectAt(schema, "x-violations");
  switch (schema["type"]) {
    case "string": {
      const rules = options({
        pattern: textAt(schema, "pattern"),
        minLength: schema["minLength"],
        maxLength: schema["maxLength"],
        secret: schema["x-secret"] === true ? true : undefined,
        violations,
      });
      return `text(${expected}${rules})`;
    }
    case "boolean":
      return `boolean(${expected})`;
    case "number": {
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
      return `decimal(${expected}, ${String(minimum)}, ${String(maximum)})`;
    }
    case "array": {
      const { items, minItems, maxItems } = schema;
      if (!isObject(items)) break;
      const rules = options({ minItems, maxItems, violations });
      return `list(${expected}, ${printReader(items, schemas, used)}${rules})`;
    }
    case "object": {
      const { additionalProperties } = schema;
      if (isObject(additionalProperties)) {
        return `map(${expected}, ${printReader(additionalProperties, schemas, used)})`;
      }
      const members = Object.entries(objectAt(schema, "properties")) as [string, Schema][];
      const fields = printFields(members, requiredNames(schema), schemas, used);
      return `object(${expected}, ${fields}${options({ strict: schema["x-strict"] === true ? true : undefined })})`;
    }
  }
  throw new Error(`no reader for the param schema ${JSON.stringify(schema)}`);
}

/** Prints the trailing argument with the rules, if there are any. */
function options(rules: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(rules).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name === "pattern") return [`pattern: new RegExp(${printValue(value)}, "u")`];
    if (name === "violations" && Object.keys(value as object).length === 0) return [];
    return [`${name}: ${printValue(value)}`];
  });
  return parts.length === 0 ? "" : `, { ${parts.join(", ")} }`;
}
