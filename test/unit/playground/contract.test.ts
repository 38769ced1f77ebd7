import { expect, test } from "vitest";
import { contractOf } from "../../../playground/contract/contract.ts";
import { declaredError } from "../../../playground/contract/declared-error.ts";
import { packDocuments } from "../../../playground/contract/packed.ts";
import { usesOf } from "../../../playground/contract/uses.ts";
import type { JsonObject } from "../../../playground/json/parse.ts";
import { formatJson, parseJson } from "../../../playground/json/parse.ts";
import { documentSets, packedContract } from "../../../scripts/build-site.ts";

const sets = documentSets();
const packed = await packedContract();
const spec = contractOf(packed, "spec");

test.each(sets.map((set) => [set.name, set] as const))(
  "profile %s comes out of the pack as it went in",
  (name, { documents }) => {
    const contract = contractOf(packed, name);
    expect(contract.documents.map(({ api }) => api)).toEqual([...documents.keys(), "rpc"]);
    for (const document of documents.values()) {
      const { methods, components } = document as {
        methods: JsonObject[];
        components: { schemas: JsonObject; errors: JsonObject; contentDescriptors?: JsonObject };
      };
      for (const [key, schema] of Object.entries(components.schemas)) {
        expect(contract.schemas.get(key)).toEqual(schema);
      }
      for (const [key, error] of Object.entries(components.errors)) {
        expect(contract.errors.get(key)).toEqual(error);
      }
      for (const written of methods) {
        const method = contract.methods.get(String(written["name"]))!;
        const params = (written["params"] as JsonObject[]).map((param) =>
          "$ref" in param
            ? (components.contentDescriptors?.[
                String(param["$ref"]).split("/").at(-1)!
              ] as JsonObject)
            : param,
        );
        expect(method.params.map((param) => [param.name, param.required, param.schema])).toEqual(
          params.map((param) => [param["name"], param["required"] === true, param["schema"]]),
        );
        expect(method.result.schema).toEqual((written["result"] as JsonObject)["schema"]);
        expect(method.errors.length).toBe((written["errors"] as unknown[]).length);
        const examples = written["examples"] as { result: { value: never } }[];
        expect(method.examples.map(({ result }) => result)).toEqual(
          examples.map(({ result }) => formatJson(result.value)),
        );
      }
    }
  },
);

test("the pack names each method and component of a profile once, and survives being sent", () => {
  expect(JSON.parse(formatJson(packed as never))).toEqual(packed);
  const avalanchego = packed.profiles.find(({ name }) => name === "avalanchego");
  expect(Object.keys(avalanchego!.methods)).toContain("platform.getValidatorsAt");
  expect(Object.keys(avalanchego!.methods)).not.toContain("platform.getHeight");
  expect(spec.methods.get("platform.getValidatorsAt")!.differs).toBe(true);
  expect(spec.methods.get("platform.getHeight")!.differs).toBe(false);
});

test("examples keep every digit", () => {
  const method: JsonObject = {
    name: "a.b",
    params: [],
    examples: [{ name: "n", params: [], result: { value: 18446744073709551615n } }],
  };
  const document: JsonObject = { info: { version: "1" }, methods: [method], components: {} };
  const one = packDocuments(
    [{ name: "spec", documents: new Map([["a", document]]) }],
    packed.events!,
    {},
  );
  expect(one.documents[0]!.methods[0]!.examples[0]!.result).toBe("18446744073709551615");
});

test("two different components of one name are rejected", () => {
  const document = (type: string): JsonObject => ({
    info: { version: "1" },
    methods: [],
    components: { schemas: { Same: { type } } },
  });
  const documents = new Map([
    ["a", document("string")],
    ["b", document("number")],
  ]);
  expect(() => packDocuments([{ name: "spec", documents }], packed.events!, {})).toThrow(
    "two components are called Same",
  );
});

test("every reference and link of the page leads somewhere", () => {
  for (const contract of [spec, contractOf(packed, "avalanchego")]) {
    const known = new Set([
      ...contract.documents.map(({ api }) => api),
      ...contract.methods.keys(),
      ...contract.schemas.keys(),
      ...contract.errors.keys(),
    ]);
    expect(known.size).toBe(
      contract.documents.length +
        contract.methods.size +
        contract.schemas.size +
        contract.errors.size,
    );
    for (const [component, users] of usesOf(contract)) {
      expect(known).toContain(component);
      for (const user of users) expect(known).toContain(user);
    }
  }
});

test("a returned error is found among the declared ones", () => {
  const method = spec.methods.get("platform.getBlock")!;
  const id = "2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr";
  const answer = (code: number, message: string) => ({ code, message });
  const named = (error: JsonObject) => declaredError(error, method, spec);
  expect(named(answer(-32000, `couldn't get block with id ${id}: not found`))).toBe(
    "BlockNotFound",
  );
  expect(named(answer(-32602, "Invalid params"))).toBe("InvalidParams");
  expect(named(answer(-32700, "Parse error"))).toBe("ParseError");
  expect(named(answer(-32000, "something else"))).toBeUndefined();
  expect(named(parseJson("[]") as never)).toBeUndefined();
});

test("the events come with every reference in its place", () => {
  const events = spec.events!;
  expect(events.query.map(({ name }) => name)).toContain("topics");
  expect(events.messages.map(({ name }) => name)).toEqual([
    "ready",
    "block",
    "transaction",
    "validator",
    "balance",
    "reward",
    "stakingPeriod",
    "l1Validator",
    "watch",
    "reverted",
  ]);
  expect(formatJson(events as never)).not.toContain("$ref");
  for (const { examples } of events.messages) expect(examples.length).toBeGreaterThan(0);
});
