import { Ajv, type ValidateFunction } from "ajv";
import { type Json, type JsonObject, objectAt, withDoubles } from "../load/json.ts";
import { mapSchemas } from "./schema-parts.ts";

/** Checks values against the schemas of a self-contained document, recursive ones too. */
export class Validators {
  readonly #ajv: Ajv;

  constructor(document: JsonObject) {
    this.#ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false, logger: false });
    const schemas = Object.entries(objectAt(document["components"], "schemas"));
    this.#ajv.addSchema({
      $id: "document",
      components: {
        schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, forAjv(schema)])),
      },
    });
  }

  /** Returns what is wrong with a value, or undefined. Throws if the schema itself is invalid. */
  problem(schema: Json, value: Json): string | undefined {
    const validate = this.#compile(schema);
    if (validate(withDoubles(value))) return undefined;
    const [first] = validate.errors ?? [];
    return `${first?.instancePath ?? ""} ${first?.message ?? "is invalid"}`.trim();
  }

  readonly #compiled = new Map<Json, ValidateFunction>();

  #compile(schema: Json): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const made = this.#ajv.compile(withDoubles(forAjv(schema)) as object | boolean);
    this.#compiled.set(schema, made);
    return made;
  }
}

/** The schema with references to the document, and without identities that ajv would resolve. */
function forAjv(schema: Json): Json {
  return mapSchemas(schema, (object) => {
    const { $id: _id, $schema: _schema, id: _old, nullable, ...own } = object;
    const reference = own["$ref"];
    const local = typeof reference === "string" ? { ...own, $ref: `document${reference}` } : own;
    const checked = withoutBadPattern(local);
    return nullable === true && "type" in object ? { anyOf: [checked, { type: "null" }] } : checked;
  });
}

/** Patterns of other regular expression dialects are not checked. */
function withoutBadPattern(schema: JsonObject): JsonObject {
  const { pattern, ...own } = schema;
  if (typeof pattern !== "string") return schema;
  try {
    new RegExp(pattern, "u");
    return schema;
  } catch {
    return own;
  }
}
