import { expect, it } from "vitest";
import { Parts } from "../../../src/data-api/parts.ts";

/** Parts, and what `check` got for each text. */
function checkedParts() {
  const parts = new Parts();
  const checked: object[] = [];
  const textOf = (result: object) => parts.textOf(result, (each) => checked.push(each));
  return { parts, checked, textOf };
}

it("makes and checks an entry once, and repeats its text", () => {
  const { parts, checked, textOf } = checkedParts();
  let made = 0;
  const entry = (name: string) =>
    parts.get(name, () => ({ name, amount: 2n ** 60n, count: ++made }));
  const page = (...names: readonly string[]) => ({
    next: undefined,
    total: 3,
    list: names.map(entry),
  });
  const a = '{"name":"a","amount":1152921504606846976,"count":1}';
  const b = '{"name":"b","amount":1152921504606846976,"count":2}';
  expect(textOf(page("a"))).toBe(`{"total":3,"list":[${a}]}`);
  expect(textOf(page("b", "a"))).toBe(`{"total":3,"list":[${b},${a}]}`);
  expect(checked).toEqual([page("a"), page("b")]);
});

it("makes entries again after they were cleared", () => {
  const { parts, checked, textOf } = checkedParts();
  let made = 0;
  const page = () => ({ list: [parts.get("a", () => ({ count: ++made }))] });
  expect([textOf(page()), textOf(page())]).toEqual(Array(2).fill('{"list":[{"count":1}]}'));
  parts.clear();
  expect(textOf(page())).toBe('{"list":[{"count":2}]}');
  expect(checked).toEqual([1, 0, 2].map((count) => ({ list: count === 0 ? [] : [{ count }] })));
});

it("checks an entry again if the check failed", () => {
  const parts = new Parts();
  const page = () => ({ list: [parts.get("a", () => ({ count: 1 }))] });
  const refuse = () => {
    throw new Error("refused");
  };
  for (let time = 0; time < 2; time++)
    expect(() => parts.textOf(page(), refuse)).toThrow("refused");
});

it("writes results without parts as JSON", () => {
  const { checked, textOf } = checkedParts();
  for (const result of [
    { list: [] },
    { list: [{ a: 1 }], none: undefined },
    { amount: 2n ** 60n },
  ]) {
    textOf(result);
    expect(checked.at(-1)).toBe(result);
  }
  expect(textOf({ list: [{ a: 1 }], none: undefined })).toBe('{"list":[{"a":1}]}');
  expect(textOf({ amount: 2n ** 60n })).toBe('{"amount":1152921504606846976}');
});

it("keeps a bounded number of characters", () => {
  const { parts, textOf } = checkedParts();
  let made = 0;
  const page = (name: string) => ({
    list: [parts.get(name, () => ({ count: ++made, long: name.repeat(1_500_000) }))],
  });
  for (const name of ["a", "b", "b", "c", "c"]) textOf(page(name));
  expect(made).toBe(3);
  textOf(page("a"));
  expect(made).toBe(4);
});
