import { toCheck } from "../../check-schema.ts";
import type { Contract, Document, Profile, Schema } from "../../model.ts";
import { header, type Output, printKey } from "../writer.ts";
import { distinctMethods } from "./types.ts";

/**
 * Emits src/generated/shapes/*.ts: what the results of all methods must be, as a table for {@link ShapeChecks}. The table of
 * every profile but the first has only what differs.
 */
export function emitShapes({ profiles: [spec, ...overlays] }: Contract): Output[] {
  const written = shapesOf(spec);
  return [
    emitTable(spec, "openrpc/*.json", written, undefined),
    ...overlays.map((overlay) =>
      emitTable(overlay, `openrpc/profiles/${overlay.name}.json`, shapesOf(overlay), written),
    ),
  ];
}

/** Printed shapes by name, and of the methods' results. */
type Shapes = {
  readonly named: ReadonlyMap<string, string>;
  readonly results: ReadonlyMap<string, string>;
};

function shapesOf(profile: Profile): Shapes {
  const nameIn = namesOf(profile.documents);
  const print = (schema: Schema, document: Document) =>
    printShape(schema, (name) => nameIn(document, name));
  const named = profile.documents.flatMap((document) =>
    [...document.schemas].map(
      ([name, schema]) => [nameIn(document, name), print(schema, document)] as const,
    ),
  );
  const results = distinctMethods(profile).map((method) => {
    const document = profile.documents.find((each) => each.methods.includes(method)) as Document;
    return [method.name, print(method.result.schema, document)] as const;
  });
  return { named: new Map(named.toSorted(byName)), results: new Map(results) };
}

/** Prints a schema as a shape. `nameOf` is the name of a component in the table. */
export function printShape(schema: Schema, nameOf: (component: string) => string): string {
  return JSON.stringify(toCheck(schema, ""), (key, value: unknown) =>
    key === "$ref" ? nameOf(String(value).slice("#/definitions/".length)) : value,
  );
}

/** The name of a component in the table: with its document if components of several documents share it. */
function namesOf(documents: readonly Document[]): (document: Document, name: string) => string {
  const texts = new Map<string, Set<string>>();
  for (const { schemas } of documents) {
    for (const [name, schema] of schemas) {
      const text = JSON.stringify(toCheck(schema, ""));
      texts.set(name, (texts.get(name) ?? new Set()).add(text));
    }
  }
  return ({ api }, name) => ((texts.get(name)?.size ?? 0) > 1 ? `${api}.${name}` : name);
}

function emitTable(
  profile: Profile,
  source: string,
  { named, results }: Shapes,
  written: Shapes | undefined,
): Output {
  const changed = new Set(
    distinctMethods(profile).flatMap((method) => (method.changesResult ? [method.name] : [])),
  );
  const rows = (shapes: ReadonlyMap<string, string>, isKept: (name: string) => boolean) =>
    [...shapes]
      .filter(([name]) => isKept(name))
      .map(([name, shape]) => `  ${printKey(name)}: ${shape},\n`)
      .join("");
  const differs = (name: string) => named.get(name) !== written?.named.get(name);
  const inherited = written === undefined ? "" : "  ...specShapes,\n";
  const text = `${header(source)}
import type { Shape, ShapeTable } from "../shape.ts";
import { ShapeChecks } from "../shape-checks.ts";
${written === undefined ? "" : 'import { shapes as specShapes } from "./spec.ts";\n'}
/** The components of the documents, by name. */
export const shapes: ShapeTable = {
${inherited}${rows(named, differs)}};

/** The results of methods. */
const results = {
${rows(results, (name) => written === undefined || changed.has(name))}} satisfies Readonly<Record<string, Shape>>;

const checks = new ShapeChecks(shapes);

/** Makes the function that returns what is wrong with the result of a method, if anything. */
export function resultCheck(method: keyof typeof results) {
  return checks.checker(results[method]);
}
`;
  return { path: `src/generated/shapes/${profile.name}.ts`, text };
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}
