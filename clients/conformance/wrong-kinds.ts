import type { IntegerType, JsonKind, Type } from "../../codegen/clients/model.ts";
import type { Json } from "../../codegen/load/json.ts";

/** A token that `formatJson` would not print, such as 1e400: `rawNumbers` prints it. */
function raw(token: string): Json {
  return `raw number ${token}`;
}

/** Replaces the values that `raw` has made by their tokens. */
export function rawNumbers(text: string): string {
  return text.replaceAll(/"raw number ([^"]*)"/g, "$1");
}

const samples: Readonly<Record<JsonKind, readonly Json[]>> = {
  object: [{}, { a: "b" }],
  list: [[], [1], ["5"]],
  text: ["", "five", "5", "true", "null", "NaN"],
  number: [5, 0, 1.5],
  boolean: [true, false],
  null: [null],
};

/** A value of each kind but these. */
export function ofOtherKinds(kinds: readonly JsonKind[]): Json[] {
  const others = Object.keys(samples) as JsonKind[];
  return others.filter((kind) => !kinds.includes(kind)).flatMap((kind) => samples[kind]);
}

/** Values of other types: of other kinds, and numbers and texts outside of the range. Not for named types. */
export function wrongFor(type: Type): Json[] {
  switch (type.kind) {
    case "text":
    case "boolean":
    case "null":
    case "list":
      return ofOtherKinds([type.kind]);
    case "map":
      return ofOtherKinds(["object"]);
    case "float":
      return [...ofOtherKinds(["number"]), raw("1e400"), raw("-1e400")];
    case "integer":
      return wrongIntegers(type);
    default:
      return [];
  }
}

const ranges = {
  uint16: [0n, 0xffffn],
  uint32: [0n, 0xffff_ffffn],
  uint53: [0n, 2n ** 53n - 1n],
  int53: [-(2n ** 53n) + 1n, 2n ** 53n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
} as const satisfies Record<IntegerType["size"], readonly bigint[]>;

function wrongIntegers({ size }: IntegerType): Json[] {
  const [least, most] = ranges[size];
  const outside = [least - 1n, most + 1n, 2n ** 200n];
  const fractions = [1.5, ...["0.99999999999999999999", "1e400", "1e19999999", "1e-5"].map(raw)];
  const isWide = size === "uint64" || size === "int64";
  const texts = isWide
    ? [
        ...outside.map(String),
        "",
        "five",
        " 5",
        "5 ",
        "5\n",
        "+5",
        "5.0",
        "5e0",
        "0x5",
        "1_0",
        "\u0665",
        "-",
        "--5",
        "-0",
        "007",
      ]
    : samples.text;
  return [...ofOtherKinds(["number", "text"]), ...outside, ...fractions, ...texts];
}
