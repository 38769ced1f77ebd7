import { describe, expect, test } from "vitest";
import { severities } from "../../../codegen/diff/change.ts";
import { compareDocuments } from "../../../codegen/diff/documents.ts";
import type { JsonObject } from "../../../codegen/load/json.ts";

type Editable = { [key: string]: Editable } & Editable[];

const base = {
  openrpc: "1.3.2",
  info: { title: "Shop", version: "1" },
  "x-paths": ["/shop", "/s"],
  "x-http-get": [{ path: "/shop/stock", method: "shop.stock" }],
  "x-enabled-by": { flag: "shop", default: true },
  methods: [
    {
      name: "shop.buy",
      paramStructure: "by-name",
      params: [
        { $ref: "#/components/contentDescriptors/Item" },
        { name: "count", required: false, schema: { type: "integer", default: 1 } },
      ],
      result: { name: "bill", schema: { $ref: "#/components/schemas/Bill" } },
      errors: [{ $ref: "#/components/errors/SoldOut" }, { code: 7, message: "closed" }],
      examples: [{ name: "one", params: [], result: { name: "bill", value: { sum: 1 } } }],
    },
    { name: "shop.stock", params: [], result: { name: "stock", schema: { type: "integer" } } },
  ],
  components: {
    schemas: {
      Bill: {
        type: "object",
        required: ["sum", "tax"],
        properties: { sum: { type: "integer" }, tax: { type: "integer" } },
      },
    },
    contentDescriptors: { Item: { name: "item", required: true, schema: { type: "string" } } },
    errors: { SoldOut: { code: 1, message: "sold out", data: { item: "{item}" } } },
  },
};

