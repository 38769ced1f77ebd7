import { Ajv, type DefinedError } from "ajv";
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  withDoubles,
} from "../../load/json.ts";
import { pointerSteps } from "../pointers.ts";
import { getDocumentExtendedMetaSchema } from "../schema-utils.js";
import type { Found } from "./finding.ts";
import { schemaOfSchemas, withOurSchemas } from "./schema-of-schemas.ts";

const rule = "meta-schema" as const;

/** Everything that the meta-schema of OpenRPC does not allow. */
export function metaSchemaFindings(written: JsonObject): Found[] {
  const version = textAt(written, "openrpc") ?? "";
  const isKnown = /^1\.[234]\./.test(version);
  // A version that we do not know does not hide what else is wrong.
  const all: Found[] = isKnown
    ? [...untypedIn(written), ...problemsOf(written)]
    : [
        { rule, way: ["openrpc"], text: `version ${version || "none"} is not 1.2 to 1.4` },
        ...untypedIn(written),
        ...problemsOf({ ...written, openrpc: "1.3.2" }),
      ];
  const key = ({ way, text }: Found) => JSON.stringify([way.map(String), text]);
  return [...new Map(all.map((each) => [key(each), each])).values()];
}

/** What has to be an object or text by the specification, and by the meta-schema of 1.3, but not by that of 1.4. */
function untypedIn({ info, methods, components }: JsonObject): Found[] {
  const links = [
    ...listAt({ methods: methods ?? [] }, "methods").flatMap((method, index) =>
      listAt(method, "links").map((link, at) => ({ link, way: ["methods", index, "links", at] })),
    ),
    ...Object.entries(objectAt(components, "links")).map(([name, link]) => ({
      link,
      way: ["components", "links", name],
    })),
  ];
  return [
    ...(info === undefined || isObject(info)
      ? []
      : [{ rule, way: ["info"], text: "must be object" }]),
    ...links.flatMap(({ link, way }): Found[] => {
      if (!isObject(link)) return [{ rule, way, text: "must be object" }];
      return link["name"] === undefined || typeof link["name"] === "string"
        ? []
        : [{ rule, way: [...way, "name"], text: "must be string" }];
    }),
  ];
}

type Problem = DefinedError & { readonly data?: unknown; readonly parentSchema?: object };

function problemsOf(written: JsonObject): Found[] {
  const document = withDoubles(written);
  try {
    const ajv = new Ajv({
      allErrors: true,
      logger: false,
      strict: false,
      validateFormats: false,
      verbose: true,
    });
    ajv.addSchema(schemaOfSchemas());
    const metaSchema = withOurSchemas(getDocumentExtendedMetaSchema(document));
    const validate = ajv.compile(metaSchema);
    return validate(document) ? [] : causes((validate.errors ?? []) as Problem[]);
  } catch (error) {
    const text = (error as Error).message.replaceAll(/\s+/g, " ").slice(0, 600);
    return [{ rule, way: [], text }];
  }
}

/**
 * The errors that say what is wrong: not those of a union as a whole, and of a union with a reference only those of the
 * form that the value has.
 */
function causes(problems: readonly Problem[]): Found[] {
  const references = problems
    .filter((each) => isOfReference(each) && isReference(each.data))
    .map(({ instancePath }) => instancePath);
  const fitting = problems.filter((each) =>
    isOfReference(each)
      ? isReference(each.data)
      : !references.some((path) => isBelow(each.instancePath, path)),
  );
  const unions = new Set(["oneOf", "anyOf", "allOf", "if", "not"]);
  const leaves = fitting.filter(({ keyword }) => !unions.has(keyword));
  const whole = fitting.filter(
    (each) =>
      unions.has(each.keyword) &&
      !leaves.some(({ instancePath }) => isBelow(instancePath, each.instancePath)),
  );
  return joined([...leaves.filter((each) => !isExtension(each)), ...whole]);
}

/** The meta-schema does not allow fields with "x-" in errors, where `check` and clients read some. */
function isExtension(problem: Problem): boolean {
  if (problem.keyword !== "additionalProperties" || isOfReference(problem)) return false;
  return problem.params.additionalProperty.startsWith("x-");
}

/** One finding for the types that a value could have, and one for each other problem. */
function joined(problems: readonly Problem[]): Found[] {
  const typed = new Map<string, string[]>();
  const others: Found[] = [];
  for (const each of problems) {
    const { instancePath } = each;
    const text = textOf(each);
    if (each.keyword === "type" || each.keyword === "enum") {
      typed.set(instancePath, [...(typed.get(instancePath) ?? []), text]);
    } else others.push({ rule, way: wayOf(each), text });
  }
  return [
    ...[...typed].map(
      ([path, texts]): Found => ({
        rule,
        way: pointerSteps(path),
        text: [...new Set(texts)].join(" or "),
      }),
    ),
    ...others,
  ];
}

function textOf(problem: Problem): string {
  const { keyword, params, message = "is invalid" } = problem;
  if (keyword === "enum") return `must be one of ${params.allowedValues.join(", ")}`;
  if (keyword === "type") return message.replaceAll(",", " or ");
  if (keyword !== "additionalProperties") return message;
  if (isOfReference(problem)) return "a reference has no other field than $ref";
  return 'OpenRPC has no such field here: your own begin with "x-"';
}

function wayOf({ instancePath, keyword, params }: Problem): string[] {
  const way = pointerSteps(instancePath);
  return keyword === "additionalProperties" ? [...way, params.additionalProperty] : way;
}

function isOfReference({ parentSchema }: Problem): boolean {
  return (parentSchema as { readonly title?: string } | undefined)?.title === "referenceObject";
}

function isReference(value: unknown): boolean {
  return isObject(value as Json) && "$ref" in (value as JsonObject);
}

function isBelow(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}
