import fc from "fast-check";

export type Value = null | boolean | number | bigint | string | Value[] | { [name: string]: Value };

/** The value with one to three changes anywhere inside: another type, text, number, member or length. */
export function broken(value: Value): fc.Arbitrary<Value> {
  const changes = fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 3 });
  return changes.map((each) =>
    each.reduce((changed, [place, how]) => changedAt(changed, place, how), value),
  );
}

type Change = (value: Value) => Value;

const change: fc.Arbitrary<Change> = fc.oneof(
  other().map((value) => (): Value => value),
  fc.tuple(fc.nat(), fc.nat(255)).map(
    ([at, code]) =>
      (value: Value) =>
        changedText(value, at, code),
  ),
  fc.nat().map((at) => (value: Value) => without(value, at)),
  fc.tuple(fc.constantFrom("a", "height", "x-", "nodeID"), other()).map(
    ([name, added]) =>
      (value: Value) =>
        isObject(value)
          ? { ...value, [name]: added }
          : Array.isArray(value)
            ? [...value, added]
            : added,
  ),
);

function other(): fc.Arbitrary<Value> {
  return fc.oneof(
    fc.constantFrom<Value>(
      null,
      true,
      false,
      "",
      [],
      {},
      -1,
      0,
      0.5,
      65_536,
      2 ** 32,
      2 ** 53,
      2n ** 64n,
      -(2n ** 63n),
    ),
    fc.bigInt({ min: 0n, max: 2n ** 65n }),
    fc.bigInt({ min: 0n, max: 2n ** 65n }).map(String),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
}

/** Changes the value at a place, counted through the whole tree. */
function changedAt(root: Value, place: number, how: Change): Value {
  let left = place % size(root);
  const visit = (value: Value): Value => {
    if (left === 0) {
      left--;
      return how(value);
    }
    left--;
    if (left < 0) return value;
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(inner)]));
  };
  return visit(root);
}

function size(value: Value): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + size(inner), 1);
}

function changedText(value: Value, at: number, code: number): Value {
  if (typeof value !== "string" || value.length === 0) return value;
  const index = at % value.length;
  return value.slice(0, index) + String.fromCharCode(code) + value.slice(index + 1);
}

function without(value: Value, at: number): Value {
  if (Array.isArray(value)) return value.toSpliced(at % (value.length + 1), 1);
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => name !== names[at % (names.length + 1)]),
  );
}

function isObject(value: Value): value is { [name: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