/** The change to the document and the expected finding: rule and place. */
const cases: readonly [string, (document: Editable) => unknown, ...string[]][] = [
  ["nothing", () => {}],
  ["other words", (d) => Object.assign(d["info"]!, { description: "A shop." })],
  ["other examples", (d) => Object.assign(method(d, 0), { examples: [] })],
  ["other order of methods", (d) => d["methods"]!.reverse()],
  ["other order of params by name", (d) => method(d, 0)["params"]!.reverse()],
  [
    "other order of params that were by name only",
    (d) => {
      method(d, 0)["params"]!.reverse();
      delete (method(d, 0) as Record<string, unknown>)["paramStructure"];
    },
    "param-structure-widened shop.buy",
  ],
  ["a path less", (d) => d["x-paths"]!.pop(), "path-removed shop"],
  ["a path more", (d) => d["x-paths"]!.push("/x" as never), "path-added shop"],
  ["a GET route less", (d) => d["x-http-get"]!.pop(), "get-route-removed shop GET /shop/stock"],
  [
    "a GET route more",
    (d) => d["x-http-get"]!.push({ path: "/new" } as never),
    "get-route-added shop GET /new",
  ],
  [
    "another method behind a GET route",
    (d) => Object.assign(d["x-http-get"]![0]!, { method: "shop.buy" }),
    "get-route-changed shop GET /shop/stock",
  ],
  [
    "off by default",
    (d) => Object.assign(d["x-enabled-by"]!, { default: false }),
    "switched-off-by-default shop",
  ],
  ["a method less", (d) => d["methods"]!.pop(), "method-removed shop.stock"],
  [
    "a method more",
    (d) => d["methods"]!.push({ name: "shop.sell", params: [] } as never),
    "method-added shop.sell",
  ],
  [
    "another name of a method",
    (d) => Object.assign(method(d, 1), { name: "shop.Stock" }),
    "method-removed shop.stock",
    "method-added shop.Stock",
  ],
  [
    "a deprecated method",
    (d) => Object.assign(method(d, 1), { deprecated: true }),
    "method-deprecated shop.stock",
  ],
  [
    "a method that public servers refuse",
    (d) => Object.assign(method(d, 1), { "x-node-local": true }),
    "method-node-local shop.stock",
  ],
  [
    "a method that changes something",
    (d) => Object.assign(method(d, 1), { "x-changes-state": true }),
    "method-changes-state shop.stock",
  ],
  [
    "params by name only",
    (d) => Object.assign(method(d, 1), { paramStructure: "by-name" }),
    "param-structure-narrowed shop.stock",
  ],
  [
    "params by position too",
    (d) => Object.assign(method(d, 0), { paramStructure: "either" }),
    "param-structure-widened shop.buy",
  ],
  ["a param less", (d) => method(d, 0)["params"]!.pop(), "param-removed shop.buy params.count"],
  [
    "a param behind a reference less",
    (d) => method(d, 0)["params"]!.shift(),
    "param-removed shop.buy params.item",
  ],
  [
    "a param more",
    (d) => method(d, 1)["params"]!.push({ name: "of", schema: {} } as never),
    "param-added shop.stock params.of",
  ],
  [
    "a required param more",
    (d) => method(d, 1)["params"]!.push({ name: "of", required: true, schema: {} } as never),
    "param-added-required shop.stock params.of",
  ],
  [
    "a required param",
    (d) => Object.assign(method(d, 0)["params"]![1]!, { required: true }),
    "param-now-required shop.buy params.count",
  ],
  [
    "an optional param, behind a reference",
    (d) => Object.assign(component(d, "contentDescriptors", "Item"), { required: false }),
    "param-now-optional shop.buy params.item",
  ],
  [
    "another default",
    (d) => Object.assign(method(d, 0)["params"]![1]!["schema"]!, { default: 2 }),
    "param-default-changed shop.buy params.count",
  ],
  [
    "no default any more",
    (d) => Object.assign(method(d, 0)["params"]![1]!, { schema: { type: "integer" } }),
    "param-default-changed shop.buy params.count",
  ],
  [
    "a narrower param",
    (d) => Object.assign(component(d, "contentDescriptors", "Item")["schema"]!, { maxLength: 9 }),
    "params-narrowed shop.buy params.item",
  ],
  [
    "a wider param",
    (d) => Object.assign(method(d, 0)["params"]![1]!["schema"]!, { type: ["integer", "string"] }),
    "params-widened shop.buy params.count",
  ],
  [
    "a member of a result less, behind a reference",
    (d) => {
      delete component(d, "schemas", "Bill")["properties"]!["tax"];
      component(d, "schemas", "Bill")["required"]!.pop();
    },
    "result-member-removed shop.buy result.tax",
  ],
  [
    "an optional member of a result",
    (d) => component(d, "schemas", "Bill")["required"]!.pop(),
    "result-member-now-optional shop.buy result.tax",
  ],
  [
    "a member of a result more",
    (d) => Object.assign(component(d, "schemas", "Bill")["properties"]!, { tip: {} }),
    "result-member-added shop.buy result.tip",
  ],
  [
    "a result that may be null",
    (d) => Object.assign(method(d, 1)["result"]!["schema"]!, { type: ["integer", "null"] }),
    "result-widened shop.stock result",
  ],
  ["no result", (d) => delete method(d, 1)["result"], "result-removed shop.stock result"],
  [
    "an error less",
    (d) => method(d, 0)["errors"]!.shift(),
    "error-removed shop.buy errors.SoldOut",
  ],
  [
    "an error more",
    (d) => method(d, 0)["errors"]!.push({ code: 8, message: "broke" } as never),
    'error-added shop.buy errors.8 "broke"',
  ],
  [
    "another code of an error",
    (d) => Object.assign(component(d, "errors", "SoldOut"), { code: 2 }),
    "error-code-changed shop.buy errors.SoldOut.code",
  ],
  [
    "another code of an error without a name",
    (d) => Object.assign(method(d, 0)["errors"]![1]!, { code: 9 }),
    'error-code-changed shop.buy errors.7 "closed".code',
  ],
  [
    "another message of an error without a name",
    (d) => Object.assign(method(d, 0)["errors"]![1]!, { message: "shut" }),
    'error-message-changed shop.buy errors.7 "closed".message',
  ],
  [
    "another message of an error",
    (d) => Object.assign(component(d, "errors", "SoldOut"), { message: "none left" }),
    "error-message-changed shop.buy errors.SoldOut.message",
  ],
  [
    "less data of an error",
    (d) => Object.assign(component(d, "errors", "SoldOut"), { data: {} }),
    "error-data-removed shop.buy errors.SoldOut.data",
  ],
  [
    "more data of an error",
    (d) => Object.assign(component(d, "errors", "SoldOut")["data"]!, { left: "0" }),
    "error-data-changed shop.buy errors.SoldOut.data",
  ],
];

