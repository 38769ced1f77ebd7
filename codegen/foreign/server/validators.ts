import standaloneCode from "ajv/dist/standalone/index.js";
import { readMethod } from "../../declared-method.ts";
import { methodsIn, resultSchema } from "../../document-parts.ts";
import { isObject, type Json, type JsonObject, textAt, withDoubles } from "../../load/json.ts";
import { withCountedRepetitions } from "../../runtime/pattern.ts";
import { UnusableDocument } from "../read.ts";
import { mapSchemas } from "../schema-parts.ts";
import { componentsForAjv, createAjv, draftOf, forAjv } from "../validators.ts";

/** The name of the check of a method's params or result, or of a notification's payload, in the generated validators. */
export function checkName(kind: "params" | "result" | "push", index: number): string {
  return `${kind}${index}`;
}

/**
 * Prints a check for the params and the result of each method and for what is pushed, compiled by ajv, without ajv at run time.
 * Throws UnusableDocument if a schema is invalid.
 */
export function printValidators(document: JsonObject, pushed: readonly Json[]): string {
  const draft = draftOf({ document, pushed });
  const ajv = createAjv(draft, { code: { source: true, esm: true }, inlineRefs: false });
  const { components } = document;
  const plain = withoutAnnotations({ components: components ?? {} });
  ajv.addSchema(withDoubles(componentsForAjv(plain, draft) as never) as object);
  const names: Record<string, string> = {};
  const compile = ($id: string, schema: Json, place: string) => {
    try {
      ajv.addSchema(withDoubles({ allOf: [forAjv(annotationless(schema), draft)], $id }) as object);
      ajv.getSchema($id);
    } catch (error) {
      throw new UnusableDocument(`${place}: ${(error as Error).message}`);
    }
    names[$id] = $id;
  };
  for (const [index, method] of methodsIn(document).entries()) {
    const result = resultSchema(method);
    const name = textAt(method, "name");
    compile(checkName("params", index), paramsSchema(method), `the params of ${name}`);
    compile(checkName("result", index), result, `the result of ${name}`);
  }
  for (const [index, schema] of pushed.entries()) {
    compile(checkName("push", index), schema, "a notification");
  }
  const code = Object.keys(names).length === 0 ? "export {};" : standaloneCode.default(ajv, names);
  return `// @generated from an OpenRPC document. Do not edit.
/* eslint-disable -- compiled from the schemas of the document */
// @ts-nocheck
import { equal, ucs2length } from "./runtime/equal.ts";

${withCountedRepetitions(withoutRequire(code))}
`;
}

/** What ajv would require at run time is in the runtime instead. */
function withoutRequire(code: string): string {
  return code
    .replace('"use strict";', "")
    .replaceAll(
      /(const \w+) = require\("ajv\/dist\/runtime\/(equal|ucs2length)"\)\.default/g,
      (_all, left: string, name: string) => `${left} = ${name}`,
    );
}

function paramsSchema(method: JsonObject): JsonObject {
  const { params } = readMethod(method);
  return {
    type: "object",
    properties: Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
    required: params.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function withoutAnnotations({ components }: { readonly components: Json }): JsonObject {
  const schemas = isObject(components) ? components["schemas"] : undefined;
  const plain = Object.entries(isObject(schemas) ? schemas : {}).map(
    ([name, schema]): [string, Json] => [name, annotationless(schema)],
  );
  return { components: { schemas: Object.fromEntries(plain) } };
}

const annotations = "title description default examples example deprecated $comment".split(" ");

/** The compiled code contains the schemas, so that what is not checked would only make it larger. */
function annotationless(schema: Json): Json {
  return mapSchemas(schema, (object) =>
    Object.fromEntries(
      Object.entries(object).filter(([key]) => !annotations.includes(key) && !key.startsWith("x-")),
    ),
  );
}
