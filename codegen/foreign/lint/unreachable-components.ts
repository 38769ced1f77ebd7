import { isObject, type Json, listAt, objectAt } from "../../load/json.ts";
import { pointerOf, referencesIn, steps } from "../pointers.ts";
import { type Files, withoutFragment } from "../read.ts";
import type { Found } from "./finding.ts";

type Start = { readonly value: Json; readonly file: string };

/** Components that neither a method nor anything that a method refers to leads to. */
export function unreachableComponents(files: Files): Found[] {
  const { root, url } = files;
  // A document without methods is a library for others.
  if (listAt(root, "methods").length === 0) return [];
  const { components, ...rest } = root;
  const reached = new Set<string>();
  const pending: Start[] = [{ value: rest, file: url }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { file } = next;
    for (const reference of referencesIn(next.value)) {
      const start = follow(files, reference, file, reached);
      if (start !== undefined) pending.push(start);
    }
  }
  return Object.keys(isObject(components) ? components : {})
    .filter((kind) => !kind.startsWith("x-"))
    .flatMap((kind) =>
      Object.keys(objectAt(components, kind))
        .filter((name) => !reached.has(keyOf(kind, name)))
        .map(
          (name): Found => ({
            rule: "unreachable-components",
            way: ["components", kind, name],
            text: `no method leads to ${name}`,
          }),
        ),
    );
}

function keyOf(kind: string, name: string): string {
  return JSON.stringify([kind, name]);
}

/** What a reference leads to, if it is a component or a file that was not reached before. */
function follow(
  files: Files,
  reference: string,
  from: string,
  reached: Set<string>,
): Start | undefined {
  const path = withoutFragment(reference);
  let file = from;
  if (path !== "") {
    try {
      file = withoutFragment(files.locate(path, from === files.url ? files.base : from));
    } catch {
      return undefined;
    }
  }
  if (file !== files.url) {
    if (reached.has(file)) return undefined;
    reached.add(file);
    return { value: readOr(files, file), file };
  }
  const fragment = reference.slice(path.length + 1);
  const [place, kind = "", name = ""] = steps(pointerOf(fragment, files.root));
  const key = keyOf(kind, name);
  if (place !== "components" || reached.has(key)) return undefined;
  reached.add(key);
  return { value: objectAt(files.root["components"], kind)[name] ?? null, file };
}

function readOr(files: Files, file: string): Json {
  try {
    return files.read(file);
  } catch {
    return null;
  }
}
