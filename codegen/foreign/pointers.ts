import { isObject, type Json, textAt, visitObjects } from "../load/json.ts";

/** The steps of a JSON pointer in a URL's fragment. */
export function steps(fragment: string): string[] {
  if (!fragment.startsWith("/")) return fragment === "" ? [] : [decode(fragment)];
  return fragment
    .slice(1)
    .split("/")
    .map((step) => decode(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The steps of a JSON pointer that is not part of a URL. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

export function escapeStep(step: string): string {
  return encodeURIComponent(escapePointerStep(step));
}

export function escapePointerStep(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The value that the steps of a pointer lead to, or undefined. */
export function valueAt(root: Json, way: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const step of way) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(step)];
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

/** The texts of every `$ref` and `$dynamicRef` inside a value. */
export function referencesIn(value: Json): string[] {
  const found: string[] = [];
  visitObjects(value, (object) => {
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = textAt(object, keyword);
      if (reference !== undefined) found.push(reference);
    }
  });
  return found;
}

/** The name of the component that a self-contained schema refers to. */
export function componentName(schema: Json): string | undefined {
  const reference = textAt(schema, "$ref");
  return reference === undefined ? undefined : steps(reference.slice(1)).at(-1);
}

/** The pointer that a fragment is, or that of the schema whose anchor it is. */
export function pointerOf(fragment: string, root: Json): string {
  const isPointer = fragment === "" || fragment.startsWith("/");
  return isPointer ? fragment : (anchorsIn(root, fragment)[0] ?? fragment);
}

const anchorKeywords = ["$anchor", "$dynamicAnchor", "$id"];

/** The pointers of the schemas that have an anchor. Draft 7 writes it as `"$id": "#name"`. */
export function anchorsIn(value: Json, name: string, keywords = anchorKeywords): string[] {
  const found: string[] = [];
  visitObjects(value, (object, pointer) => {
    const has = (keyword: string) => object[keyword] === (keyword === "$id" ? `#${name}` : name);
    if (keywords.some(has)) found.push(pointer);
  });
  return found;
}
