import { WrongType } from "./problem.ts";

/**
 * What a value on the wire must be: a kind, `#Name` of a table, a list, a map, a value or null, an object with its
 * required and optional members, or one of several forms.
 */
export type Shape =
  | string
  | readonly ["list" | "map" | "nullable", Shape]
  | readonly ["object", required: Members, optional: Members]
  | readonly ["forms", ...Form[]];

type Members = Readonly<Record<string, Shape>>;

/** A form of a union, and the conditions that distinguish it. */
export type Form = {
  readonly json: "object" | "list" | "text" | "number" | "boolean" | "null";
  readonly shape: Shape;
  /** The text that the value must equal. */
  readonly equals?: string;
  /** Members, or members of members, that must be present. */
  readonly has?: readonly (readonly string[])[];
  /** Members and the text that each must equal. */
  readonly is?: Readonly<Record<string, string>>;
  /** Members that the shape does not list exclude the form. */
  readonly only?: boolean;
  /** Also, each member that the shape requires must be present. */
  readonly whole?: boolean;
};

/** Shapes by name. */
export type Shapes = Readonly<Record<string, Shape>>;

type Read = (value: unknown) => unknown;

/** Checks values against shapes, and converts their 64-bit integers to bigint in place. */
export class ShapeReader {
  readonly #shapes: Shapes;
  readonly #named = new Map<string, Read>();

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  /**
   * Returns the value. A value of the kind of a form of its union that has none of the forms stays as it is. Throws WrongType, which names the member, for a
   * value of another type.
   */
  read(shape: Shape, value: unknown): unknown {
    return this.#reader(shape)(value);
  }

