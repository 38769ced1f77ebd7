import type {
  ClientApi,
  ClientMethod,
  ClientModel,
  Enum,
  IntegerType,
  Member,
  Struct,
  Type,
  TypeDef,
  UnionForm,
} from "./model.ts";
import { wordName } from "./names.ts";

/** The types of a client model, by name. */
export type Types = ReadonlyMap<string, TypeDef>;

/** The name that a member has in code, before a language changes its case. */
export function labelOf({ name, label = name }: Pick<Member, "name" | "label">): string {
  return label;
}

/** The type of the items of a list or of the values of a map; undefined for others. */
export function contentOf(type: Type): Type | undefined {
  return type.kind === "list" ? type.item : type.kind === "map" ? type.value : undefined;
}

/** The type that lists, maps and nullables hold. */
export function innermost(type: Type): Type {
  switch (type.kind) {
    case "list":
      return innermost(type.item);
    case "map":
      return innermost(type.value);
    case "nullable":
      return innermost(type.inner);
    default:
      return type;
  }
}

/** The name that a type mentions, directly or in lists, maps and nullables. */
export function namesIn(type: Type): string[] {
  const end = innermost(type);
  return end.kind === "named" ? [end.name] : [];
}

/** The types directly inside a named type. */
function innerTypes(def: TypeDef): Type[] {
  switch (def.kind) {
    case "struct":
      return def.members.map(({ type }) => type);
    case "union":
      return def.forms.map(({ type }) => type);
    case "alias":
      return [def.target];
    case "enum":
      return [];
  }
}

/** The names that types mention, directly or indirectly. */
export function namesReached(from: readonly Type[], types: Types): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (type: Type): void => {
    for (const name of namesIn(type)) {
      const def = types.get(name);
      if (reached.has(name) || def === undefined) continue;
      reached.add(name);
      for (const inner of innerTypes(def)) visit(inner);
    }
  };
  for (const type of from) visit(type);
  return reached;
}

/** The methods of all APIs, for each profile. */
export function methodsOf({ profiles }: Pick<ClientModel, "profiles">): ClientMethod[] {
  return profiles.flatMap(({ apis }) => apis.flatMap((api) => api.methods));
}

/** The types of the params and the result of methods. */
export function typesOf(methods: readonly ClientMethod[]): Type[] {
  return methods.flatMap(({ params, result }) => [
    ...(params === undefined ? [] : [{ kind: "named", name: params.name } as const]),
    result.type,
  ]);
}

/** The definition that a type names, which can be an alias; undefined for a plain value. */
export function ownDefinition(type: Type, types: Types): TypeDef | undefined {
  return type.kind === "named" ? types.get(type.name) : undefined;
}

/** The type that an alias stands for, through any number of aliases; any other type is itself. */
export function target(type: Type, types: Types): Type {
  const def = ownDefinition(type, types);
  return def?.kind === "alias" ? target(def.target, types) : type;
}

/** The definition that a type leads to through aliases; undefined for a plain value. */
export function definition(type: Type, types: Types): TypeDef | undefined {
  return ownDefinition(target(type, types), types);
}

/** The struct that a type is, under any alias. */
export function structOf(type: Type, types: Types): Struct | undefined {
  const def = definition(type, types);
  return def?.kind === "struct" ? def : undefined;
}

/** The integer that a type is, under any alias. */
export function integerOf(type: Type, types: Types): IntegerType | undefined {
  const end = target(type, types);
  return end.kind === "integer" ? end : undefined;
}

/** Whether an integer has more bits than a double holds. */
export function isWide({ size }: IntegerType): boolean {
  return size === "uint64" || size === "int64";
}

/** Whether a value of the type can contain 64-bit integers. */
export function holdsWideIntegers(type: Type, types: Types): boolean {
  const inner = [...namesReached([type], types)].flatMap((name) =>
    innerTypes(types.get(name) as TypeDef),
  );
  return [type, ...inner].map(innermost).some((end) => end.kind === "integer" && isWide(end));
}

/** Whether an integer is sent as text: decimal text, and 64 bits in params. */
export function isWrittenAsText(integer: IntegerType | undefined): boolean {
  if (integer === undefined) return false;
  return integer.wire === "text" || (integer.wire === "either" && isWide(integer));
}

/** Whether every value of an enum can be an identifier unlike the others; other enums stay text. */
export function isNameable({ values }: Enum): boolean {
  const names = values.map((value) => wordName(value).toLowerCase());
  return (
    values.length <= enumValuesMax &&
    values.every((value) => /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(value)) &&
    !names.some((name) => reservedValues.has(name)) &&
    new Set(names).size === names.length
  );
}

/** Java's limit on the size of a class initialiser is some thousand constants. */
const enumValuesMax = 500;
const reservedValues = new Set(["self", "other", "unrecognized"]);

/** Whether an API is served at several paths with data of their own. */
export function hasPaths({ paths }: ClientApi): boolean {
  return paths.length > 1;
}

/** A union's forms with those of one fixed text first: they must be tested before any other text. */
export function fixedTextsFirst(forms: readonly UnionForm[]): UnionForm[] {
  return forms.toSorted((a, b) => fixedTexts(b) - fixedTexts(a));
}

function fixedTexts({ tests }: UnionForm): number {
  return tests.filter((test) => "equals" in test).length;
}
