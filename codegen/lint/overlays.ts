import { listAt, objectAt, textAt } from "../load/json.ts";
import type { Rule } from "./finding.ts";

/** A profile has a name and a description, and changes only methods and documents that exist. */
export const overlays: Rule = {
  name: "overlays",
  check: ({ sources }) => {
    const known = new Set(
      sources.documents.flatMap(({ json }) =>
        listAt(json, "methods").map((method) => textAt(method, "name")),
      ),
    );
    return sources.profiles.flatMap(({ name, path, json }) => [
      ...(textAt(json, "profile") === name
        ? []
        : [{ where: path, text: `its profile is not named ${name}, as its file is` }]),
      ...(textAt(json, "description") ? [] : [{ where: path, text: "has no description" }]),
      ...Object.keys(objectAt(json, "methods"))
        .filter((method) => !known.has(method))
        .map((method) => ({ where: path, text: `changes ${method}, which is not a method` })),
      ...Object.keys(objectAt(json, "documents"))
        .filter((api) => sources.documents.every((document) => document.name !== api))
        .map((api) => ({ where: path, text: `has a rule for ${api}, which is not a document` })),
    ]);
  },
};
