import type { JsonValue } from "../../formats/json.ts";
import { maxUint64 } from "../uint64.ts";
import { GenesisError } from "./genesis-error.ts";

/** Reads members of a JSON object as Go's encoding/json does: missing and null are the zero value. */
export class JsonObject {
  readonly #members: { readonly [name: string]: JsonValue };
  readonly #path: string;

  constructor(value: JsonValue, path: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw mismatch(path, "an object");
    }
    this.#members = value as { readonly [name: string]: JsonValue };
    this.#path = path;
  }

  text(name: string): string {
    const value = this.#member(name) ?? "";
    if (typeof value !== "string") throw mismatch(this.#pathOf(name), "a text");
    return value;
  }

  uint64(name: string): bigint {
    return this.#unsigned(name, maxUint64);
  }

  uint32(name: string): number {
    return Number(this.#unsigned(name, 0xffff_ffffn));
  }

  objects(name: string): JsonObject[] {
    return this.#items(name).map(
      (item, index) => new JsonObject(item, `${this.#pathOf(name)}[${index}]`),
    );
  }

  texts(name: string): string[] {
    return this.#items(name).map((item, index) => {
      if (typeof item === "string") return item;
      throw mismatch(`${this.#pathOf(name)}[${index}]`, "a text");
    });
  }

  optionalObject(name: string): JsonObject | undefined {
    const value = this.#member(name);
    return value === undefined ? undefined : new JsonObject(value, this.#pathOf(name));
  }

  #items(name: string): readonly JsonValue[] {
    const value = this.#member(name) ?? [];
    if (!Array.isArray(value)) throw mismatch(this.#pathOf(name), "an array");
    return value as readonly JsonValue[];
  }

  #unsigned(name: string, max: bigint): bigint {
    const value = this.#member(name) ?? 0;
    const isInteger = typeof value === "bigint" || Number.isSafeInteger(value);
    const integer = isInteger ? BigInt(value as number | bigint) : -1n;
    if (integer < 0n || integer > max) {
      throw mismatch(this.#pathOf(name), `an integer from 0 to ${max}`);
    }
    return integer;
  }

  #member(name: string): JsonValue | undefined {
    const value = Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
    return value ?? undefined;
  }

  #pathOf(name: string): string {
    return `${this.#path}.${name}`;
  }
}

function mismatch(path: string, expected: string): GenesisError {
  return new GenesisError(`could not unmarshal genesis JSON: ${path} is not ${expected}`);
}
