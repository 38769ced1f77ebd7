import type { Json } from "../load/json.ts";
import { type Types as Defs, fixedTextsFirst, namesReached, structOf } from "./lookup.ts";
import type { Struct, Type, Union, UnionForm } from "./model.ts";
import { requiredNames } from "./types/union-forms.ts";

/**
 * What a value of the type must be, as the interpreters of the TypeScript and the Python client read it. Structs and
 * unions have names; an alias is the shape that it stands for.
 */
export function shapeOf(type: Type, defs: Defs): Json {
  switch (type.kind) {
    case "float":
      return "number";
    case "integer":
      return type.size;
    case "list":
      return ["list", shapeOf(type.item, defs)];
    case "map":
      return ["map", shapeOf(type.value, defs)];
    case "nullable":
      return ["nullable", shapeOf(type.inner, defs)];
    case "named": {
      const def = defs.get(type.name);
      if (def?.kind === "alias") return shapeOf(def.target, defs);
      // A newer server may know more words.
      return def?.kind === "enum" ? "text" : `#${type.name}`;
    }
    default:
      return type.kind;
  }
}

/** The shapes of the structs and unions that types mention, directly or indirectly, by name. */
export function shapesOf(types: readonly Type[], defs: Defs): [name: string, shape: Json][] {
  return [...namesReached(types, defs)].sort().flatMap((name): [string, Json][] => {
    const def = defs.get(name);
    if (def?.kind === "struct") return [[name, shapeOfStruct(def, defs)]];
    if (def?.kind !== "union") return [];
    return [
      [name, ["forms", ...fixedTextsFirst(def.forms).map((form) => shapeOfForm(form, def, defs))]],
    ];
  });
}

function shapeOfStruct({ members }: Struct, defs: Defs): Json {
  const shapes = (required: boolean) =>
    Object.fromEntries(
      members
        .filter((member) => member.required === required)
        .map(({ name, type, word }) => [name, word === undefined ? shapeOf(type, defs) : "text"]),
    );
  return ["object", shapes(true), shapes(false)];
}

function shapeOfForm(form: UnionForm, union: Union, defs: Defs): Json {
  const whole = union.isClosed === true && form.json === "object";
  const required = whole ? requiredNames(structOf(form.type, defs)) : [];
  const has = form.tests
    .flatMap((test) => ("path" in test ? [test.path] : []))
    .filter((path) => path.length > 1 || !required.includes(path[0] ?? ""));
  const is = form.tests.flatMap((test) => ("member" in test ? [[test.member, test.word]] : []));
  const [equals] = form.tests.flatMap((test) => ("equals" in test ? [test.equals] : []));
  return {
    json: form.json,
    ...(equals !== undefined && { equals }),
    ...(has.length > 0 && { has }),
    ...(is.length > 0 && { is: Object.fromEntries(is) }),
    ...(form.exact && { only: true }),
    ...(whole && { whole }),
    shape: equals === undefined ? shapeOf(form.type, defs) : "text",
  };
}
