import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

type Document = {
  readonly methods: readonly { readonly name: string; readonly description: string }[];
};
type Overlay = {
  readonly methods: Readonly<Record<string, { readonly description?: string } | null>>;
};

const documents = ["info", "health", "platform", "proposervm", "index"];
const profiles = ["avalanchego", "avalanchego-1.12"];
const mark = "On a node that follows a network, ";

/** Methods in the first column of the guide's table. */
function listed(): string[] {
  const guide = read("docs/guides/follow.md");
  const table = guide.slice(guide.indexOf("| method | difference |"));
  const rows = table.slice(0, table.indexOf("\n\n")).split("\n").slice(2);
  return rows.flatMap((row) =>
    [...row.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  );
}

it("what a follower cannot know is in the guide and in the description of each method", () => {
  const methods = documents.flatMap(
    (name) => (JSON.parse(read(`openrpc/${name}.json`)) as Document).methods,
  );
  const marked = methods.filter(({ description }) => description.includes(mark));
  expect(marked.map(({ name }) => name).sort()).toEqual(listed().sort());
});

it.each(profiles)("profile %s keeps that text in descriptions of its own", (profile) => {
  const { methods } = JSON.parse(read(`openrpc/profiles/${profile}.json`)) as Overlay;
  const described = Object.entries(methods).flatMap(([name, method]) =>
    method?.description === undefined ? [] : [{ name, description: method.description }],
  );
  const expected = described.filter(({ name }) => listed().includes(name));
  expect(expected.length).toBeGreaterThan(0);
  for (const { name, description } of expected) {
    expect(description.includes(mark), name).toBe(true);
  }
});
