import { expect, test } from "vitest";
import { packForPage } from "../../../codegen/foreign/page/pack.ts";
import type { JsonObject } from "../../../codegen/load/json.ts";
import { contractOf } from "../../../playground/contract/contract.ts";
import type { Packed } from "../../../playground/contract/packed.ts";
import { inputOf } from "../../../playground/form/field.ts";
import { paramsIn, requestText } from "../../../playground/request/request.ts";
import { searchIndex } from "../../../playground/search/search-index.ts";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const document: JsonObject = {
  openrpc: "1.3.2",
  info: { title: "Trees", version: "2.0.0" },
  methods: [
    {
      name: "Tree",
      params: [
        { name: "first", required: true, schema: { type: "string" } },
        { name: "tree", schema: reference("Tree") },
      ],
      result: { name: "tree", schema: reference("Tree") },
      errors: [{ code: 7, message: "no tree" }],
    },
    { name: "notify", params: [], paramStructure: "by-name" },
  ],
  components: {
    schemas: {
      Tree: {
        type: "object",
        properties: { left: reference("Tree"), right: reference("Tree"), name: { type: "string" } },
      },
    },
  },
};
const contract = contractOf(packForPage(document, "/rpc") as unknown as Packed, "spec");
const method = contract.methods.get("Tree")!;

test("a document of others has its title, methods, types and errors, without our events and clients", () => {
  expect(contract.title).toBe("Trees");
  expect(contract.isOurs).toBe(false);
  expect(contract.events).toBeUndefined();
  expect([...contract.methods.keys()]).toEqual(["Tree", "notify"]);
  expect(method.paths).toEqual(["/rpc"]);
  expect(method.errors).toEqual(["NoTree"]);
  expect(contract.errors.get("NoTree")).toEqual({ code: 7, message: "no tree" });
});

test("a type with the name of a method has a link of its own", () => {
  expect([...contract.schemas.keys()]).toEqual(["Tree (type)"]);
  expect(method.result.schema).toEqual(reference("Tree (type)"));
  const ids = searchIndex(contract).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a schema inside itself is edited as JSON", () => {
  const input = inputOf(method.params[1]!.schema, contract.schemas);
  expect(input).toMatchObject({
    kind: "object",
    fields: [{ input: { kind: "json" } }, { input: { kind: "json" } }, { input: { kind: "text" } }],
  });
});

test("params are sent as a list unless the document says by name", () => {
  const { positions } = method;
  expect(positions).toEqual(["first", "tree"]);
  const text = requestText("Tree", { tree: { name: "oak" } }, positions);
  expect(JSON.parse(text).params).toEqual([null, { name: "oak" }]);
  expect(paramsIn(text, "Tree", positions)).toEqual({ first: null, tree: { name: "oak" } });
  expect(contract.methods.get("notify")!.positions).toBeUndefined();
});