describe("two documents that differ by", () => {
  test.each(cases)("%s", (_name, edit, ...found) => {
    const edited = structuredClone(base) as unknown as Editable;
    edit(edited);
    expect(compare(base, edited)).toEqual(found);
  });
});

test("params by position are identified by their order", () => {
  const positional = structuredClone(base) as unknown as Editable;
  method(positional, 0)["paramStructure"] = "by-position" as never;
  const swapped = structuredClone(positional);
  method(swapped, 0)["params"]!.reverse();
  expect(compare(positional, swapped)).toEqual(["param-order-changed shop.buy params"]);
});

test("references and what they lead to are the same", () => {
  const inlined = structuredClone(base) as unknown as Editable;
  method(inlined, 0)["params"]![0] = component(inlined, "contentDescriptors", "Item");
  method(inlined, 0)["result"]!["schema"] = component(inlined, "schemas", "Bill");
  expect(compare(base, inlined)).toEqual([]);
});

test.each<[keyword: string, schema: object, found: string]>([
  ["prefixItems", { prefixItems: [bill()] }, "result-member-removed shop.stock result[0].tax"],
  ["items", { items: bill() }, "result-member-removed shop.stock result[].tax"],
  [
    "additionalItems",
    { items: [{}], additionalItems: bill() },
    "result-member-removed shop.stock result[].tax",
  ],
  ["contains", { contains: bill() }, "result-changed shop.stock result"],
  ["not", { not: bill() }, "result-changed shop.stock result"],
  ["if", { if: bill() }, "result-changed shop.stock result"],
  // The linter takes a literal with this member for a promise.
  [
    "then",
    JSON.parse('{"then":{"$ref":"#/components/schemas/Bill"}}'),
    "result-changed shop.stock result",
  ],
  ["else", { if: {}, else: bill() }, "result-changed shop.stock result"],
  [
    "dependentSchemas",
    { dependentSchemas: { a: bill() } },
    "result-member-removed shop.stock result.tax",
  ],
  [
    "patternProperties",
    { patternProperties: { "^a": bill() } },
    "result-member-removed shop.stock result./^a/.tax",
  ],
  [
    "unevaluatedProperties",
    { unevaluatedProperties: bill() },
    "result-member-removed shop.stock result.*.tax",
  ],
])("a component that changes is found behind %s", (_keyword, schema, found) => {
  const old = structuredClone(base) as unknown as Editable;
  method(old, 1)["result"]!["schema"] = schema as Editable;
  const now = structuredClone(old);
  Object.assign(component(now, "schemas", "Bill"), {
    required: ["sum"],
    properties: { sum: { type: "integer" } },
  });
  expect(compare(old, now)).toContain(found);
});

test("a default beside a reference is that of the param", () => {
  const old = structuredClone(base) as unknown as Editable;
  const item = component(old, "contentDescriptors", "Item");
  const before = { $ref: "#/components/schemas/Bill", default: { sum: 1 } };
  Object.assign(item, { required: false, schema: before });
  const now = structuredClone(old);
  Object.assign(component(now, "contentDescriptors", "Item")["schema"]!, { default: { sum: 2 } });
  expect(compare(old, now)).toEqual(["param-default-changed shop.buy params.item"]);
});

test("params and errors that are not objects are left out", () => {
  const old = structuredClone(base) as unknown as Editable;
  const now = structuredClone(old);
  for (const key of ["params", "errors"]) Object.assign(method(now, 1), { [key]: [null] });
  expect(() => compare(old, now)).not.toThrow();
  expect(compare(now, structuredClone(now))).toEqual([]);
});

function bill(): object {
  return { $ref: "#/components/schemas/Bill" };
}

