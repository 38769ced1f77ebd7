import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StartedNode, startNode } from "../../support/start-node.ts";

type Example = {
  readonly "x-request": { readonly path: string; readonly body: object };
  readonly value: object;
};

const document: {
  readonly components: { readonly examples: Readonly<Record<string, Example>> };
} = JSON.parse(readFileSync(new URL("../../../openapi/mesh.json", import.meta.url), "utf8"));

let node: StartedNode;

beforeAll(async () => {
  node = await startNode({ chain: "small", mesh: "true" });
});

afterAll(() => node.stop());

it.each(Object.entries(document.components.examples))(
  "the example %s of openapi/mesh.json is what the node answers",
  async (_name, { "x-request": { path, body }, value }) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(node.url + path, init);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(value);
  },
);
