import type { Descriptor } from "../../declared-method.ts";
import { componentName } from "../../foreign/pointers.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../../load/json.ts";
import { isConst, kindOf, wordsOf } from "../../schema-kind.ts";
import type { IntegerType, Member, Struct, Type, TypeDef, Union } from "../model.ts";
import { alternatives, isAnnotation, merged, withoutPlainIntegers } from "./alternatives.ts";
import { itemsOf, undeclaredKeyword, undeclaredOf, valuesOf } from "./collections.ts";
import { withConditionalMembers } from "./conditional-members.ts";
import { integerFormats, integerType } from "./integer-type.ts";
import { joinLists } from "./joined-lists.ts";
import type { InlineName, TypeNames } from "./type-names.ts";

/** A place whose schema a client gets as raw JSON, and why. */
export type Widening = { readonly where: string; readonly reason: string };

/** What is particular to the documents whose types are built. */
export type TypePreset = {
  readonly names: TypeNames;
  /** A description as the clients can print it. */
  readonly printable: (description: string) => string;
  /** Another schema for the same type. */
  readonly rewritten?: (schema: JsonObject) => JsonObject;
  /** The integer that the schema of a type with this name means beyond JSON Schema. */
  readonly integer?: (schema: JsonObject, name: string) => IntegerType | undefined;
  /** Whether an enum that is written in place is the component with the same values. */
  readonly sharesEnums?: boolean;
  /** Whether results and components of any type have a name; otherwise, only aliases of plain values are kept. */
  readonly keepsAliases?: boolean;
};

type Schemas = ReadonlyMap<string, Json>;

/** `name` is like the one that a type there gets, or exactly that if it is `isNamed`. */
type Place = { readonly name: string; readonly where: string; readonly isNamed?: true };

const json: Type = { kind: "json" };
const anyObject: Type = { kind: "map", value: json };

/**
 * Names the types of any JSON Schema whose references are `#/components/schemas/NAME`, those written inside others
 * included. What the clients cannot express becomes raw JSON, and a widening says where and why.
 */
export class TypeBuilder {
  readonly defs = new Map<string, TypeDef>();
  readonly widenings: Widening[] = [];
  readonly #preset: TypePreset;
  readonly #schemas = new Map<string, Json>();
  readonly #named = new Map<string, Type>();
  /** The types under construction, by their schemas: parts of an `allOf` can lead to it again. */
  readonly #open = new Map<JsonObject, Type>();

  constructor(schemas: Schemas, preset: TypePreset) {
    this.#preset = preset;
    this.define(schemas);
  }

  /** Adds components, which can refer to each other and to those already added. */
  define(schemas: Schemas): void {
    for (const [component, schema] of schemas) {
      this.#schemas.set(component, schema);
      const name = this.#preset.names.component(component);
      this.#named.set(component, { kind: "named", name });
    }
    for (const [component, schema] of schemas) {
      const { name } = this.#named.get(component) as Type & { readonly kind: "named" };
      const place: Place = { name, where: `#/components/schemas/${component}`, isNamed: true };
      const type = this.#build(place, schema);
      if (type.kind !== "named" || type.name !== name) this.#alias(name, schema, type);
    }
  }

  /** The struct of a method's params, with a member for each. Its name is like the one given, which ends in `Params`. */
  params(
    wanted: string,
    description: string,
    params: readonly Descriptor[],
    where: string,
  ): Struct {
    const { names } = this.#preset;
    const { name } = names.inPlace(wanted);
    const labelOf = names.members(true);
    const members = params.map((param): Member => {
      const place = {
        name: names.member(wanted.replace(/Params$/, ""), param.name),
        where: `${where} param ${param.name}`,
      };
      return {
        ...labelled(param.name, labelOf),
        description: this.#preset.printable(param.description),
        required: param.required,
        type: this.#build(place, param.schema),
      };
    });
    return this.#add({ kind: "struct", name, description, members, isParams: true });
  }

