import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { severities } from "../../../codegen/diff/change.ts";
import { type Aspect, compareSchemas } from "../../../codegen/diff/schemas.ts";
import { type JsonObject, parseJson } from "../../../codegen/load/json.ts";

type Effect = "breaking" | "compatible" | "none";

/** Two schemas at the place `x`, the expected change, and its effect in params and in a result. */
type Case = {
  readonly name: string;
  readonly old: JsonObject;
  readonly now: JsonObject;
  readonly found: readonly string[];
  readonly params: Effect;
  readonly result: Effect;
};

const fixture = parseJson(readFileSync(new URL("schemas.json", import.meta.url), "utf8"));
const { components, cases } = fixture as { components: JsonObject; cases: readonly never[] };
const document = { components };

describe("two schemas", () => {
  test.each<Case>(cases)("$name", ({ old, now, found, params, result }) => {
    const notes = compare(old, now);
    expect(notes.map(({ aspect, place }) => `${aspect} ${place}`)).toEqual(found);
    expect([effect(notes, "params"), effect(notes, "result")]).toEqual([params, result]);
  });

  test.each<Case>(cases)("$name: neither differs from itself", ({ old, now }) => {
    expect([compare(old, old), compare(now, now)]).toEqual([[], []]);
  });

  test("a reference that leads nowhere is named", () => {
    const old = { $ref: "#/components/schemas/Nowhere" };
    expect(() => compare(old, old)).toThrow("#/components/schemas/Nowhere leads nowhere");
  });

  test("a reference to itself ends", () => {
    const loop = { components: { schemas: { A: { $ref: "#/components/schemas/A" } } } };
    const schema = { $ref: "#/components/schemas/A" };
    const both = { schema, document: loop };
    expect(() => compareSchemas(both, both, "x", () => {})).toThrow("refers to itself");
  });
});

function compare(old: JsonObject, now: JsonObject) {
  const notes: { aspect: Aspect; place: string }[] = [];
  const note = (aspect: Aspect, place: string) => notes.push({ aspect, place });
  compareSchemas({ schema: old, document }, { schema: now, document }, "x", note);
  return notes;
}

function effect(notes: readonly { aspect: Aspect }[], side: "params" | "result"): Effect {
  if (notes.length === 0) return "none";
  const found = notes.map(({ aspect }) => severities[`${side}-${aspect}`]);
  return found.includes("breaking") ? "breaking" : "compatible";
}
