import { FormatError } from "../../formats/format-error.ts";
import type { JsonValue } from "../../formats/json.ts";

/** What the fields of a codec expect of a JSON form. All functions throw FormatError. */

export type JsonMembers = { readonly [name: string]: JsonValue };

export function textOf(json: JsonValue): string {
  if (typeof json !== "string") throw new FormatError(`expected a string but got ${kindOf(json)}`);
  return json;
}

export function integerOf(json: JsonValue, min: bigint, max: bigint): bigint {
  const isInteger = typeof json === "bigint" || Number.isSafeInteger(json);
  // Amounts are strings of digits elsewhere in the API.
  const isText = typeof json === "string" && /^-?\d{1,20}$/.test(json);
  if (!isInteger && !isText) throw new FormatError(`expected an integer but got ${kindOf(json)}`);
  const value = BigInt(json as number | bigint | string);
  if (value < min || value > max) throw new FormatError(`${value} is not from ${min} to ${max}`);
  return value;
}

export function listOf(json: JsonValue): readonly JsonValue[] {
  if (!Array.isArray(json)) throw new FormatError(`expected an array but got ${kindOf(json)}`);
  return json as readonly JsonValue[];
}

export function membersOf(json: JsonValue): JsonMembers {
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  if (!isObject) throw new FormatError(`expected an object but got ${kindOf(json)}`);
  return json as JsonMembers;
}

/** Names the place in an error: `outputs[0].output: expected ...`. */
export function at<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const isNested = /^[\w[\].]+(?:: | is missing$)/.test(error.message);
    const joint = isNested ? (error.message.startsWith("[") ? "" : ".") : ": ";
    throw new FormatError(`${place}${joint}${error.message}`, { cause: error });
  }
}

function kindOf(json: JsonValue | undefined): string {
  if (json === undefined) return "nothing";
  if (json === null) return "null";
  return Array.isArray(json)
    ? "an array"
    : `a ${typeof json === "bigint" ? "number" : typeof json}`;
}