describe("another form of a result", () => {
  const bill = base.components.schemas.Bill;
  const encoded = (word: string) => ({
    ...bill,
    properties: { ...bill.properties, unit: { type: "string", enum: [word] } },
  });
  const units = (...words: string[]) => ({ name: "unit", schema: { type: "string", enum: words } });

  function shop(params: readonly object[], result: object): Editable {
    const document = structuredClone(base) as unknown as Editable;
    method(document, 0)["params"]!.push(...(params as Editable[]));
    method(document, 0)["result"]!["schema"] = result as Editable;
    return document;
  }

  test("breaks nobody if only a value that was rejected before requests it", () => {
    const old = shop([units("cent")], encoded("cent"));
    const now = shop([units("cent", "euro")], { oneOf: [encoded("cent"), encoded("euro")] });
    expect(compare(old, now)).toEqual([
      "params-widened shop.buy params.unit",
      "result-form-on-request shop.buy result",
    ]);
  });

  test("breaks nobody if a new param requests it and the result contains it", () => {
    const marked = { ...encoded("cent"), required: [...bill.required, "unit"] };
    const now = shop([units("cent", "euro")], { oneOf: [bill, marked] });
    expect(compare(base, now)).toEqual([
      "param-added shop.buy params.unit",
      "result-form-on-request shop.buy result",
    ]);
  });

  test("is recognised by its only value, whatever the description of that value says", () => {
    const described = (description: string) => ({
      ...bill,
      properties: { ...bill.properties, unit: { enum: ["cent"], description } },
    });
    const old = shop([], { oneOf: [described("the old words"), { type: "null" }] });
    const now = structuredClone(described("the new words"));
    Object.assign(now.properties, { tip: { type: "integer" } });
    const found = compare(old, shop([], { oneOf: [now, encoded("euro"), { type: "null" }] }));
    expect(found).toEqual([
      "result-member-added shop.buy result.tip",
      "result-widened shop.buy result",
    ]);
  });

  test("breaks nobody if it repeats a new value of a list in the params", () => {
    const fields = (...words: string[]) => ({ type: "array", items: { enum: words } });
    const repeating = (...words: string[]) =>
      shop([{ name: "fields", schema: fields(...words) }], {
        type: "object",
        properties: { fields: fields(...words) },
      });
    expect(compare(repeating("sum"), repeating("sum", "tax"))).toEqual([
      "params-widened shop.buy params.fields[]",
      "result-form-on-request shop.buy result.fields[]",
    ]);
  });

  test("breaks clients that could request it before", () => {
    const forms = { oneOf: [encoded("cent"), encoded("euro")] };
    const old = shop([units("cent", "euro")], encoded("cent"));
    const found = compare(old, shop([units("cent", "euro")], forms));
    expect(found).toEqual(["result-widened shop.buy result"]);
    expect(compare(base, shop([], { oneOf: [bill, encoded("euro")] }))).toEqual([
      "result-widened shop.buy result",
    ]);
  });
});

test("a document that is gone, and one that is new", () => {
  const shop = new Map([["shop", base as unknown as JsonObject]]);
  const mall = new Map([["mall", base as unknown as JsonObject]]);
  const found = compareDocuments(shop, mall).map(({ rule, where }) => `${rule} ${where}`);
  expect(found).toEqual(["document-removed shop", "document-added mall"]);
});

test("every rule of a document and its methods is provoked above", () => {
  const provoked = new Set(
    cases.flatMap(([, , ...found]) => found.map((text) => text.split(" ")[0])),
  );
  const elsewhere =
    /^(params|result)-|^document-|^param-order-|-no-longer-|^switched-on-|^result-added|-default-added/;
  const missing = Object.keys(severities).filter(
    (rule) => !provoked.has(rule) && !elsewhere.test(rule),
  );
  expect(missing).toEqual([]);
});

function compare(old: unknown, now: unknown): string[] {
  const named = (document: unknown) => new Map([["shop", document as JsonObject]]);
  return compareDocuments(named(old), named(now)).map(({ rule, where }) => `${rule} ${where}`);
}

function method(document: Editable, at: number): Editable {
  return document["methods"]![at] as Editable;
}

function component(document: Editable, kind: string, name: string): Editable {
  return document["components"]![kind]![name] as Editable;
}
