import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { imperative, sentenceAbout, startsWithVerb } from "../../codegen/clients/doc-text.ts";
import { eventSchemas, eventUnion } from "../../codegen/clients/events.ts";
import { printTypes } from "../../codegen/clients/go/types.ts";
import { inlineNames } from "../../codegen/clients/inline-names.ts";
import { printDefinitions } from "../../codegen/clients/java/definitions.ts";
import { clientLanguages } from "../../codegen/clients/languages.ts";
import { namesIn } from "../../codegen/clients/lookup.ts";
import type { TypeDef, Union, UnionForm } from "../../codegen/clients/model.ts";
import { words } from "../../codegen/clients/names.ts";
import { ownModel } from "../../codegen/clients/own-model.ts";
import { readEvents } from "../../codegen/emit/events/document.ts";
import { collectComponents } from "../../codegen/emit/server/types.ts";
import { listAt, objectAt } from "../../codegen/load/json.ts";
import { readSources } from "../../codegen/load/read.ts";
import { buildContract } from "../../codegen/model.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const contract = buildContract(readSources(root));
const events = readEvents(root)!;
const model = ownModel(contract, events);
const unions = [...model.types.values()].filter((def): def is Union => def.kind === "union");

test("every name that a type mentions is a type", () => {
  for (const def of model.types.values()) {
    const inner = def.kind === "struct" ? def.members.map(({ type }) => type) : [];
    for (const name of inner.flatMap(namesIn)) expect([...model.types.keys()]).toContain(name);
  }
});

test("every name for a form written in place is used", () => {
  for (const { name } of inlineNames.values()) expect(model.types.has(name), name).toBe(true);
});

test("a union of forms written in place is a struct with what they share required", () => {
  expect(members("PlatformGetTxStatusResult")).toEqual({
    status: true,
    height: false,
    time: false,
    blockID: false,
    reason: false,
  });
  expect(model.types.get("TxStatus")).toMatchObject({
    values: ["Committed", "Processing", "Unknown", "Dropped"],
  });
  expect(members("AvalanchegoPlatformGetTxResult")).toEqual({ tx: true, encoding: true });
});

test("every example of every method that holds a union is of one form alone", () => {
  const seen = new Set<string>();
  for (const { profile, documents } of profilesWithDocuments()) {
    for (const { methods } of documents) {
      for (const { name, examples } of methods) {
        const method = profile.apis.flatMap((api) => api.methods).find((own) => own.name === name)!;
        for (const { result } of examples) visit(method.result.type, result, seen);
      }
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(["UnsignedTx", "Block", "CurrentValidator"]));
});

test("a complete validator is distinguished from a partial one by all its required members", () => {
  const times = { startTime: "1", endTime: "2" };
  const permissioned = { txID: "", nodeID: "", weight: "3", ...times };
  const { weight, ...part } = permissioned;
  expect(formsOf("CurrentValidator", permissioned)).toEqual(["CurrentPermissionedValidator"]);
  expect(formsOf("CurrentValidator", part)).toEqual(["CurrentPartialValidator"]);
  expect(formsOf("CurrentValidator", { weight })).toEqual(["CurrentPartialValidator"]);
  expect(formsOf("CurrentValidator", {})).toEqual(["CurrentPartialValidator"]);
  expect(formsOf("CurrentValidator", { weight, mood: "" })).toEqual([]);
});

test("blocks of one shape are distinguished by their transaction", () => {
  const block = { parentID: "", height: 1, id: "" };
  const proposal = { unsignedTx: { txID: "" }, credentials: [], id: "" };
  const atomic = { unsignedTx: { networkID: 1, sourceChain: "", importedInputs: [] } };
  expect(formsOf("Block", { ...block, tx: proposal })).toEqual(["ApricotProposalBlock"]);
  expect(formsOf("Block", { ...block, tx: atomic })).toEqual(["ApricotAtomicBlock"]);
  expect(formsOf("Block", block)).toEqual(["ApricotOptionBlock"]);
  expect(formsOf("Block", { ...block, time: 1, future: 1 })).toEqual([]);
});

test("events are distinguished by their type, and each example has exactly one form", () => {
  const seen = new Set<string>();
  const shown = events.messages.map(({ json }) => {
    for (const example of listAt(json, "examples")) {
      visit({ kind: "named", name: eventUnion }, objectAt(example, "payload"), seen);
    }
    return formsOf(eventUnion, objectAt(listAt(json, "examples")[0]!, "payload")).join();
  });
  expect(shown).toEqual(
    unions.find(({ name }) => name === eventUnion)!.forms.map(({ name }) => name),
  );
  expect(formsOf(eventUnion, { type: "of a newer node" })).toEqual([]);
  expect(members("TransactionEvent")).toMatchObject({ cursor: true, status: true, height: false });
  expect(members("EventsQuery")).toMatchObject({ topics: false, after: false, fromHeight: false });
});

test("a name that events share with the methods means the same", () => {
  const schemas = new Map([...events.schemas, ["Id", { type: "string", pattern: "^other$" }]]);
  expect(() => eventSchemas({ ...events, schemas }, collectComponents(contract))).toThrow("Id has");
});

test("every method has a summary that starts with a verb, as doc comments do", () => {
  for (const { methods } of contract.profiles.flatMap(({ documents }) => documents)) {
    for (const { name, summary } of methods) expect(startsWithVerb(summary), name).toBe(true);
  }
});

test("doc comments follow the custom of each language", () => {
  expect(imperative("Returns the height.")).toBe("Return the height.");
  expect(imperative("Fetches it.")).toBe("Fetch it.");
  expect(imperative("Verifies it.")).toBe("Verify it.");
  expect(imperative("Status of it.")).toBe("Status of it.");
  expect(sentenceAbout("GetHeight", "Returns it.")).toBe("GetHeight returns it.");
  expect(sentenceAbout("Peer", "A node.")).toBe("Peer is a node.");
  expect(sentenceAbout("Fees", "The fees of it.")).toBe("Fees holds the fees of it.");
  expect(sentenceAbout("Status", "The status.")).toBe("Status is the status.");
  expect(sentenceAbout("Ready", "Whether it is.")).toBe("Ready reports whether it is.");
  expect(sentenceAbout("Other", "Something else.")).toBe("Other: Something else.");
});

test("text of one meaning has one type in Go, however each place limits it", () => {
  const types = printTypes(model);
  for (const name of ["AddressText", "ChainAddress", "ChainAddressText", "PChainAddress"])
    expect(types).toContain(`\ntype ${name} = Address\n`);
});

test("an optional list of integers that are text is a list of texts in Java", () => {
  const path = "src/generated/java/couloir/client/types/LedgerGetTransactionResult.java";
  const java = printDefinitions(model).find((file) => file.path === path)!;
  expect(java.text).toMatch(/contentUsing = TextItems.class\) Optional<List<BigInteger>> abortedH/);
});

