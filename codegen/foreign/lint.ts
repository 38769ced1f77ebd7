import { exampleParams, isNotification } from "../declared-method.ts";
import { methodsIn, nameOf, paramsIn, resultSchema, schemaOf } from "../document-parts.ts";
import { isObject, type Json, type JsonObject, listAt, textAt } from "../load/json.ts";
import { behindReferences } from "./lint/behind-references.ts";
import { duplicateNames } from "./lint/duplicate-names.ts";
import { extensionFields } from "./lint/extension-fields.ts";
import { type Finding, type Found, finding } from "./lint/finding.ts";
import { hiddenMembersIn } from "./lint/hidden-members.ts";
import { impossibleSchemas } from "./lint/impossible-schemas.ts";
import { metaSchemaFindings } from "./lint/meta-schema.ts";
import { similarNames } from "./lint/similar-names.ts";
import { slips } from "./lint/slips.ts";
import { subscriptionTies } from "./lint/subscription-ties.ts";
import { repeatedCodes } from "./lint/unique-codes.ts";
import { unreachableComponents } from "./lint/unreachable-components.ts";
import { brokenLinks } from "./lint/valid-links.ts";
import { placeOf, type Way } from "./places.ts";
import type { Files } from "./read.ts";
import { selfContained } from "./self-contained.ts";
import { Validators } from "./validators.ts";

/** Every finding of a document; those of references that cannot be followed do not hide the others. */
export function lintFiles(files: Files): {
  readonly document: JsonObject;
  readonly findings: Finding[];
} {
  const broken: Finding[] = [];
  const document = selfContained(files, (each) =>
    broken.push(finding("valid-references", each.where, each.text)),
  );
  const places = broken.map(({ where }) => where);
  const findings = [...hiddenMembersIn(files), ...broken, ...lintDocument(files, document, places)];
  return { document, findings };
}

/**
 * Checks any OpenRPC document: the file against the meta-schema, for slips, similar names and components that nothing
 * uses, and its self-contained form for duplicate names, for examples that its schemas do not allow, and for what references
 * lead to. `broken` has the places of references that cannot be followed.
 */
export function lintDocument(
  files: Files,
  document: JsonObject,
  broken: readonly string[] = [],
): Finding[] {
  const methods = methodsIn(document);
  const { root } = files;
  const found: Found[] = [
    ...metaSchemaFindings(root),
    ...duplicateNames(methods),
    ...methods.flatMap((method, index) => {
      const way: Way = ["methods", index, "params"];
      return [
        ...requiredLast(method, way),
        ...repeatedCodes(method, ["methods", index]),
        ...notification(method, ["methods", index]),
      ];
    }),
    ...brokenLinks(methods),
    ...examples(document, methods),
    ...extensionFields(root, methods),
    ...subscriptionTies(methods, new Validators(document)),
    ...impossibleSchemas(root),
    ...slips(root),
    ...similarNames(root),
    ...unreachableComponents(files),
  ];
  const written = found.map(({ rule, way, text }) => finding(rule, placeOf(files, way), text));
  const all = [...written, ...behindReferences(files, document, broken)];
  const key = ({ rule, where, text }: Finding) => JSON.stringify([rule, where, text]);
  return [...new Map(all.map((each) => [key(each), each])).values()];
}

function requiredLast(method: JsonObject, way: Way): Found[] {
  const params = paramsIn(method);
  const optional = params.findIndex((param) => param["required"] !== true);
  const late = params.findIndex((param, index) => index > optional && param["required"] === true);
  if (optional === -1 || late === -1 || method["paramStructure"] === "by-name") return [];
  const text = `the required param ${textAt(params[late], "name")} follows an optional one`;
  return [{ rule: "required-first", way: [...way, late], text }];
}

/** What a method without result cannot have: nobody gets it. */
function notification(method: JsonObject, way: Way): Found[] {
  if (!isNotification(method)) return [];
  const rule = "notifications" as const;
  const reason = `${textAt(method, "name")} has no result, so that it is a notification`;
  const results = listAt(method, "examples").flatMap((example, index) =>
    isObject(example) && "result" in example ? [[...way, "examples", index, "result"]] : [],
  );
  return [
    ...(listAt(method, "errors").length > 0
      ? [{ rule, way: [...way, "errors"], text: `${reason}: the server never returns its errors` }]
      : []),
    ...results.map((at) => ({
      rule,
      way: at,
      text: `${reason}: an example of it has none, either`,
    })),
  ];
}

function examples(document: JsonObject, methods: readonly JsonObject[]): Found[] {
  const validators = new Validators(document);
  const check = (way: Way, what: string, schema: Json, value: Json): Found[] => {
    try {
      const problem = validators.problem(schema, value);
      return problem === undefined
        ? []
        : [{ rule: "valid-examples", way, text: `${what}: ${problem}` }];
    } catch (error) {
      return [{ rule: "valid-schemas", way, text: `${what}: ${(error as Error).message}` }];
    }
  };
  return methods.flatMap((method, methodIndex) => {
    const declared = paramsIn(method);
    return listAt(method, "examples").flatMap((example, index) => {
      if (!isObject(example)) return [];
      const way: Way = ["methods", methodIndex, "examples", index];
      const name = nameOf(method);
      const given = exampleParams(example, declared);
      const params = Object.entries(given);
      const result = isObject(example["result"]) ? example["result"]["value"] : undefined;
      const schema = resultSchema(method);
      const own = params.flatMap(([paramName, value], at) => {
        const param = declared.find((each) => each["name"] === paramName);
        const place: Way = [...way, "params", at, "value"];
        if (param === undefined) {
          const text = `${name}: ${paramName || "a value"} is not a param`;
          return [{ rule: "valid-examples" as const, way: place, text }];
        }
        return check(place, `${name}, param ${paramName}`, schemaOf(param), value);
      });
      const missing = declared
        .filter((each) => each["required"] === true)
        .map(nameOf)
        .filter((paramName) => !Object.hasOwn(given, paramName))
        .map((paramName) => ({
          rule: "valid-examples" as const,
          way: [...way, "params"],
          text: `${name}: the required param ${paramName} is missing`,
        }));
      const last: Way = [...way, "result", "value"];
      return [
        ...own,
        ...missing,
        ...(result === undefined ? [] : check(last, `${name}, result`, schema, result)),
      ];
    });
  });
}
