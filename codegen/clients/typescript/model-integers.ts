import { printKey } from "../../emit/writer.ts";
import type { ClientModel, Type, TypeDef, Union } from "../model.ts";

/**
 * Prints where the values of each type have 64-bit integers, so that the client makes them exact. Types
 * can contain themselves, so members are read when they are needed.
 */
export class IntegerPlaces {
  readonly #types: ClientModel["types"];
  readonly #wide: ReadonlySet<string>;
  readonly #used = new Set<string>();

  constructor({ types }: ClientModel) {
    this.#types = types;
    this.#wide = typesWithWideIntegers(types);
  }

  /** The constants that the expressions so far refer to. */
  constants(): string {
    // Printing a constant can mention further ones, which a Set also visits.
    return [...this.#mentioned()]
      .map((name) => {
        const def = this.#types.get(name) as TypeDef;
        const members = def.kind === "union" ? this.#unionMembers(def) : this.#members(def);
        const rows = members.map(
          ([member, value]) =>
            `  get ${printKey(member)}(): Integers {\n    return ${value};\n  },\n`,
        );
        return `const ${constant(name)}: Integers = {\n${rows.join("")}};\n`;
      })
      .join("\n");
  }

  /** The places in a value of the type as an expression; undefined if it has none. */
  expression(type: Type): string | undefined {
    switch (type.kind) {
      case "integer":
        return isWide(type) ? "1" : undefined;
      case "list": {
        const item = this.expression(type.item);
        return item === undefined ? undefined : `[${item}]`;
      }
      case "map": {
        const value = this.expression(type.value);
        return value === undefined ? undefined : `{ "*": ${value} }`;
      }
      case "nullable":
        return this.expression(type.inner);
      case "named": {
        if (!this.#wide.has(type.name)) return undefined;
        const def = this.#types.get(type.name) as TypeDef;
        if (def.kind === "alias") return this.expression(def.target);
        this.#used.add(type.name);
        return constant(type.name);
      }
      default:
        return undefined;
    }
  }

  /** Why the 64-bit integers of a union have no places that are the same for all forms; undefined if they have. */
  conflict(union: Union): string | undefined {
    try {
      this.#unionMembers(union);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** The types that expressions mention, directly or indirectly. */
  #mentioned(): ReadonlySet<string> {
    for (const name of this.#used) {
      const def = this.#types.get(name) as TypeDef;
      if (def.kind === "union") this.#unionMembers(def);
      else this.#members(def);
    }
    return this.#used;
  }

  #members(def: TypeDef): [string, string][] {
    if (def.kind !== "struct") return [];
    return def.members.flatMap(({ name, type }): [string, string][] => {
      const value = this.expression(type);
      return value === undefined ? [] : [[name, value]];
    });
  }

  /** The places of all forms together. Throws if a member has different ones in two forms. */
  #unionMembers(union: Union): [string, string][] {
    const all = new Map<string, string>();
    for (const { type } of union.forms) {
      const def = this.#definition(type);
      if (def?.kind !== "struct" && this.#holds(type)) {
        throw new Error(`${union.name}: a form that is not an object has 64-bit integers`);
      }
      for (const [name, value] of def === undefined ? [] : this.#members(def)) {
        if ((all.get(name) ?? value) !== value) {
          throw new Error(`${union.name}: ${name} has 64-bit integers in two different forms`);
        }
        all.set(name, value);
      }
    }
    return [...all];
  }

  #holds(type: Type): boolean {
    if (type.kind === "list") return this.#holds(type.item);
    if (type.kind === "named") return this.#wide.has(type.name);
    return type.kind === "integer" && isWide(type);
  }

  #definition(type: Type): TypeDef | undefined {
    const def = type.kind === "named" ? this.#types.get(type.name) : undefined;
    return def?.kind === "alias" ? this.#definition(def.target) : def;
  }
}

function typesWithWideIntegers(types: ClientModel["types"]): Set<string> {
  const wide = new Set<string>();
  for (let size = -1; size !== wide.size; ) {
    size = wide.size;
    for (const [name, def] of types) if (inside(def).some(holds)) wide.add(name);
  }
  function holds(type: Type): boolean {
    switch (type.kind) {
      case "integer":
        return isWide(type);
      case "list":
        return holds(type.item);
      case "map":
        return holds(type.value);
      case "nullable":
        return holds(type.inner);
      case "named":
        return wide.has(type.name);
      default:
        return false;
    }
  }
  return wide;
}

function inside(def: TypeDef): Type[] {
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

function isWide({ size }: Type & { readonly kind: "integer" }): boolean {
  return size === "uint64" || size === "int64";
}

function constant(name: string): string {
  return `in${name}`;
}