test("words of names", () => {
  expect(words("UTXOIDs")).toEqual(["utxo", "ids"]);
  expect(words("getL1Validator")).toEqual(["get", "l1", "validator"]);
  expect(words("utxoIDs")).toEqual(["utxo", "ids"]);
  expect(words("P/block")).toEqual(["p", "block"]);
});

test("the manifest of each client has the version of the package", () => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
    version: string;
  };
  for (const { name } of clientLanguages) {
    const manifest = manifests[name];
    expect(manifest, name).toBeDefined();
    if (manifest === "go.mod") continue;
    const text = readFileSync(`${root}clients/${name}/${manifest}`, "utf8");
    expect(/version"?(?: ?[=:] ?"|>)([^"<]*)/.exec(text)?.[1], name).toBe(version);
  }
});

/** Files with a client's version; for Go, the version is a tag. */
const manifests: Readonly<Record<string, string>> = {
  typescript: "package.json",
  go: "go.mod",
  python: "pyproject.toml",
  rust: "Cargo.toml",
  java: "pom.xml",
};

function profilesWithDocuments() {
  return model.profiles.map((profile, index) => ({
    profile,
    documents: contract.profiles[index]!.documents,
  }));
}

function members(name: string): Record<string, boolean> {
  const def = model.types.get(name);
  if (def?.kind !== "struct") throw new Error(`${name} is no struct`);
  return Object.fromEntries(def.members.map((member) => [member.name, member.required]));
}

/** Expects one form for each value of a union inside a value. */
function visit(type: TypeOf, value: unknown, seen: Set<string>): void {
  if (value === null || value === undefined) return;
  if (type.kind === "list") for (const item of value as unknown[]) visit(type.item, item, seen);
  if (type.kind === "map") {
    for (const item of Object.values(value)) visit(type.value, item, seen);
  }
  if (type.kind === "nullable") visit(type.inner, value, seen);
  if (type.kind !== "named") return;
  const def = model.types.get(type.name)!;
  if (def.kind === "alias") visit(def.target, value, seen);
  if (def.kind === "struct") {
    const object = value as Record<string, unknown>;
    for (const member of def.members) visit(member.type, object[member.name], seen);
  }
  if (def.kind === "union") {
    seen.add(def.name);
    const names = formsOf(def.name, value);
    expect(names, def.name).toHaveLength(1);
    visit(def.forms.find(({ name }) => name === names[0])!.type, value, seen);
  }
}

type TypeOf = Union["forms"][number]["type"];

/** Names of the forms whose conditions the value satisfies. */
function formsOf(union: string, value: unknown): string[] {
  const { forms } = unions.find(({ name }) => name === union)!;
  const found = [
    ...new Set(forms.filter((form) => satisfies(form, value)).map(({ name }) => name)),
  ];
  // A form that comes last without tests is what the others leave.
  const left = forms.at(-1)!;
  const isLeft = left.json === "object" && left.tests.length === 0 && left.exact;
  return isLeft && found.length > 1 ? found.filter((name) => name !== left.name) : found;
}

function satisfies({ json, tests, exact, type }: UnionForm, value: unknown): boolean {
  const kind = Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
  const kinds: Record<string, string> = { string: "text", bigint: "number" };
  if ((kinds[kind] ?? kind) !== json) return false;
  if (exact) {
    const names = structMembers(type);
    if (Object.keys(value as object).some((name) => !names.includes(name))) return false;
  }
  return tests.every((each) => {
    if ("equals" in each) return value === each.equals;
    if ("member" in each) return (value as Record<string, unknown>)[each.member] === each.word;
    return at(value, each.path);
  });
}

function at(value: unknown, path: readonly string[]): boolean {
  const [name = "", ...rest] = path;
  if (typeof value !== "object" || value === null || !(name in value)) return false;
  return rest.length === 0 || at((value as Record<string, unknown>)[name], rest);
}

function structMembers(type: TypeOf): string[] {
  const def: TypeDef | undefined = type.kind === "named" ? model.types.get(type.name) : undefined;
  return def?.kind === "struct" ? def.members.map(({ name }) => name) : [];
}
