import { pascalName } from "../../emit/writer.ts";
import { isObject, type JsonObject, objectAt, textAt } from "../../load/json.ts";
import { isConst, wordsOf } from "../../schema-kind.ts";
import type { Type } from "../model.ts";
import { wordName } from "../names.ts";
import { NamePool, reservedArguments, reservedMembers } from "./name-pool.ts";

/** The name of a type that is written in place, and its description if its schema has no good one. */
export type InlineName = { readonly name: string; readonly description?: string };

/** How a builder names the types of a document. */
export type TypeNames = {
  readonly component: (name: string) => string;
  /** The name of params, or of a type that is written in place, like the name of its place. */
  readonly inPlace: (place: string) => InlineName;
  /** The name of the place of a member, of the items or values of a type, and of a form of a union. */
  readonly member: (owner: string, wire: string) => string;
  readonly item: (owner: string) => string;
  readonly value: (owner: string) => string;
  readonly form: (union: string, schema: JsonObject, index: number) => string;
  /** Names the members of one object in code. */
  readonly members: (isParams: boolean) => (wire: string) => string;
  /** Names the forms of one union. */
  readonly forms: (union: string) => (type: Type, schema: JsonObject) => string;
};

/** Names that differ from all others of the document, in every language. */
export function distinctNames(pool: NamePool): TypeNames {
  return {
    component: (name) => pool.type(name),
    inPlace: (place) => ({ name: pool.type(place) }),
    member: (owner, wire) => owner + pascalName(lettersOf(wire)),
    item: (owner) => `${owner}Item`,
    value: (owner) => `${owner}Value`,
    form: (union, schema, index) => union + (formTitle(schema) ?? `Form${index + 1}`),
    members: (isParams) => {
      const own = new NamePool(isParams ? reservedArguments : reservedMembers);
      return (wire) => own.identifier(wire);
    },
    forms: (union) => {
      const own = new NamePool(new Set());
      return (type) =>
        type.kind === "list" || type.kind === "map"
          ? pool.type(union + formName(type))
          : own.type(formName(type));
    },
  };
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, " ").trim();
}

/** The title of a form, else the word that one of its members always has. */
function formTitle(form: JsonObject): string | undefined {
  const title = pascalName(lettersOf(textAt(form, "title") ?? ""));
  if (title !== "" && title.length < 40) return title;
  const [word] = Object.values(objectAt(form, "properties"))
    .filter(isObject)
    .flatMap((each) => (isConst(each) ? (wordsOf(each) ?? []) : []));
  return word !== undefined && /^\w{1,30}$/.test(word) ? pascalName(word) : undefined;
}

function formName(type: Type): string {
  switch (type.kind) {
    case "named":
      return type.name;
    case "list":
      return `${formName(type.item)}List`;
    case "map":
      return `${formName(type.value)}Map`;
    case "nullable":
      return `Nullable${formName(type.inner)}`;
    default:
      return wordName(type.kind);
  }
}
