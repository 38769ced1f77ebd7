import { printValue } from "../../emit/writer.ts";
import { namesReached } from "../lookup.ts";
import type { Type, TypeDef, Union, UnionForm } from "../model.ts";

type Defs = ReadonlyMap<string, TypeDef>;
type Shape = unknown;

/** What a value of the type must be, as `clients/typescript/src/shape.ts` reads it. */
export function shapeOf(type: Type): Shape {
  switch (type.kind) {
    case "float":
      return "number";
    case "integer":
      return type.size;
    case "list":
      return ["list", shapeOf(type.item)];
    case "map":
      return ["map", shapeOf(type.value)];
    case "nullable":
      return ["nullable", shapeOf(type.inner)];
    case "named":
      return `#${type.name}`;
    default:
      return type.kind;
  }
}

/** Prints the shapes of the types that the given ones mention, directly or indirectly, by name. */
export function printShapes(types: readonly Type[], defs: Defs): string {
  const used = namesReached(types, defs);
  const rows = [...used].sort().map((name) => {
    const shape = shapeOfDef(defs.get(name) as TypeDef, defs);
    return `  ${printValue(name)}: ${printValue(shape)},\n`;
  });
  return `{\n${rows.join("")}}`;
}

function shapeOfDef(def: TypeDef, defs: Defs): Shape {
  switch (def.kind) {
    case "alias":
      return shapeOf(def.target);
    case "enum":
      // A newer node may know more words.
      return "text";
    case "union":
      return ["forms", ...def.forms.map((form) => shapeOfForm(form, def, defs))];
    case "struct": {
      const members = (required: boolean) =>
        Object.fromEntries(
          def.members
            .filter((member) => member.required === required)
            .map(({ name, type, word }) => [name, word === undefined ? shapeOf(type) : "text"]),
        );
      return ["object", members(true), members(false)];
    }
  }
}

function shapeOfForm(form: UnionForm, union: Union, defs: Defs): Shape {
  const whole = union.isClosed === true && form.json === "object";
  const required = whole ? requiredNames(form.type, defs) : [];
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
    shape: equals === undefined ? shapeOf(form.type) : "text",
  };
}

function requiredNames(type: Type, defs: Defs): string[] {
  const def = type.kind === "named" ? defs.get(type.name) : undefined;
  if (def?.kind === "alias") return requiredNames(def.target, defs);
  return def?.kind === "struct"
    ? def.members.filter(({ required }) => required).map(({ name }) => name)
    : [];
}
