import { afterAll, beforeAll, expect, it } from "vitest";
import { documentsOf } from "../../src/node/apis/documents.ts";
import { callNode } from "../support/call-node.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";

type Method = {
  readonly name: string;
  readonly params: readonly { readonly name: string }[];
  readonly "x-node-local"?: boolean;
};
type Document = { readonly methods: readonly Method[]; readonly "x-node-local"?: boolean };

const documents = documentsOf("spec")();
const apis = ["info", "health", "platform", "avm"];

/** Every method that takes no password, is not node-local, and changes nothing. */
const openMethods = apis.flatMap((api) => {
  const document = documents.get(api) as unknown as Document;
  if (document["x-node-local"] === true) return [];
  return document.methods
    .filter((method) => method["x-node-local"] !== true)
    .filter(({ name }) => name !== "rpc.discover")
    .filter(({ params }) => !params.some(({ name }) => name === "password"))
    .map(({ name }) => name);
});

let node: StartedNode;
beforeAll(async () => {
  node = await startNode({ public: "true" });
});
afterAll(() => node?.stop());

it("covers the documents", () => {
  expect([...documents.keys()]).toEqual(expect.arrayContaining(apis));
  expect(openMethods.length).toBeGreaterThan(40);
});

// [spec: 5.open]
it.each(openMethods)("%s needs no credentials, on a public server", async (method) => {
  // Without params a method answers, or names the argument that it needs: never a lack of credentials.
  const answer = (await callNode(node.url, method)) as unknown as {
    readonly result?: unknown;
    readonly error?: { readonly message: string; readonly data?: { readonly field?: string } };
  };
  if (answer.error === undefined) expect(answer.result).toBeDefined();
  else {
    expect(answer.error.data?.field).toEqual(expect.any(String));
    expect(answer.error.message).not.toMatch(/unavailable|public|auth|password|user/i);
  }
});
