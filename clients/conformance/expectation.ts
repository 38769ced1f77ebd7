import { formatJson, isObject, type Json, type JsonObject } from "../../codegen/load/json.ts";
import type { Expectation, LineAnswer } from "./call.ts";
import type { Difference } from "./compare.ts";

/** Compares a program's output for a line with what its target expects. */
export function compareWithExpectation(
  answer: JsonObject,
  wire: LineAnswer,
  expectation: Expectation,
): Difference[] {
  if ("rawAt" in expectation) {
    const { rawAt } = expectation;
    const [got, expected] = [at(answer, rawAt), at(wire as JsonObject, rawAt)].map(exactText);
    return got === expected ? [] : [{ where: rawAt, got: got ?? "", expected: expected ?? "" }];
  }
  if ("text" in expectation) {
    const text = exactText(at(answer, "/error/text"));
    const expected = JSON.stringify(expectation.text);
    return text === expected ? [] : [{ where: "/error/text", got: text, expected }];
  }
  // Programs print failures as their language shows them: quotes may be escaped.
  const failure = String(answer["failure"] ?? "no failure").replaceAll("\\", "");
  const expected = [expectation.failure, expectation.field ?? ""].join(" ").trim();
  return failure.includes(expectation.failure) && names(failure, expectation)
    ? []
    : [{ where: "/failure", got: failure, expected }];
}

/** Whether a failure names a member in the path before what is expected. */
function names(
  failure: string,
  { failure: start, field }: Extract<Expectation, { failure: string }>,
): boolean {
  if (field === undefined) return true;
  const [place = ""] = failure.slice(failure.indexOf(start) + start.length).split(": expected ");
  return place
    .replaceAll(/\[\d+\]/g, "")
    .split(".")
    .includes(field);
}

function at(value: JsonObject, path: string): Json | undefined {
  return path
    .split("/")
    .slice(1)
    .reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

/** JSON with every number and text as it is, and members in the order of their names. */
function exactText(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `[${value.map(exactText).join()}]`;
  if (!isObject(value)) return formatJson(value).trim();
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${exactText(value[name])}`).join()}}`;
}
