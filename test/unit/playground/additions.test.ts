import { expect, test } from "vitest";
import { contractOf } from "../../../playground/contract/contract.ts";
import { additions, guideTexts, packedContract } from "../../../scripts/build-site.ts";

const contract = contractOf(await packedContract(), "spec");
const { tasks = [], concepts = {}, remedies = {}, firstCall = "" } = additions();
const routes = ["GET/ext/events"];

const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");

test("tasks and concepts lead to methods that exist", () => {
  const ids = [
    firstCall,
    ...tasks.flatMap(({ methods }) => methods),
    ...Object.values(concepts).flat(),
  ];
  expect(ids.filter((id) => !contract.methods.has(id) && !routes.includes(id))).toEqual([]);
});

test("each task leads to a guide and a heading of it", () => {
  const texts = guideTexts();
  for (const { title, guide = "" } of tasks) {
    const [id = "", heading] = guide.split("/");
    const text = texts[id] ?? "";
    const slugs = [...text.matchAll(/^#+ (.+)$/gm)].map(([, words]) => slug(words!));
    expect([title, text === "" || (heading !== undefined && !slugs.includes(heading))]).toEqual([
      title,
      false,
    ]);
  }
});

test("each error has a cause and a remedy", () => {
  const without = [...contract.errors.keys()].filter(
    (name) => !remedies[name]?.cause || !remedies[name]?.remedy,
  );
  expect(without).toEqual([]);
});

test("no description is a wall: a paragraph has at most 700 characters", () => {
  const described = [
    ...contract.documents.map(({ api, description }) => [api, description] as const),
    ...[...contract.methods.values()].map(({ name, description }) => [name, description] as const),
  ];
  const walls = described.filter(([, text]) =>
    text.split("\n").some((paragraph) => paragraph.length > 700),
  );
  expect(walls.map(([name]) => name)).toEqual([]);
});
