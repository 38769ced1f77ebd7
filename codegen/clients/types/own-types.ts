import { pascalName } from "../../emit/writer.ts";
import type { JsonObject } from "../../load/json.ts";
import {
  decimalText,
  integerKind,
  referenceName,
  type SchemaMap,
  unionForms,
} from "../../schema.ts";
import { wordsOf } from "../../schema-kind.ts";
import { inlineNames } from "../inline-names.ts";
import type { IntegerType, Type } from "../model.ts";
import { isClosedObject, mergedForms } from "./merged-forms.ts";
import type { TypePreset } from "./type-builder.ts";
import type { TypeNames } from "./type-names.ts";

/** What is particular to the types of our own documents. */
export function ownTypes(components: SchemaMap): TypePreset {
  return {
    names: ownNames,
    printable: (description) => description,
    rewritten: (schema) => rewritten(schema, components),
    integer: exactInteger,
    sharesEnums: true,
    keepsAliases: true,
  };
}

/** Names types after their places, and members as they are on the wire. */
const ownNames: TypeNames = {
  component: (name) => name,
  inPlace: (place) => inlineNames.get(place) ?? { name: place },
  // `PlatformGetTxTx`, inside `PlatformGetTxResult`.
  member: (owner, wire) => owner.replace(/(Params|Result)$/, "") + pascalName(wire),
  item: (owner) => owner,
  value: (owner) => owner,
  form: (union) => `${union}Form`,
  members: () => (wire) => wire,
  forms: () => formName,
};

/** What is beside a reference does not change the type, and objects written in place are one object. */
function rewritten(schema: JsonObject, components: SchemaMap): JsonObject {
  const reference = referenceName(schema);
  if (reference !== undefined) return { $ref: `#/components/schemas/${reference}` };
  const forms = unionForms(schema) ?? [];
  if (forms.length < 2 || !forms.every(isClosedObject)) return schema;
  return { description: schema["description"] ?? "", ...mergedForms(forms, components) };
}

/** 64-bit integers are decimal text, params any integers in both forms. */
function exactInteger(schema: JsonObject, name: string): IntegerType | undefined {
  if (name === decimalText) return { kind: "integer", size: "uint64", wire: "text" };
  const size = integerKind(schema);
  if (size === undefined || !Array.isArray(schema["type"])) return undefined;
  return { kind: "integer", size, wire: "either" };
}

/** `All`, for the only value of an enum. */
function formName(type: Type, schema: JsonObject): string {
  switch (type.kind) {
    case "named": {
      const [only, ...more] = wordsOf(schema) ?? [];
      return only !== undefined && more.length === 0 ? pascalName(only) : type.name;
    }
    case "list":
      return `${formName(type.item, {})}List`;
    default:
      return pascalName(type.kind);
  }
}
