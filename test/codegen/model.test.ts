import { expect, test } from "vitest";
import { bundleNamed, bundleSources } from "../../codegen/load/bundle.ts";
import { formatJson, parseJson } from "../../codegen/load/json.ts";
import { buildContract } from "../../codegen/model.ts";
import { toyContract } from "./contract.ts";

const contract = buildContract(toyContract());
const [spec, old] = contract.profiles;
const toy = spec.documents[0]!;

test("a document is self-contained and keeps its references", () => {
  const text = formatJson(toy.json);
  expect(text).not.toContain("common.json");
  expect(text).toContain('"$ref": "#/components/schemas/Name"');
  expect([...toy.schemas.keys()]).toEqual(["Name", "Toy", "Uint64Param", "Uint64String"]);
});

test("a document says where it is served", () => {
  expect(toy).toMatchObject({
    api: "toy",
    paths: ["/ext/toy", "/ext/alias"],
    distinctPaths: false,
    enabledBy: { flag: "api-toy-enabled", default: true },
    ready: undefined,
  });
});

test("a method has its params, with shared ones followed, and its marks", () => {
  const [getToy, putToys] = toy.methods;
  expect(getToy).toMatchObject({ lifetime: "block", nodeLocal: false, changed: false });
  expect(getToy?.params.map(({ name, required }) => [name, required])).toEqual([
    ["name", true],
    ["form", false],
  ]);
  expect(getToy?.errors).toEqual(["ToyNotFound", "InvalidParams"]);
  expect(putToys).toMatchObject({ deprecated: true, nodeLocal: true, changesState: true });
});

test("numbers beyond 2^53 keep every digit on their way through", () => {
  expect(toy.methods[0]?.examples[0]?.result).toMatchObject({ serial: 18446744073709551615n });
  expect(formatJson(toy.json)).toContain('"serial": 18446744073709551615');
});

test("a profile replaces members, removes those that are null, and rewords errors", () => {
  const getToy = old?.documents[0]?.methods[0];
  expect(getToy).toMatchObject({ changed: true, changesParams: false, changesResult: true });
  expect(getToy?.deprecated).toBe(true);
  expect(formatJson(old!.documents[0]!.json)).not.toContain('"links"');
  const error = contract.errors.find(({ name }) => name === "ToyNotFound");
  expect(error?.placeholders).toEqual(["name"]);
  expect(error?.forms.get("spec")).toMatchObject({
    code: -32000,
    message: "no toy is called {name}",
  });
  expect(error?.forms.get("old")).toMatchObject({ code: -1, message: "{name}?" });
});

test("JSON that is read and printed is the same", () => {
  const text =
    '{\n  "a": [\n    18446744073709551616,\n    -9007199254740993,\n    1.5,\n    "12345678901234567890"\n  ]\n}\n';
  expect(formatJson(parseJson(text))).toBe(text);
});

test("the documents of one profile are made alone, as a server makes them", () => {
  const sources = toyContract();
  for (const profile of bundleSources(sources)) {
    expect(bundleNamed(sources, profile.name)).toEqual(profile);
  }
  expect(() => bundleNamed(sources, "none")).toThrow("there is no profile none");
});