  #reader(shape: Shape): Read {
    if (typeof shape === "string") {
      return shape.startsWith("#") ? this.#byName(shape.slice(1)) : kindReader(shape);
    }
    switch (shape[0]) {
      case "list":
        return listReader(this.#reader(shape[1]));
      case "map":
        return mapReader(this.#reader(shape[1]));
      case "nullable": {
        const read = this.#reader(shape[1]);
        return (value) => (value === null ? null : read(value));
      }
      case "object":
        return objectReader(this.#members(shape[1]), this.#members(shape[2]));
      default: {
        const [, ...forms] = shape as readonly ["forms", ...Form[]];
        return formsReader(
          forms,
          forms.map((form) => [this.#test(form), this.#reader(form.shape)] as const),
        );
      }
    }
  }

  /** A shape can contain itself, so that its reader is made when it is first used. */
  #byName(name: string): Read {
    return (value) => {
      let read = this.#named.get(name);
      if (read === undefined) {
        read = this.#reader(this.#shapes[name] ?? "json");
        this.#named.set(name, read);
      }
      return read(value);
    };
  }

  #members(members: Members): readonly (readonly [string, Read])[] {
    return Object.entries(members).map(([name, shape]) => [name, this.#reader(shape)]);
  }

  #test(form: Form): (value: unknown) => boolean {
    const { json, equals, has = [], is = {}, only = false, whole = false } = form;
    if (json !== "object") {
      return (value) => kindOf(value) === json && (equals === undefined || value === equals);
    }
    const [required, optional] = this.#namesOf(form.shape);
    const known = new Set([...required, ...optional]);
    const words = Object.entries(is);
    return (value) =>
      kindOf(value) === "object" &&
      words.every(([name, word]) => memberOf(value, name) === word) &&
      has.every((path) => hasPath(value, path)) &&
      (!whole || required.every((name) => Object.hasOwn(value as object, name))) &&
      (!only || Object.keys(value as object).every((name) => known.has(name)));
  }

  #namesOf(shape: Shape): readonly [readonly string[], readonly string[]] {
    if (typeof shape === "string" && shape.startsWith("#")) {
      return this.#namesOf(this.#shapes[shape.slice(1)] ?? "json");
    }
    if (typeof shape === "string" || shape[0] !== "object") return [[], []];
    return [Object.keys(shape[1] as Members), Object.keys(shape[2] as Members)];
  }
}

function objectReader(
  required: readonly (readonly [string, Read])[],
  optional: readonly (readonly [string, Read])[],
): Read {
  return (value) => {
    if (kindOf(value) !== "object") throw new WrongType("an object", value);
    const own = value as Record<string, unknown>;
    for (const [name, read] of required) {
      if (!Object.hasOwn(own, name)) throw new WrongType("a value", undefined).within(name);
      readMember(own, name, read);
    }
    for (const [name, read] of optional) {
      if (Object.hasOwn(own, name) && own[name] !== null) readMember(own, name, read);
    }
    return value;
  };
}

function mapReader(read: Read): Read {
  return (value) => {
    if (kindOf(value) !== "object") throw new WrongType("an object", value);
    const own = value as Record<string, unknown>;
    for (const name of Object.keys(own)) readMember(own, name, read);
    return value;
  };
}

function readMember(own: Record<string, unknown>, name: string, read: Read): void {
  const value = own[name];
  let found: unknown;
  try {
    found = read(value);
  } catch (error) {
    throw error instanceof WrongType ? error.within(name) : error;
  }
  if (found !== value) own[name] = found;
}

function listReader(read: Read): Read {
  return (value) => {
    if (!Array.isArray(value)) throw new WrongType("a list", value);
    for (let index = 0; index < value.length; index++) {
      try {
        value[index] = read(value[index]);
      } catch (error) {
        throw error instanceof WrongType ? error.within(`[${index}]`) : error;
      }
    }
    return value;
  };
}

function formsReader(
  forms: readonly Form[],
  readers: readonly (readonly [(value: unknown) => boolean, Read])[],
): Read {
  const kinds = new Set(forms.map(({ json }) => json));
  const expected = [...kinds].map((kind) => kindNames[kind]).join(" or ");
  return (value) => {
    const form = readers.find(([test]) => test(value));
    if (form !== undefined) return form[1](value);
    if (!kinds.has(kindOf(value))) throw new WrongType(expected, value);
    return value;
  };
}

const kindNames: Readonly<Record<Form["json"], string>> = {
  object: "an object",
  list: "a list",
  text: "text",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

function kindReader(kind: string): Read {
  switch (kind) {
    case "json":
      return (value) => value;
    case "text":
      return expecting("text", (value) => typeof value === "string");
    case "boolean":
      return expecting("true or false", (value) => typeof value === "boolean");
    case "null":
      return expecting("null", (value) => value === null);
    case "number":
      return (value) => {
        const rounded = typeof value === "bigint" ? Number(value) : value;
        if (typeof rounded === "number" && Number.isFinite(rounded)) return rounded;
        throw new WrongType("a number", value);
      };
    default:
      return integerReader(kind);
  }
}

function expecting(expected: string, test: (value: unknown) => boolean): Read {
  return (value) => {
    if (!test(value)) throw new WrongType(expected, value);
    return value;
  };
}

const narrow: Readonly<Record<string, readonly [number, number]>> = {
  uint16: [0, 0xffff],
  uint32: [0, 0xffff_ffff],
  uint53: [0, Number.MAX_SAFE_INTEGER],
  int53: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};
const wide: Readonly<Record<string, readonly [bigint, bigint]>> = {
  uint64: [0n, 2n ** 64n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/** A 64-bit integer is a number or decimal text on the wire, and a bigint here. */
function integerReader(kind: string): Read {
  const [least, most] = narrow[kind] ?? wide[kind] ?? [0n, 0n];
  const expected = `an integer from ${least} to ${most}`;
  if (kind in narrow) {
    return expecting(
      expected,
      (value) =>
        typeof value === "number" && Number.isInteger(value) && value >= least && value <= most,
    );
  }
  return (value) => {
    const exact = exactInteger(value);
    if (exact === undefined || exact < least || exact > most) throw new WrongType(expected, value);
    return exact;
  };
}

/** No 64-bit integer has more characters than this: longer text is not converted. */
const digitsMax = 20;

function exactInteger(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "string") {
    return value.length <= digitsMax && /^(?:0|-?[1-9][0-9]*)$/.test(value)
      ? BigInt(value)
      : undefined;
  }
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}

function kindOf(value: unknown): Form["json"] {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  switch (typeof value) {
    case "string":
      return "text";
    case "boolean":
      return "boolean";
    case "object":
      return "object";
    default:
      return "number";
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function hasPath(value: unknown, path: readonly string[]): boolean {
  let inner = value;
  for (const name of path) {
    inner = memberOf(inner, name);
    if (inner === undefined) return false;
  }
  return true;
}
