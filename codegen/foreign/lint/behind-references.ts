import { isObject, type JsonObject, textAt, visitObjects } from "../../load/json.ts";
import { type Origins, placeOf, type Way, writtenAt } from "../places.ts";
import type { Files } from "../read.ts";
import { componentOrigins } from "../self-contained.ts";
import { extensionFields } from "./extension-fields.ts";
import { type Finding, type Found, finding } from "./finding.ts";
import { impossibleSchemas } from "./impossible-schemas.ts";
import { metaSchemaFindings } from "./meta-schema.ts";
import { similarNames } from "./similar-names.ts";
import { slips } from "./slips.ts";
import { writtenSchemas } from "./written-schemas.ts";

/**
 * What the rules for a file find in what its references lead to: in other files, and in a component of another kind than
 * the place of the reference needs. What stands for a broken reference or for a method that is not an object is left out.
 */
export function behindReferences(
  files: Files,
  document: JsonObject,
  broken: readonly string[],
): Finding[] {
  if (!refersElsewhere(files.root)) return [];
  const origins = componentOrigins(files);
  const found = [
    ...withoutFieldsOfOthers(metaSchemaFindings(document)),
    ...impossibleSchemas(document),
    ...extensionFields(document, []),
    ...slips(document),
    ...similarNames(document),
  ];
  return found
    .filter((each) => !lacksField(each) || isObject(writtenAt(files, each.way, origins).value))
    .map((each) => findingOf(files, each, origins))
    .filter(({ where }) => !broken.some((each) => where === each || where.startsWith(`${each}/`)));
}

function findingOf(files: Files, { rule, way, text }: Found, origins: Origins): Finding {
  const { file, value } = writtenAt(files, way, origins);
  const reference = textAt(value, "$ref");
  // The value as a whole is wrong here, but perhaps right where it is written.
  const isWhole = rule === "meta-schema" && reference !== undefined;
  const where = placeOf(files, way, origins);
  const made = finding(rule, where, isWhole ? `${reference}: ${text}` : text);
  return file !== files.url && made.remedy.includes("--fix")
    ? { ...made, remedy: "Correct it there: `--fix` changes only the document's own file." }
    : made;
}

/** Whether a document refers to anything but its own component schemas from schemas. */
function refersElsewhere(root: JsonObject): boolean {
  const own = writtenSchemas(root).filter(({ schema }) =>
    /^#\/components\/schemas\/[^/]+$/.test(textAt(schema, "$ref") ?? ""),
  );
  let references = 0;
  visitObjects(root, (object) => {
    if (textAt(object, "$ref") !== undefined) references++;
  });
  return references > own.length;
}

/** A value that lacks a field which its place needs is of another kind: the fields that it has say no more. */
function withoutFieldsOfOthers(found: readonly Found[]): Found[] {
  const key = (way: Way) => JSON.stringify(way.map(String));
  const lacking = new Set(found.filter(lacksField).map(({ way }) => key(way)));
  const isField = ({ text }: Found) => text.startsWith("OpenRPC has no such field");
  return found.filter((each) => !isField(each) || !lacking.has(key(each.way.slice(0, -1))));
}

function lacksField({ text }: Found): boolean {
  return text.startsWith("must have required");
}
