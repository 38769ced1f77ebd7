import { pascalName } from "../emit/writer.ts";
import { isObject, objectAt, textAt } from "../load/json.ts";
import type { Param, Schema } from "../model.ts";
import {
  decimalText,
  follow,
  integerKind,
  integerKinds,
  referenceName,
  type SchemaMap,
  unionForms,
} from "../schema.ts";
import { inlineNames } from "./inline-names.ts";
import type { IntegerType, Member, Struct, Type, TypeDef, Union } from "./model.ts";
import { distinguishForms } from "./union-forms.ts";

/** Names every type of the contract, those written inside others included. */
export class TypeBuilder {
  readonly #components: Map<string, Schema>;
  readonly #defs = new Map<string, TypeDef>();

  constructor(components: SchemaMap) {
    this.#components = new Map();
    this.define(components);
  }

  /** Adds components, which can reference each other and those already added. */
  define(components: SchemaMap): void {
    for (const [name, schema] of components) this.#components.set(name, schema);
    for (const [name, schema] of components) this.#define(name, schema);
  }

  /** Returns every named type, with the forms of unions distinguished. */
  types(): ReadonlyMap<string, TypeDef> {
    const sorted = [...this.#defs].sort(([a], [b]) => (a < b ? -1 : 1));
    const distinct = sorted.map(([name, def]): [string, TypeDef] => [
      name,
      def.kind === "union" ? distinguishForms(def, this.#defs) : def,
    ]);
    return new Map(distinct);
  }

  params(name: string, description: string, params: readonly Param[]): Struct {
    const members = params.map((param) => ({
      name: param.name,
      description: param.description,
      required: param.required,
      type: this.#typeOf(param.schema, baseName(name), param.name),
    }));
    return this.#add({ kind: "struct", name, description, members, isParams: true });
  }

  /** The type of a result; `name` is that of a form written in place. */
  result(name: string, schema: Schema, description: string): Type {
    const reference = referenceName(schema);
    if (reference !== undefined) return this.#reference(reference);
    return this.#define(name, { description, ...schema });
  }

  #define(placeName: string, schema: Schema): Type {
    const given = inlineNames.get(placeName);
    const name = given?.name ?? placeName;
    const description = given?.description ?? textAt(schema, "description") ?? "";
    const forms = unionForms(schema);
    if (isOpen(schema)) this.#add({ kind: "alias", name, description, target: { kind: "json" } });
    else if (forms !== undefined)
      this.#defineUnion(name, description, forms, schema["x-closed-forms"] === true);
    else if (isStruct(schema)) {
      const members = this.#members(name, schema);
      this.#add({ kind: "struct", name, description, members, isParams: false });
    } else if (enumValues(schema).length > 0) {
      this.#add({ kind: "enum", name, description, values: enumValues(schema) });
    } else if (name === decimalText) {
      const target: Type = { kind: "integer", size: "uint64", wire: "text" };
      this.#add({ kind: "alias", name, description, target });
    } else {
      const target = this.#typeOf(schema, baseName(name), "item");
      const sameAs = textAt(schema, "x-same-as");
      this.#add({ kind: "alias", name, description, target, ...(sameAs && { sameAs }) });
    }
    return { kind: "named", name };
  }

  /**
   * A union of null and one form becomes that form, nullable. Forms that are all written in place
   * become one object that requires the members they share. `types` distinguishes the forms of
   * other unions.
   */
  #defineUnion(
    name: string,
    description: string,
    forms: readonly Schema[],
    isClosed: boolean,
  ): void {
    const others = forms.filter((form) => form["type"] !== "null");
    const [only] = others;
    if (others.length === 1 && only !== undefined) {
      const target: Type = { kind: "nullable", inner: this.#typeOf(only, name, "value") };
      this.#add({ kind: "alias", name, description, target });
    } else if (forms.every(isStruct)) {
      const members = this.#members(name, mergeForms(forms, this.#components));
      this.#add({ kind: "struct", name, description, members, isParams: false });
    } else {
      const types = forms.map((form) => this.#typeOf(form, name, "form"));
      const union: Union = {
        kind: "union",
        name,
        description,
        ...(isClosed && { isClosed }),
        forms: types.map((type, index) => ({
          name: formName(type, forms[index] as Schema),
          type,
          json: "object",
          tests: [],
          exact: false,
        })),
      };
      this.#add(union);
    }
  }

  #members(name: string, schema: Schema): Member[] {
    const required = new Set(listOf(schema, "required"));
    return Object.entries(objectAt(schema, "properties")).map(([member, written]) => {
      const own = isObject(written) ? written : {};
      return {
        name: member,
        description: textAt(own, "description") ?? "",
        required: required.has(member),
        ...(typeof own["const"] === "string" && { word: own["const"] }),
        type: this.#typeOf(own, baseName(name), member),
      };
    });
  }

  /** Returns the type of a schema. A type that needs a name is named after its position. */
  #typeOf(schema: Schema, owner: string, place: string): Type {
    const reference = referenceName(schema);
    if (reference !== undefined) return this.#reference(reference);
    if (integerKind(schema) !== undefined || schema["type"] === "integer") {
      return integerType(schema);
    }
    const name = owner + pascalName(place);
    const nullable = [schema["type"]].flat().includes("null") && schema["type"] !== "null";
    if (nullable) {
      const rest = [schema["type"]].flat().filter((type) => type !== "null");
      const inner = this.#typeOf({ ...schema, type: rest[0] as string }, owner, place);
      return { kind: "nullable", inner };
    }
    if (enumValues(schema).length > 0) return this.#inlineEnum(name, schema);
    const forms = unionForms(schema);
    if (forms !== undefined) {
      const others = forms.filter((form) => form["type"] !== "null");
      const [only] = others;
      if (others.length === 1 && only !== undefined) {
        return { kind: "nullable", inner: this.#typeOf(only, owner, place) };
      }
      return this.#define(name, schema);
    }
    switch (schema["type"] ?? typeof schema["const"]) {
      case "string":
        return { kind: "text" };
      case "boolean":
        return { kind: "boolean" };
      case "number":
        return { kind: "float" };
      case "null":
        return { kind: "null" };
      case "array": {
        const items = isObject(schema["items"]) ? schema["items"] : {};
        return { kind: "list", item: this.#typeOf(items, owner, place) };
      }
      default:
        return this.#objectType(schema, owner, place, name);
    }
  }

  #objectType(schema: Schema, owner: string, place: string, name: string): Type {
    if (isStruct(schema)) return this.#define(name, schema);
    const values = schema["additionalProperties"];
    if (isObject(values)) return { kind: "map", value: this.#typeOf(values, owner, place) };
    return { kind: "json" };
  }

  /** Returns the component with the same values, or defines a new enum. */
  #inlineEnum(name: string, schema: Schema): Type {
    const values = enumValues(schema);
    for (const [component, other] of this.#components) {
      if (String(enumValues(other)) === String(values)) return { kind: "named", name: component };
    }
    return this.#define(name, schema);
  }

  #reference(name: string): Type {
    return { kind: "named", name };
  }

