import { _, Ajv, type CodeKeywordDefinition, type Options, str, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  visitObjects,
  withDoubles,
} from "../load/json.ts";
import { compiledPattern } from "../runtime/pattern.ts";
import { mapSchemas } from "./schema-parts.ts";
import { problemText } from "./server/runtime/schema-problem.ts";

/** Checks values against the schemas of a self-contained document, recursive ones too. */
export class Validators {
  readonly #ajv: Ajv | Ajv2020;
  readonly #draft: Draft;

  constructor(document: JsonObject) {
    this.#draft = draftOf(document);
    this.#ajv = createAjv(this.#draft, { code: { regExp, optimize: false } });
    const components = componentsForAjv(document, this.#draft) as JsonObject;
    this.#ajv.addSchema(withDoubles(components) as object);
  }

  /** Returns what is wrong with a value, or undefined. Throws if the schema itself is invalid. */
  problem(schema: Json, value: Json): string | undefined {
    const validate = this.#compile(schema);
    try {
      if (validate(withDoubles(value))) return undefined;
    } catch (error) {
      // A schema that is one of its own alternatives has no end, and so no verdict.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
    return problemText(validate.errors);
  }

  /** Returns what is wrong with a schema itself, or undefined. */
  invalid(schema: Json): string | undefined {
    try {
      this.#compile(schema);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  readonly #compiled = new Map<Json, ValidateFunction>();

  #compile(schema: Json): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const made = this.#ajv.compile(withDoubles(forAjv(schema, this.#draft)) as object | boolean);
    this.#compiled.set(schema, made);
    return made;
  }
}

const keywordsOf2020 =
  "prefixItems dependentRequired dependentSchemas minContains maxContains unevaluatedItems unevaluatedProperties".split(
    " ",
  );

/** The draft of JSON Schema whose keywords a document has. */
export type Draft = "draft 7" | "2020-12";

export function draftOf(document: JsonObject): Draft {
  let isOf2020 = false;
  visitObjects(document, (object) => {
    isOf2020 ||= keywordsOf2020.some((keyword) => keyword in object);
  });
  return isOf2020 ? "2020-12" : "draft 7";
}

/** Creates an ajv of a draft. With 2020-12, each check is larger and slower. */
export function createAjv(draft: Draft, own: Options): Ajv | Ajv2020 {
  const options = {
    logger: false,
    // Otherwise every object has a member "constructor".
    ownProperties: true,
    strict: false,
    validateFormats: false,
    ...own,
  } as const;
  const ajv = draft === "2020-12" ? new Ajv2020(options) : new Ajv(options);
  return ajv.removeKeyword("multipleOf").addKeyword(multipleOf);
}

/** As ajv has it, but the quotient may be as far from an integer as doubles are: 0.07 is a multiple of 0.01. */
const multipleOf: CodeKeywordDefinition = {
  keyword: "multipleOf",
  type: "number",
  schemaType: "number",
  error: {
    message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
  code(context) {
    const { gen, data, schemaCode } = context;
    const count = gen.const("count", _`${data} / ${schemaCode}`);
    context.fail(
      _`!(Math.abs(${count} - Math.round(${count})) <= Number.EPSILON * Math.abs(${count}))`,
    );
  },
};

const regExp = Object.assign(compiledPattern, { code: "new RegExp" });

/** The component schemas of a self-contained document under the identity that {@link forAjv} refers to. */
export function componentsForAjv(document: JsonObject, draft: Draft): Record<string, unknown> {
  const schemas = Object.entries(objectAt(document["components"], "schemas"));
  return {
    $id: "document",
    components: {
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, forAjv(schema, draft)])),
    },
  };
}

/** The schema with references to the document, and without identities that ajv would resolve. */
export function forAjv(schema: Json, draft: Draft): Json {
  return mapSchemas(schema, (object) => {
    const own = objectForAjv(object);
    return draft === "2020-12" ? withPrefixItems(own) : own;
  });
}

/** The same for a schema whose inner ones have been changed already. */
export function objectForAjv(object: JsonObject): JsonObject {
  const {
    $id: _id,
    $schema: _schema,
    id: _old,
    $anchor: _anchor,
    $dynamicAnchor: _dynamic,
    nullable,
    ...own
  } = object;
  const reference = own["$ref"];
  const local = typeof reference === "string" ? { ...own, $ref: `document${reference}` } : own;
  const checked = withCheckedPrototype(withoutBadPattern(local));
  return nullable === true && "type" in object ? { anyOf: [checked, { type: "null" }] } : checked;
}

/** ajv skips a property called `__proto__`, and takes it for one that is not declared; its patterns do not. */
function withCheckedPrototype(schema: JsonObject): JsonObject {
  const { ["__proto__"]: member, ...properties } = objectAt(schema, "properties");
  if (!Object.hasOwn(objectAt(schema, "properties"), "__proto__")) return schema;
  const patternProperties = {
    ...objectAt(schema, "patternProperties"),
    "^__proto__$": member as Json,
  };
  return { ...schema, properties, patternProperties };
}

/** A tuple of draft 7 in the words of 2020-12. */
export function withPrefixItems(schema: JsonObject): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  return {
    ...rest,
    prefixItems: items,
    ...(additionalItems !== undefined && { items: additionalItems }),
  };
}

/** Patterns of other regular expression dialects are not checked. */
function withoutBadPattern(schema: JsonObject): JsonObject {
  const { pattern, patternProperties, ...own } = schema;
  return {
    ...own,
    ...(typeof pattern === "string" && isPattern(pattern) && { pattern }),
    ...(isObject(patternProperties) && {
      patternProperties: Object.fromEntries(
        Object.entries(patternProperties).filter(([each]) => isPattern(each)),
      ),
    }),
  };
}

function isPattern(text: string): boolean {
  return patternProblem(text) === undefined;
}

/** Why a text is not a regular expression of ECMAScript with Unicode, which is what JSON Schema asks for. */
export function patternProblem(text: string): string | undefined {
  try {
    new RegExp(text, "u");
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^Invalid regular expression: /, "");
  }
}
