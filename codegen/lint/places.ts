import type { Bundle } from "../load/bundle.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";
import type { SourceFile } from "../load/read.ts";
import { resolve, type Schema } from "../model.ts";
import { innerSchemas } from "../schema.ts";
import type { Subject } from "./finding.ts";

/** A part of a document and how to find it. */
export type Place<Part> = {
  readonly where: string;
  readonly part: Part;
  readonly bundle: Bundle;
};

/** Every method of every document in every profile, with the overlay's file where the profile changes it. */
export function methodPlaces({ profiles }: Subject): Place<JsonObject>[] {
  return profiles.flatMap(({ source, bundles }) => {
    const changed = objectAt(source?.json, "methods");
    return bundles.flatMap((bundle) =>
      listAt(bundle.json, "methods").map((method) => {
        const name = textAt(method, "name") ?? "a method without name";
        const file = name in changed && source !== undefined ? source.path : bundle.source.path;
        const part = isObject(method) ? method : {};
        return { where: `${file} ${name}`, part, bundle };
      }),
    );
  });
}

/** Every hand-written file. */
export function sourceFiles({ sources }: Subject): SourceFile[] {
  const { common, components, discover, documents, profiles } = sources;
  const files = [common, ...components, ...documents, ...profiles];
  return discover === undefined ? files : [...files, discover];
}

/** Every component as a file declares it. */
export function declaredComponents(subject: Subject) {
  return sourceFiles(subject).flatMap(({ path, json }) =>
    Object.keys(objectAt(json, "components")).flatMap((kind) =>
      Object.keys(objectAt(json["components"], kind)).map((name) => ({ path, kind, name })),
    ),
  );
}

/** The params of a method with references followed. */
export function paramsOf({ part, bundle }: Place<JsonObject>): JsonObject[] {
  return listAt(part, "params").map((param) => resolve(param, bundle.json));
}

/** Every component of every document in every profile. */
export function componentPlaces(
  subject: Subject,
  kind: string,
): (Place<Json> & { name: string })[] {
  return subject.profiles.flatMap(({ bundles }) =>
    bundles.flatMap((bundle) =>
      Object.entries(objectAt(bundle.json["components"], kind)).map(([name, part]) => ({
        where: `components/${kind}/${name}`,
        name,
        part,
        bundle,
      })),
    ),
  );
}

/** Every schema that is not inside another. */
export function rootSchemas(subject: Subject): Place<Schema>[] {
  const components = componentPlaces(subject, "schemas").flatMap((place) =>
    isObject(place.part) ? [{ ...place, part: place.part }] : [],
  );
  const described = componentPlaces(subject, "contentDescriptors").map((place) => ({
    ...place,
    part: objectAt(place.part, "schema"),
  }));
  const inMethods = methodPlaces(subject).flatMap(({ where, part, bundle }) =>
    [...listAt(part, "params"), part["result"] ?? null].flatMap((descriptor) => {
      const schema = isObject(descriptor) ? descriptor["schema"] : undefined;
      const name = textAt(descriptor, "name") ?? "result";
      return isObject(schema) ? [{ where: `${where} ${name}`, part: schema, bundle }] : [];
    }),
  );
  return [...components, ...described, ...inMethods];
}

/** Every schema, those inside others too. */
export function allSchemas(subject: Subject): Place<Schema>[] {
  const within = (place: Place<Schema>): Place<Schema>[] => [
    place,
    ...innerSchemas(place.part).flatMap((part) => within({ ...place, part })),
  ];
  return rootSchemas(subject).flatMap(within);
}
