import { isObject, type Json, type JsonObject, listAt, textAt, withDoubles } from "../load/json.ts";
import { exampleParams } from "./mock/answers.ts";
import { validateOpenRPCDocument } from "./schema-utils.js";
import { Validators } from "./validators.ts";

export type Finding = { readonly rule: string; readonly where: string; readonly text: string };

/**
 * Checks any OpenRPC document: `written` against the meta-schema, and its self-contained form for
 * duplicate names and for examples that its schemas do not allow.
 */
export function lintDocument(written: JsonObject, document: JsonObject): Finding[] {
  const methods = listAt(document, "methods").filter(isObject);
  return [
    ...metaSchema(written),
    ...duplicates(
      methods.map((method) => textAt(method, "name") ?? ""),
      "methods",
    ),
    ...methods.flatMap((method) => {
      const names = listAt(method, "params").map((param) => textAt(param, "name") ?? "");
      return [...duplicates(names, `${textAt(method, "name")} params`), ...requiredLast(method)];
    }),
    ...examples(document, methods),
  ];
}

function metaSchema(written: JsonObject): Finding[] {
  const rule = "meta-schema";
  const version = textAt(written, "openrpc") ?? "";
  if (!/^1\.[234]\./.test(version)) {
    return [{ rule, where: "openrpc", text: `version ${version || "none"} is not 1.2 to 1.4` }];
  }
  try {
    const verdict = validateOpenRPCDocument(withDoubles(written));
    if (verdict === true) return [];
    return [
      { rule, where: "document", text: verdict.message.replaceAll(/\s+/g, " ").slice(0, 600) },
    ];
  } catch (error) {
    return [{ rule, where: "document", text: (error as Error).message }];
  }
}

function duplicates(names: readonly string[], where: string): Finding[] {
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...repeated].map((name) => ({
    rule: "unique-names",
    where,
    text: `${name} occurs more than once`,
  }));
}

function requiredLast(method: JsonObject): Finding[] {
  const params = listAt(method, "params").filter(isObject);
  const optional = params.findIndex((param) => param["required"] !== true);
  const late = params.find((param, index) => index > optional && param["required"] === true);
  if (optional === -1 || late === undefined || method["paramStructure"] === "by-name") return [];
  const text = `the required param ${textAt(late, "name")} follows an optional one`;
  return [{ rule: "required-first", where: textAt(method, "name") ?? "", text }];
}

function examples(document: JsonObject, methods: readonly JsonObject[]): Finding[] {
  const validators = new Validators(document);
  const check = (where: string, schema: Json, value: Json): Finding[] => {
    try {
      const problem = validators.problem(schema, value);
      return problem === undefined ? [] : [{ rule: "valid-examples", where, text: problem }];
    } catch (error) {
      return [{ rule: "valid-schemas", where, text: (error as Error).message }];
    }
  };
  return methods.flatMap((method) => {
    const declared = listAt(method, "params").filter(isObject);
    return listAt(method, "examples")
      .filter(isObject)
      .flatMap((example) => {
        const where = `${textAt(method, "name")}, example ${textAt(example, "name") ?? ""}`;
        const params = Object.entries(exampleParams(example, declared));
        const result = isObject(example["result"]) ? example["result"]["value"] : undefined;
        const schema = isObject(method["result"]) ? (method["result"]["schema"] ?? true) : true;
        return [
          ...params.flatMap(([name, value]) => {
            const param = declared.find((each) => each["name"] === name);
            if (param === undefined) {
              return [{ rule: "valid-examples", where, text: `${name || "a value"} is not a param` }];
            }
            return check(`${where}, param ${name}`, param["schema"] ?? true, value);
          }),
          ...(result === undefined ? [] : check(`${where}, result`, schema, result)),
        ];
      });
  });
}
