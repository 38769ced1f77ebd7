import { type Json, type JsonObject, listAt, textAt } from "../../load/json.ts";
import { integerKind, integerKinds } from "../../schema.ts";
import type { IntegerType } from "../model.ts";

/** Formats that other documents give to integers. */
export const integerFormats: ReadonlySet<string> = new Set(
  "int8 int16 int32 int64 int128 int256 uint8 uint16 uint32 uint64 uint128 uint256".split(" "),
);

const doubleMax = 0x1f_ffff_ffff_ffffn;

/**
 * The type of integers of a schema: by `x-integer`, else `format`, else the values and bounds; without any, an
 * integer that a double holds. Undefined if they can have more than 64 bits.
 */
export function integerType(schema: JsonObject): IntegerType | undefined {
  const format = textAt(schema, "format") ?? "";
  const kind = integerKind(schema);
  if (kind !== undefined) return { kind: "integer", size: kind, wire: "number" };
  if (format === "uint64" || format === "int64" || format === "uint32" || format === "uint16") {
    return { kind: "integer", size: format, wire: "number" };
  }
  const [least, most] = range(schema);
  const isBounded = least !== undefined && most !== undefined;
  if (!isBounded && /^u?int(128|256)$/.test(format)) return undefined;
  const size = sizeOf(least, most);
  return size === undefined ? undefined : { kind: "integer", size, wire: "number" };
}

function sizeOf(
  least: bigint | undefined,
  most: bigint | undefined,
): IntegerType["size"] | undefined {
  const [low, high] = [least ?? -doubleMax, most ?? doubleMax];
  if (least !== undefined && low >= 0n && most !== undefined) {
    if (high <= integerKinds.uint16.maximum) return "uint16";
    if (high <= integerKinds.uint32.maximum) return "uint32";
  }
  if (low >= -doubleMax && high <= doubleMax) return low >= 0n ? "uint53" : "int53";
  if (least !== undefined && low >= 0n && high <= integerKinds.uint64.maximum) return "uint64";
  const { minimum, maximum } = integerKinds.int64;
  return low >= minimum && high <= maximum ? "int64" : undefined;
}

/** The least and the greatest integer that the values or bounds of a schema allow. */
function range(schema: JsonObject): [bigint | undefined, bigint | undefined] {
  const values = ("const" in schema ? [schema["const"] as Json] : listAt(schema, "enum"))
    .map(exact)
    .filter((value) => value !== undefined);
  if (values.length > 0) {
    const [least, most] = [(a: bigint, b: bigint) => a < b, (a: bigint, b: bigint) => a > b].map(
      (isBetter) => values.reduce((a, b) => (isBetter(b, a) ? b : a)),
    );
    return [least, most];
  }
  const above = exact(schema["exclusiveMinimum"]);
  const below = exact(schema["exclusiveMaximum"]);
  return [
    exact(schema["minimum"]) ?? (above === undefined ? undefined : above + 1n),
    exact(schema["maximum"]) ?? (below === undefined ? undefined : below - 1n),
  ];
}

function exact(value: Json | undefined): bigint | undefined {
  if (typeof value === "bigint") return value;
  return Number.isInteger(value) ? BigInt(value as number) : undefined;
}