  /**
   * The type of a result. One that needs a name gets one like that given; if aliases are kept, every result that is not a
   * component has exactly that name.
   */
  result(
    name: string,
    { description, schema }: Pick<Descriptor, "description" | "schema">,
    where: string,
  ): Type {
    const place: Place = { name, where: `${where} result` };
    if (this.#preset.keepsAliases !== true) return this.#build(place, schema);
    const written = { description, ...(isObject(schema) ? schema : {}) };
    const type = this.#build({ ...place, isNamed: true }, written);
    return type.kind === "named" ? type : this.#alias(name, written, type);
  }

  /** Returns the type of a schema. */
  #build(place: Place, asWritten: Json): Type {
    if (!isObject(asWritten)) return json;
    const written = this.#preset.rewritten?.(asWritten) ?? asWritten;
    const component = componentName(written);
    if (component !== undefined) return this.#named.get(component) ?? json;
    const open = this.#open.get(written);
    if (open !== undefined) return open;
    const integer = this.#preset.integer?.(written, place.name);
    if (integer !== undefined) return integer;
    const all = alternatives(written, this.#schemas);
    if (all === undefined) return this.#widen(place, "its parts have too many combinations");
    const forms = withoutPlainIntegers(all);
    const others = forms.filter((form) => !isNull(form));
    if (others.length === forms.length) return this.#buildForms(place, written, others);
    const { name, where } = place;
    const inner = this.#buildForms({ name, where }, written, others);
    if (inner.kind === "json" || others.length === 0) return inner;
    return { kind: "nullable", inner };
  }

  #buildForms(place: Place, written: JsonObject, forms: readonly JsonObject[]): Type {
    const [only] = forms;
    if (only === undefined) return { kind: "null" };
    if (forms.length === 1) return this.#buildOne(place, written, only);
    const words = forms.map(wordsOf);
    if (words.every((each) => each !== undefined)) return this.#enum(place, written, words.flat());
    const joined = joinLists(forms, this.#schemas);
    const [list] = joined;
    if (joined.length === 1 && list !== undefined) return this.#buildOne(place, written, list);
    return this.#union(place, written, joined);
  }

  #buildOne(place: Place, written: JsonObject, form: JsonObject): Type {
    const component = componentName(form);
    if (component !== undefined) return this.#named.get(component) ?? json;
    const whole = merged(form, this.#schemas);
    if (whole === undefined) return this.#widen(place, "its parts contradict each other");
    const schema = withConditionalMembers(whole, this.#schemas);
    if (schema === undefined) return this.#widen(place, "its conditions have alternatives");
    const words = wordsOf(schema);
    if (words !== undefined) return this.#enum(place, written, words);
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
        return this.#object(place, written, schema);
      default:
        return json;
    }
  }

  #integer(place: Place, schema: JsonObject): Type {
    return integerType(schema) ?? this.#widen(place, "its integers can have more than 64 bits");
  }

