import type { Member, Struct, Type, TypeDef, Union } from "../clients/model.ts";
import { wordName } from "../clients/names.ts";
import type { Descriptor } from "../descriptor.ts";
import { plainText } from "../emit/wrapped-text.ts";
import { pascalName } from "../emit/writer.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";
import { alternatives, merged } from "./alternatives.ts";
import { withConditionalMembers } from "./conditional-members.ts";
import { integerFormats, integerType } from "./integer-type.ts";
import { NamePool, reservedArguments, reservedMembers } from "./names.ts";
import { componentName } from "./pointers.ts";

/** A place whose schema a client gets as raw JSON, and why. */
export type Widening = { readonly where: string; readonly reason: string };

type Place = { readonly name: string; readonly where: string };

const json: Type = { kind: "json" };

/**
 * Builds the types of any JSON Schema whose references are `#/components/schemas/NAME`. What the
 * clients cannot express becomes raw JSON, and a widening says where and why.
 */
export class ForeignTypes {
  readonly defs = new Map<string, TypeDef>();
  readonly widenings: Widening[] = [];
  readonly #schemas: ReadonlyMap<string, Json>;
  readonly #pool: NamePool;
  readonly #named = new Map<string, Type>();

  constructor(schemas: ReadonlyMap<string, Json>, pool = new NamePool()) {
    this.#schemas = schemas;
    this.#pool = pool;
    for (const name of schemas.keys()) {
      this.#named.set(name, { kind: "named", name: this.#pool.type(name) });
    }
    for (const [component, schema] of schemas) {
      const { name } = this.#named.get(component) as Type & { readonly kind: "named" };
      this.#define({ name, where: `#/components/schemas/${component}` }, schema);
    }
  }

  /** The struct of a method's params, with a member for each. */
  params(name: string, description: string, params: readonly Descriptor[], where: string): Struct {
    const pool = new NamePool(reservedArguments);
    const own = this.#pool.type(`${name}Params`);
    const members = params.map((param): Member => {
      const place = { name: name + pascalName(param.name), where: `${where} param ${param.name}` };
      return {
        ...labelled(param.name, pool),
        description: plainText(param.description),
        required: param.required,
        type: this.#typeOf(place, param.schema),
      };
    });
    return this.#add({ kind: "struct", name: own, description, members, isParams: true });
  }

  /** The type of a result. */
  result(name: string, schema: Json, where: string): Type {
    return this.#typeOf({ name: `${name}Result`, where: `${where} result` }, schema);
  }

  /** A name that no type has. */
  freeName(wanted: string): string {
    return this.#pool.type(wanted);
  }

