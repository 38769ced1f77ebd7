import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedNode, startNode } from "../../support/start-node.ts";

type Example = {
  readonly summary: string;
  readonly "x-request": { readonly path: string; readonly body?: object };
  readonly value: object;
};

type Response = {
  readonly content: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { readonly $ref: string }>> }>
  >;
};

type Operation = {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Partial<Response>>>;
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly examples: Readonly<Record<string, Example>> };
};

const document: Document = JSON.parse(
  readFileSync(new URL("../../../openapi/data.json", import.meta.url), "utf8"),
);

/** An example of an operation, with the status that it shows. */
const cases = Object.values(document.paths)
  .flatMap((verbs) => Object.entries(verbs))
  .flatMap(([verb, { operationId, responses }]) =>
    Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content["application/json"]?.examples ?? {}).map(({ $ref }) => ({
        operationId,
        verb: verb.toUpperCase(),
        status: Number(status),
        example: document.components.examples[$ref.split("/").at(-1)!]!,
      })),
    ),
  );

describe("the examples of openapi/data.json", () => {
  let node: StartedNode;

  beforeAll(async () => {
    node = await startNode({ chain: "small", "data-api": "true" });
  });

  afterAll(() => node.stop());

  it("show every operation but those of webhooks, whose IDs and secrets are random", () => {
    const paths = Object.entries(document.paths).filter(
      ([path]) => !path.startsWith("/v1/webhooks"),
    );
    const operations = paths.flatMap(([, verbs]) => Object.values(verbs));
    const shown = new Set(cases.map(({ operationId }) => operationId));
    expect(operations.map(({ operationId }) => operationId).filter((id) => !shown.has(id))).toEqual(
      [],
    );
  });

  it.each(cases)("are what the node answers: $operationId", async (each) => {
    const { path, body } = each.example["x-request"];
    const init = { method: each.verb, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(node.url + path, init);
    expect(response.status).toBe(each.status);
    expect(await response.json()).toEqual(each.example.value);
  });
});