  #list(place: Place, schema: JsonObject): Type {
    const inner = { name: this.#preset.names.item(place.name), where: `${place.where}/items` };
    return { kind: "list", item: this.#build(inner, itemsOf(schema)) };
  }

  #object(place: Place, written: JsonObject, schema: JsonObject): Type {
    const properties = Object.entries(objectAt(schema, "properties"));
    const rest = undeclaredOf(schema);
    const isPatterned = "patternProperties" in schema;
    if (properties.length === 0) {
      if (rest === false && !isPatterned) return this.#struct(place, written, schema);
      const values = valuesOf(schema);
      if (values === undefined) return this.#widen(place, "its patternProperties leave names out");
      if (!isObject(values)) return json;
      const name = this.#preset.names.value(place.name);
      const keyword = isPatterned ? "patternProperties" : undeclaredKeyword(schema);
      const inner = { name, where: `${place.where}/${keyword}` };
      return { kind: "map", value: this.#build(inner, values) };
    }
    if (isPatterned) return this.#widen(place, "it has both properties and patternProperties");
    // Others of any type are left out, as where nothing is said of them.
    if (isObject(rest) && !Object.keys(rest).every(isAnnotation)) {
      return this.#widen(place, `it has both properties and ${undeclaredKeyword(schema)}`);
    }
    return this.#struct(place, written, schema);
  }

  #struct(place: Place, written: JsonObject, schema: JsonObject): Type {
    const { names } = this.#preset;
    const { name, description } = this.#nameOf(place);
    this.#open.set(written, { kind: "named", name });
    const required = new Set(listAt(schema, "required").map(String));
    const labelOf = names.members(false);
    const properties = objectAt(schema, "properties");
    // A client that does not know a required member could not send it.
    const isClosed = undeclaredOf(schema) === false;
    const unlisted = [...required].filter((each) => !Object.hasOwn(properties, each) && !isClosed);
    const all = [...Object.entries(properties), ...unlisted.map((each) => [each, true] as const)];
    const members = all.map(([wire, own]): Member => {
      const inner = {
        name: names.member(name, wire),
        where: `${place.where}/properties/${wire}`,
      };
      const words = isObject(own) ? wordsOf(own) : undefined;
      const isConstant = words?.length === 1 && required.has(wire) && isConst(own);
      return {
        ...labelled(wire, labelOf),
        description: this.#describe(own),
        required: required.has(wire),
        ...(isConstant && { word: words[0] as string }),
        type: isConstant ? { kind: "text" } : this.#build(inner, own),
      };
    });
    this.#open.delete(written);
    this.#add({
      kind: "struct",
      name,
      description: description ?? (this.#describe(written) || this.#describe(schema)),
      members,
      isParams: false,
    });
    return { kind: "named", name };
  }

  #enum(place: Place, written: JsonObject, words: readonly string[]): Type {
    const values = [...new Set(words)];
    const component = this.#preset.sharesEnums && !place.isNamed && this.#componentWith(values);
    if (component) return component;
    const { name, description = this.#describe(written) } = this.#nameOf(place);
    this.#add({ kind: "enum", name, description, values });
    return { kind: "named", name };
  }

  #componentWith(values: readonly string[]): Type | undefined {
    const [name] =
      [...this.#schemas].find(
        ([, schema]) => isObject(schema) && String(wordsOf(schema)) === String(values),
      ) ?? [];
    return name === undefined ? undefined : this.#named.get(name);
  }

  #union(place: Place, written: JsonObject, forms: readonly JsonObject[]): Type {
    const { names } = this.#preset;
    const { name, description = this.#describe(written) } = this.#nameOf(place);
    this.#open.set(written, { kind: "named", name });
    const types = forms.map((form, index): [Type, JsonObject] => {
      const inner = { name: names.form(name, form, index), where: `${place.where} form ${index}` };
      const type = this.#buildOne(inner, form, form);
      return [type.kind === "json" && form["type"] === "object" ? anyObject : type, form];
    });
    this.#open.delete(written);
    const distinct = [...new Map(types.map((each) => [JSON.stringify(each[0]), each])).values()];
    const [only] = distinct;
    if (distinct.length === 1 && only !== undefined) return only[0];
    const formNameOf = names.forms(name);
    const union: Union = {
      kind: "union",
      name,
      description,
      ...(written["x-closed-forms"] === true && { isClosed: true }),
      forms: distinct.map(([type, form]) => ({
        name: formNameOf(type, form),
        type,
        json: "object",
        tests: [],
        exact: false,
      })),
    };
    this.#add(union);
    return { kind: "named", name };
  }

  #describe(schema: Json): string {
    return this.#preset.printable(textAt(schema, "description") ?? textAt(schema, "title") ?? "");
  }

  #nameOf({ name, isNamed }: Place): InlineName {
    return isNamed ? { name } : this.#preset.names.inPlace(name);
  }

  #alias(name: string, schema: Json, target: Type): Type {
    const sameAs = textAt(schema, "x-same-as");
    const description = this.#describe(schema);
    this.#add({ kind: "alias", name, description, target, ...(sameAs && { sameAs }) });
    return { kind: "named", name };
  }

  #widen({ where }: Place, reason: string): Type {
    this.widenings.push({ where, reason });
    return json;
  }

  #add<Def extends TypeDef>(def: Def): Def {
    const known = this.defs.get(def.name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(def)) {
      throw new Error(`two types of clients are called ${def.name}: name one in inline-names.ts`);
    }
    this.defs.set(def.name, def);
    return def;
  }
}

/** The wire name, and the name in code if that is another. */
function labelled(wire: string, labelOf: (wire: string) => string): Pick<Member, "name" | "label"> {
  const label = labelOf(wire);
  return label === wire ? { name: wire } : { name: wire, label };
}

function isNull(schema: JsonObject): boolean {
  return kindOf(schema) === "null";
}