  #add<Def extends TypeDef>(def: Def): Def {
    const known = this.#defs.get(def.name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(def)) {
      throw new Error(`two types of clients are called ${def.name}: name one in inline-names.ts`);
    }
    this.#defs.set(def.name, def);
    return def;
  }
}

/** The prefix of members' type names: `PlatformGetTx` for `PlatformGetTxResult`. */
function baseName(name: string): string {
  return name.replace(/(Params|Result)$/, "");
}

function isStruct(schema: Schema): boolean {
  return schema["type"] === "object" && schema["additionalProperties"] === false && !isOpen(schema);
}

/** Whether members that the schema does not list are allowed. */
function isOpen(schema: Schema): boolean {
  return schema["additionalProperties"] === true || "patternProperties" in schema;
}

function enumValues(schema: Schema): string[] {
  return listOf(schema, "enum");
}

function listOf(schema: Schema, key: string): string[] {
  const value = schema[key];
  return Array.isArray(value) ? value.map(String) : [];
}

/** One object that every form is an instance of. */
function mergeForms(forms: readonly Schema[], components: SchemaMap): Schema {
  const names = new Set(forms.flatMap((form) => Object.keys(objectAt(form, "properties"))));
  const merged = [...names].map((name): [string, Schema] => {
    const own = forms.map((form) => objectAt(form, "properties")[name]).filter(isObject);
    return [name, mergeMembers(own, components)];
  });
  const required = [...names].filter((name) =>
    forms.every((form) => listOf(form, "required").includes(name)),
  );
  return {
    type: "object",
    additionalProperties: false,
    required,
    properties: Object.fromEntries(merged),
  };
}

function mergeMembers(schemas: readonly Schema[], components: SchemaMap): Schema {
  const [first = {}] = schemas;
  const description = textAt(first, "description") ?? "";
  const distinct = new Map(schemas.map((schema) => [typeKey(schema), schema]));
  if (distinct.size === 1) return first;
  const words = schemas.map((schema) => enumValues(follow(schema, components)));
  if (words.every((list) => list.length > 0)) {
    return { description, type: "string", enum: [...new Set(words.flat())] };
  }
  const items = schemas.map((schema) => schema["items"]).filter(isObject);
  if (schemas.every(isList) && items.length === schemas.length) {
    return { description, type: "array", items: mergeMembers(items, components) };
  }
  return { description, oneOf: spreadObjects([...distinct.values()], components) };
}

/**
 * If several forms are objects, replaces a union by its own forms, so that all objects are
 * distinguished at once.
 */
function spreadObjects(schemas: readonly Schema[], components: SchemaMap): Schema[] {
  const isText = (schema: Schema) => follow(schema, components)["type"] === "string";
  if (schemas.filter((schema) => !isText(schema)).length < 2) return [...schemas];
  return schemas.flatMap((schema) => unionForms(follow(schema, components)) ?? [schema]);
}

function isList(schema: Schema): boolean {
  return schema["type"] === "array";
}

function typeKey(schema: Schema): string {
  return referenceName(schema) ?? JSON.stringify({ ...schema, description: "" });
}

function integerType(schema: Schema): IntegerType {
  const kind = integerKind(schema);
  const wire = Array.isArray(schema["type"]) ? "either" : "number";
  if (kind !== undefined) return { kind: "integer", size: kind, wire };
  const [minimum, maximum] = [Number(schema["minimum"]), Number(schema["maximum"])];
  const fits = (size: "uint16" | "uint32") =>
    minimum >= Number(integerKinds[size].minimum) && maximum <= Number(integerKinds[size].maximum);
  const unbounded = minimum >= 0 ? "uint53" : "int53";
  const size = fits("uint16") ? "uint16" : fits("uint32") ? "uint32" : unbounded;
  return { kind: "integer", size, wire };
}

function formName(type: Type, schema: Schema): string {
  switch (type.kind) {
    case "named": {
      const [only, ...more] = enumValues(schema);
      return only !== undefined && more.length === 0 ? pascalName(only) : type.name;
    }
    case "list":
      return `${formName(type.item, {})}List`;
    default:
      return pascalName(type.kind);
  }
}
