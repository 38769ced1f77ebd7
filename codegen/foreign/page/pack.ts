import { methodsOf } from "../../clients/lookup.ts";
import { merged } from "../../clients/types/alternatives.ts";
import { type DeclaredMethod, type Descriptor, readMethod } from "../../declared-method.ts";
import { componentSchemas, methodsIn, nameOf } from "../../document-parts.ts";
import {
  formatJson,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../load/json.ts";
import { foreignModel } from "../client-model.ts";
import { validSample } from "../mock/sample.ts";
import { componentName } from "../pointers.ts";
import { sampleParams } from "../sample-params.ts";
import { mapSchemas } from "../schema-parts.ts";
import { subscriptionsOf } from "../subscriptions/find.ts";
import { Validators } from "../validators.ts";
import { freeNames } from "./free-names.ts";

/**
 * A self-contained document as the page of playground/ reads it. Schemas and errors get names that are
 * not those of methods, because each has a link of its own on the page.
 */
export function packForPage(document: JsonObject, path: string): JsonObject {
  const methods = methodsIn(document);
  const schemas = componentSchemas(document);
  const { model } = foreignModel(document);
  const own = methodsOf(model);
  const declared = model.errors.filter(({ name }) =>
    own.some(({ errors }) => errors.includes(name)),
  );
  const errorsOf = new Map(own.map(({ name, errors }) => [name, errors]));
  const methodNames = methods.map(nameOf);
  // The name that the page has for the document, where it lists several of ours.
  const api = freeNames(["api"], methodNames, "document").get("api") as string;
  const taken = [api, ...methodNames];
  const schemaNames = freeNames([...schemas.keys()], taken, "type");
  const errorNames = freeNames(
    declared.map(({ name }) => name),
    [...taken, ...schemaNames.values()],
    "error",
  );
  const subscriptions = subscriptionsOf(document).toReversed();
  const firstKinds = new Map(subscriptions.map(({ method, when }) => [method["name"], when]));
  const shown = (schema: Json) => shownSchema(schema, schemas, schemaNames);
  const validators = new Validators(document);
  const info = objectAt(document, "info");
  return {
    title: textAt(info, "title") ?? "API",
    version: textAt(info, "version") ?? "",
    documents: [
      {
        api,
        info: {
          title: textAt(info, "title") ?? "API",
          description: textAt(info, "description") ?? "",
        },
        methods: methods.map((method) => ({
          ...packMethod(method, shown),
          ...(firstKinds.has(method["name"]) && { stream: true }),
          errors: (errorsOf.get(nameOf(method)) ?? []).map((name) => ({
            $ref: `#/components/errors/${errorNames.get(name)}`,
          })),
          examples: packExamples(
            readMethod(method),
            firstKinds.get(method["name"]) ?? {},
            schemas,
            validators,
          ),
        })),
        "x-paths": [path],
        "x-errors": [],
      },
    ],
    everywhere: [],
    components: {
      schemas: Object.fromEntries(
        [...schemas].map(([name, schema]) => [schemaNames.get(name) ?? name, shown(schema)]),
      ),
      contentDescriptors: {},
      errors: Object.fromEntries(
        declared.map(({ name, forms }) => [
          errorNames.get(name) ?? name,
          { code: forms[0]?.code ?? 0, message: forms[0]?.message ?? "" },
        ]),
      ),
    },
    profiles: [],
  };
}

function packMethod(written: JsonObject, shown: (schema: Json) => Json): JsonObject {
  const method = readMethod(written);
  const { name, summary, description, deprecated, paramStructure, params, result } = method;
  const tags = listAt(written, "tags").flatMap((tag) => textAt(tag, "name") ?? []);
  const packed = (descriptor: Descriptor) => ({ ...descriptor, schema: shown(descriptor.schema) });
  return {
    name,
    summary,
    description,
    tags: tags.map((tag) => ({ name: tag })),
    deprecated,
    positional: paramStructure !== "by-name",
    params: params.map(packed),
    ...(result === undefined && { notification: true }),
    result:
      result === undefined
        ? { name: "none", description: "None: it is a notification.", schema: {} }
        : packed(result),
    ...("x-lifetime" in written && { "x-lifetime": written["x-lifetime"] as Json }),
    ...(written["x-changes-state"] === true && { "x-changes-state": true }),
  };
}

/** The examples of a method, or one with values of its schemas. A subscription is one of the first kind, `when`. */
function packExamples(
  { params, result, examples }: DeclaredMethod,
  when: JsonObject,
  schemas: ReadonlyMap<string, Json>,
  validators: Validators,
): JsonObject[] {
  if (examples.length === 0) {
    const given = { ...sampleParams(params, schemas, validators), ...when };
    const returned = validSample(result?.schema ?? true, schemas, validators);
    return [packExample("Values of the schemas", given, returned)];
  }
  return examples.map((example, index) =>
    packExample(example.name || `Example ${index + 1}`, example.params, example.result),
  );
}

function packExample(name: string, params: JsonObject, result: Json): JsonObject {
  return { name, params: formatJson(params), result: formatJson(result) };
}

/** A schema with the names of the page, and the parts of an `allOf` together where that is possible. */
function shownSchema(
  schema: Json,
  schemas: ReadonlyMap<string, Json>,
  names: ReadonlyMap<string, string>,
): JsonObject {
  const whole = mapSchemas(schema, (object) =>
    listAt(object, "allOf").length > 1 ? (merged(object, schemas) ?? object) : object,
  );
  const renamed = mapSchemas(whole, (object) => {
    const name = componentName(object);
    return name === undefined ? object : { ...object, $ref: referenceTo(name, schemas, names) };
  });
  return isObject(renamed) ? renamed : {};
}

/** References that only lead to each other have no end: the first is anything. */
function referenceTo(
  name: string,
  schemas: ReadonlyMap<string, Json>,
  names: ReadonlyMap<string, string>,
): string {
  const seen = new Set<string>();
  for (let next: string | undefined = name; next !== undefined; ) {
    if (seen.has(next)) return "#/components/schemas/anything";
    seen.add(next);
    next = componentName(schemas.get(next) ?? true);
  }
  return `#/components/schemas/${names.get(name) ?? name}`;
}