  /** Defines a type under exactly this name. */
  #define(place: Place, schema: Json): Type {
    const type = this.#build(place, schema, true);
    const { name } = place;
    if (type.kind !== "named" || type.name !== name) {
      this.#add({ kind: "alias", name, description: describe(schema), target: type });
    }
    return { kind: "named", name };
  }

  /** Returns the type of a schema; one that needs a name gets one like that of the place. */
  #typeOf(place: Place, schema: Json): Type {
    return this.#build(place, schema, false);
  }

  #build(place: Place, written: Json, isNamed: boolean): Type {
    if (!isObject(written)) return json;
    const component = componentName(written);
    if (component !== undefined) return this.#named.get(component) ?? json;
    const forms = alternatives(written, this.#schemas);
    if (forms === undefined) return this.#widen(place, "its parts have too many combinations");
    const nullable = forms.some(isNull);
    const others = forms.filter((form) => !isNull(form));
    const inner = this.#buildForms(place, written, others, isNamed && !nullable);
    if (!nullable || inner.kind === "json" || others.length === 0) return inner;
    return { kind: "nullable", inner };
  }

  #buildForms(
    place: Place,
    written: JsonObject,
    forms: readonly JsonObject[],
    isNamed: boolean,
  ): Type {
    const [only] = forms;
    if (only === undefined) return { kind: "null" };
    if (forms.length === 1) return this.#buildOne(place, written, only, isNamed);
    const words = forms.map(wordsOf);
    if (words.every((each) => each !== undefined)) {
      return this.#enum(place, describe(written), words.flat(), isNamed);
    }
    return this.#union(place, written, forms, isNamed);
  }

  #buildOne(place: Place, written: JsonObject, form: JsonObject, isNamed: boolean): Type {
    const component = componentName(form);
    if (component !== undefined) return this.#named.get(component) ?? json;
    const whole = merged(form, this.#schemas);
    if (whole === undefined) return this.#widen(place, "its parts contradict each other");
    const schema = withConditionalMembers(whole, this.#schemas);
    if (schema === undefined) return this.#widen(place, "its conditions have alternatives");
    const words = wordsOf(schema);
    if (words !== undefined) return this.#enum(place, describe(written), words, isNamed);
    switch (kindOf(schema)) {
      case "string":
        return { kind: "text" };
      case "boolean":
        return { kind: "boolean" };
      case "number":
        return integerFormats.has(textAt(schema, "format") ?? "")
          ? this.#integer(place, schema)
          : { kind: "float" };
      case "null":
        return { kind: "null" };
      case "integer":
        return this.#integer(place, schema);
      case "array":
        return this.#list(place, schema);
      case "object":
        return this.#object(place, written, schema, isNamed);
      default:
        return json;
    }
  }

  #integer(place: Place, schema: JsonObject): Type {
    return integerType(schema) ?? this.#widen(place, "its integers can have more than 64 bits");
  }

  #list(place: Place, schema: JsonObject): Type {
    const items = schema["items"];
    if (Array.isArray(items) || "prefixItems" in schema) {
      this.#widen(place, "it is a tuple: its items are raw JSON");
      return { kind: "list", item: json };
    }
    const inner = { name: `${place.name}Item`, where: `${place.where}/items` };
    return { kind: "list", item: items === undefined ? json : this.#typeOf(inner, items) };
  }

  #object(place: Place, written: JsonObject, schema: JsonObject, isNamed: boolean): Type {
    const properties = Object.entries(objectAt(schema, "properties"));
    const rest = schema["additionalProperties"];
    if ("patternProperties" in schema) return this.#widen(place, "it has patternProperties");
    if (properties.length === 0) {
      if (rest === false) return this.#struct(place, written, schema, isNamed);
      if (!isObject(rest)) return json;
      const inner = { name: `${place.name}Value`, where: `${place.where}/additionalProperties` };
      return { kind: "map", value: this.#typeOf(inner, rest) };
    }
    if (rest === true || isObject(rest)) {
      return this.#widen(place, "it has both properties and additionalProperties");
    }
    return this.#struct(place, written, schema, isNamed);
  }

  #struct(place: Place, written: JsonObject, schema: JsonObject, isNamed: boolean): Type {
    const name = isNamed ? place.name : this.#pool.type(place.name);
    const required = new Set(listAt(schema, "required").map(String));
    const pool = new NamePool(reservedMembers);
    const properties = objectAt(schema, "properties");
    // A client that does not know a required member could not send it.
    const isClosed = schema["additionalProperties"] === false;
    const unlisted = [...required].filter((each) => !Object.hasOwn(properties, each) && !isClosed);
    const all = [...Object.entries(properties), ...unlisted.map((each) => [each, true] as const)];
    const members = all.map(([wire, own]): Member => {
      const inner = {
        name: name + pascalName(wire.replaceAll(/[^A-Za-z0-9]+/g, " ").trim()),
        where: `${place.where}/properties/${wire}`,
      };
      const words = isObject(own) ? wordsOf(own) : undefined;
      const isConstant = words?.length === 1 && required.has(wire) && isConst(own);
      return {
        ...labelled(wire, pool),
        description: describe(own),
        required: required.has(wire),
        ...(isConstant && { word: words[0] as string }),
        type: isConstant ? { kind: "text" } : this.#typeOf(inner, own),
      };
    });
    this.#add({
      kind: "struct",
      name,
      description: describe(written) || describe(schema),
      members,
      isParams: false,
    });
    return { kind: "named", name };
  }

  #enum(place: Place, description: string, values: readonly string[], isNamed: boolean): Type {
    const name = isNamed ? place.name : this.#pool.type(place.name);
    this.#add({ kind: "enum", name, description, values: [...new Set(values)] });
    return { kind: "named", name };
  }

  #union(place: Place, written: JsonObject, forms: readonly JsonObject[], isNamed: boolean): Type {
    const name = isNamed ? place.name : this.#pool.type(place.name);
    const types = forms.map((form, index) => {
      const inner = { name: name + formSuffix(form, index), where: `${place.where} form ${index}` };
      return this.#buildOne(inner, form, form, false);
    });
    const distinct = [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
    const [only] = distinct;
    if (distinct.length === 1 && only !== undefined) return only;
    const pool = new NamePool(new Set());
    const union: Union = {
      kind: "union",
      name,
      description: describe(written),
      forms: distinct.map((type) => ({
        name:
          type.kind === "list" ? this.#pool.type(name + formName(type)) : pool.type(formName(type)),
        type,
        json: "object",
        tests: [],
        exact: false,
      })),
    };
    this.#add(union);
    return { kind: "named", name };
  }

  #widen({ where }: Place, reason: string): Type {
    this.widenings.push({ where, reason });
    return json;
  }

  #add<Def extends TypeDef>(def: Def): Def {
    this.defs.set(def.name, def);
    return def;
  }
}

/** The wire name, and an identifier where the name is none or that of another member. */
function labelled(wire: string, pool: NamePool): Pick<Member, "name" | "label"> {
  const label = pool.identifier(wire);
  return label === wire ? { name: wire } : { name: wire, label };
}

export function describe(schema: Json): string {
  return plainText(textAt(schema, "description") ?? textAt(schema, "title") ?? "");
}

function isNull(schema: JsonObject): boolean {
  return schema["type"] === "null" || schema["const"] === null;
}

function isConst(schema: Json): boolean {
  return isObject(schema) && ("const" in schema || listAt(schema, "enum").length === 1);
}

/** The values of an enum of texts. */
function wordsOf(schema: JsonObject): string[] | undefined {
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const words = values.filter((value): value is string => typeof value === "string");
  return words.length === values.length ? words : undefined;
}

/** The type that a schema names, or that its keywords or values show. */
export function kindOf(schema: JsonObject): string | undefined {
  const type = textAt(schema, "type");
  if (type !== undefined) return type;
  const values = "const" in schema ? [schema["const"] as Json] : listAt(schema, "enum");
  if (values.length > 0) {
    const kinds = new Set(
      values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)),
    );
    const [kind] = kinds;
    return kinds.size === 1 && kind !== "object" ? kind : undefined;
  }
  if ("properties" in schema) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  if ("pattern" in schema || "minLength" in schema || "maxLength" in schema) return "string";
  return undefined;
}

function formSuffix(form: JsonObject, index: number): string {
  const title = pascalName((textAt(form, "title") ?? "").replaceAll(/[^A-Za-z0-9]+/g, " ").trim());
  if (title !== "" && title.length < 40) return title;
  const word = Object.values(objectAt(form, "properties"))
    .filter(isObject)
    .flatMap((each) => (isConst(each) ? (wordsOf(each) ?? []) : []))[0];
  return word !== undefined && /^\w{1,30}$/.test(word) ? pascalName(word) : `Form${index + 1}`;
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
