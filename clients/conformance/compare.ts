import { formatJson, isObject, type Json, type JsonObject } from "../../codegen/load/json.ts";
import type { LineAnswer } from "./call.ts";

/** A place where a program's output differs from what is expected. */
export type Difference = {
  readonly where: string;
  readonly got: string;
  readonly expected: string;
};

/** The value with integers as decimal text, so that it does not matter which way they were printed. */
export function normalise(value: Json): Json {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isInteger(value) ? String(BigInt(value)) : value;
  if (Array.isArray(value)) return value.map(normalise);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, normalise(value[name] as Json)]));
}

/** Compares a program's output for a line with the response on the wire. */
export function compareWithWire(
  answer: JsonObject,
  wire: LineAnswer,
  again: LineAnswer,
): Difference[] {
  if ("failure" in answer) {
    return [{ where: "", got: `failure: ${String(answer["failure"])}`, expected: "an answer" }];
  }
  const { id: _id, ...said } = answer;
  return differences(normalise(withoutNames(said)), expectation(wire), expectation(again), "");
}

/** Compares the output of two programs, including the names of errors. */
export function compareAnswers(
  a: JsonObject,
  b: JsonObject,
  wire: LineAnswer,
  again: LineAnswer,
): Difference[] {
  const volatile = differences(expectation(again), expectation(wire), expectation(wire), "");
  const found = differences(normalise(a), normalise(b), normalise(b), "");
  return found.filter(({ where }) => !volatile.some((each) => where.startsWith(each.where)));
}

function expectation(wire: LineAnswer): Json {
  if ("batch" in wire) return { batch: wire.batch.map(expectation) };
  if ("result" in wire) return { result: normalise(wire.result) };
  if ("list" in wire) return { list: wire.list.map(normalise) };
  if (!isObject(wire.error)) return { error: wire.error };
  const { code, message, data = null } = wire.error;
  return normalise({ error: { code: code ?? null, message: message ?? null, data } });
}

/** The output without what the wire does not carry: names, arguments and words of errors. */
function withoutNames(answer: JsonObject): JsonObject {
  const { error, batch } = answer;
  if (Array.isArray(batch)) {
    return { batch: batch.map((each) => withoutNames(each as JsonObject)) };
  }
  if (!isObject(error)) return answer;
  const { name: _name, arguments: _arguments, text: _text, ...wire } = error;
  return { error: wire };
}

/**
 * Lists where `got` differs from `first`, except where a second response on the wire differs too.
 */
function differences(got: Json, first: Json, second: Json, where: string): Difference[] {
  if (isObject(got) && isObject(first) && isObject(second)) {
    const names = new Set([...Object.keys(got), ...Object.keys(first)]);
    return [...names].flatMap((name) => {
      const place = `${where}/${name}`;
      if (!(name in got)) return [{ where: place, got: "nothing", expected: text(first[name]) }];
      if (!(name in first)) return [{ where: place, got: text(got[name]), expected: "nothing" }];
      const [a, b, c] = [got[name], first[name], second[name] ?? first[name]];
      return differences(a as Json, b as Json, c as Json, place);
    });
  }
  if (Array.isArray(got) && Array.isArray(first) && got.length === first.length) {
    const other = Array.isArray(second) ? second : first;
    return got.flatMap((item, index) =>
      differences(
        item,
        first[index] as Json,
        (other[index] ?? first[index]) as Json,
        `${where}/${index}`,
      ),
    );
  }
  const isVolatile = text(first) !== text(second) && typeof got === typeof first;
  if (isVolatile || text(got) === text(first)) return [];
  return [{ where, got: text(got), expected: text(first) }];
}

function text(value: Json | undefined): string {
  return value === undefined ? "nothing" : formatJson(value).trim();
}
