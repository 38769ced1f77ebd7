import type {
  ClientModel,
  Member,
  Struct,
  Type,
  TypeDef,
  Union,
} from "../../codegen/clients/model.ts";
import { isObject, type Json, type JsonObject } from "../../codegen/load/json.ts";
import { formOf } from "./form-of.ts";
import { ofOtherKinds, wrongFor } from "./wrong-kinds.ts";

/** A value with one part that is not as the types say. */
export type WrongValue = {
  readonly value: Json;
  /** The members that contain the part, without the positions in lists; none for the whole. */
  readonly path: readonly string[];
  /** The member that every client must name: the last of the path that is a member of an object with fixed members. */
  readonly field?: string;
};

/** Makes values wrong in each of their parts: other kinds, numbers outside of the range, members that are absent. */
export class WrongValues {
  readonly #types: ReadonlyMap<string, TypeDef>;
  /** What has been made of each member, which several methods have. */
  readonly #made = new Set<string>();

  constructor({ types }: ClientModel) {
    this.#types = types;
  }

  /** The wrong forms of a value of the type, except those of members that have been made before. `owner` names the place. */
  of(type: Type, value: Json, owner: string): WrongValue[] {
    const whole = this.#wholes(type, value)
      .filter((wrong) => this.#isNew(`${owner} ${JSON.stringify(wrong, textOfBig)}`))
      .map((wrong): WrongValue => ({ value: wrong, path: [] }));
    return [...whole, ...this.#parts(type, value, owner)];
  }

  /** What cannot be there instead of the whole value. */
  #wholes(type: Type, value: Json): Json[] {
    if (type.kind === "nullable") {
      const inner = this.#wholes(type.inner, value);
      return inner.filter((wrong) => wrong !== null);
    }
    const def = type.kind === "named" ? this.#types.get(type.name) : undefined;
    switch (def?.kind) {
      case "alias":
        return this.#wholes(def.target, value);
      case "struct":
        return ofOtherKinds(["object"]);
      case "enum":
        return ofOtherKinds(["text"]);
      case "union":
        return ofOtherKinds(def.forms.map(({ json }) => json));
      default:
        return wrongFor(type);
    }
  }

  #parts(type: Type, value: Json, owner: string): WrongValue[] {
    if (type.kind === "nullable")
      return value === null ? [] : this.#parts(type.inner, value, owner);
    if (type.kind === "list" && Array.isArray(value)) {
      return value.flatMap((item: Json, index) =>
        this.of(type.item, item, `${owner}[]`).map((wrong) => ({
          ...wrong,
          value: value.with(index, wrong.value),
        })),
      );
    }
    if (type.kind === "map" && isObject(value)) {
      return Object.entries(value).flatMap(([key, item]) =>
        this.of(type.value, item, `${owner}{}`).map((wrong) => within(value, key, wrong)),
      );
    }
    const def = type.kind === "named" ? this.#types.get(type.name) : undefined;
    if (def?.kind === "alias") return this.#parts(def.target, value, owner);
    if (def?.kind === "struct" && isObject(value)) return this.#members(def, value);
    if (def?.kind === "union") return this.#form(def, value, owner);
    return [];
  }

  /** A value that the change has made one of another or an unknown form is not wrong. */
  #form(union: Union, value: Json, owner: string): WrongValue[] {
    const form = formOf(value, union, this.#types);
    if (form === undefined) return [];
    const isFixed = form.tests.some((test) => "equals" in test);
    const parts = isFixed ? [] : this.#parts(form.type, value, `${owner}|${form.name}`);
    return parts.filter((wrong) => formOf(wrong.value, union, this.#types)?.type === form.type);
  }

  #members(def: Struct, value: JsonObject): WrongValue[] {
    return def.members.flatMap((member) => {
      const own = value[member.name];
      const place = `${def.name}.${member.name}`;
      if (own === undefined) return [];
      const wrong = this.#memberValues(member, own, place).map((each): WrongValue => {
        const named = within(value, member.name, each);
        return each.field === undefined ? { ...named, field: member.name } : named;
      });
      if (!member.required || !this.#isNew(`${place} absent`)) return wrong;
      const { [member.name]: _own, ...others } = value;
      return [...wrong, { value: others, path: [member.name], field: member.name }];
    });
  }

  /** Null for an optional member is read as an absent one. */
  #memberValues({ type, word, required }: Member, value: Json, place: string): WrongValue[] {
    const wrong = word === undefined ? this.of(type, value, place) : [];
    return required ? wrong : wrong.filter((each) => each.path.length > 0 || each.value !== null);
  }

  #isNew(key: string): boolean {
    if (this.#made.has(key)) return false;
    this.#made.add(key);
    return true;
  }
}

function within(outer: JsonObject, name: string, wrong: WrongValue): WrongValue {
  return { ...wrong, value: { ...outer, [name]: wrong.value }, path: [name, ...wrong.path] };
}

function textOfBig(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `big ${value}` : value;
}
