import { connect } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadProfile } from "../../src/generated/load-profile.ts";
import type { ApiName } from "../../src/generated/profile.ts";
import { stakerFlags } from "../exchanges/recorded-node.ts";
import { CouloirProcess } from "../support/fuzz/couloir-process.ts";
import { readDocument } from "../support/fuzz/documents.ts";
import { type NodeRequest, nodeRequests } from "../support/fuzz/node-requests.ts";
import { Oracle } from "../support/fuzz/oracle.ts";
import { PipelinedClient, type Reply, show } from "../support/fuzz/pipelined-client.ts";
import { seed } from "../support/seed.ts";

/** Requests sent in one run, over both profiles. */
const budget = Number(process.env["COULOIR_FUZZ_REQUESTS"] ?? 8_000);

/** Requests that go over a connection at once, and connections. */
const chunkLength = 40;
const connections = 3;

/** MiB that the process may occupy, and by how much it may grow after the first half. */
const residentMax = 400;
const growthMax = 80;

/** How often each API is asked. A keystore call may cost a password hash. */
const weights: Readonly<Partial<Record<ApiName, number>>> = {
  platform: 12,
  index: 4,
  info: 4,
  keystore: 1,
};

/** Methods that may return no result: they require an existing password, container, L1 or spendable output. */
const unreached = [
  "index.getContainerByID",
  "index.getIndex",
  "keystore.deleteUser",
  "keystore.exportUser",
  "keystore.importUser",
  "platform.createAddress",
  "platform.exportKey",
  "platform.getL1Validator",
  "platform.getSubnet",
  "platform.importKey",
  "platform.issueTx",
  "platform.listAddresses",
];

test.each(["spec", "avalanchego"] as const)(
  "a node of the profile %s answers anything",
  async (name) => {
    const profile = await loadProfile[name]();
    // The dev API breaks what it is asked to break.
    const node = new CouloirProcess(`--api-profile=${name}`, "--dev=false", ...stakerFlags(1));
    const port = await node.port();
    // Watches send to the targets that they are given, which a test must not reach.
    const endpoints = Object.values(profile.endpoints).filter(
      ({ api }) => api !== "dev" && api !== "watch",
    );
    const documents = await Promise.all(endpoints.map(({ paths }) => readDocument(port, paths)));
    const oracle = new Oracle(profile, documents);
    const apis = endpoints.map(({ api }, i) => ({
      document: documents[i]!,
      weight: weights[api] ?? 1,
    }));
    let sent = 0;
    let residentHalfway: number | undefined;
    const judge = (request: NodeRequest, reply: Reply) => {
      const fault = oracle.fault(request, reply, request.methods);
      if (fault !== undefined) throw new Error(`${fault} answers ${show(request)}`);
      sent += 1;
      if (sent >= budget / 4) residentHalfway ??= node.residentMebibytes();
    };

    const started = performance.now();
    await sendChunks(port, nodeRequests(apis), judge);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    await sendNoise(port);

    const resident = node.residentMebibytes();
    const { results, errors } = oracle.counts;
    console.log(
      `${name}: ${sent} requests in ${seconds} s, ${results} results, ${errors} errors, ` +
        `${resident?.toFixed()} MiB after ${residentHalfway?.toFixed()}`,
    );
    expect(sent).toBeGreaterThanOrEqual(budget / 2);
    // What chance reaches must not shrink unseen.
    if (budget >= 100_000) expect(unreached).toEqual(expect.arrayContaining(oracle.unreached()));
    if (resident !== undefined) {
      expect(resident).toBeLessThan(residentMax);
      expect(resident - residentHalfway!).toBeLessThan(growthMax);
    }
    expect(await heightOf(port)).toMatch(/^\d+$/);
    expect(node.log()).not.toMatch(/\] (ERROR|FATAL) /);
    expect(await node.stop()).toBe(0);
  },
  600_000,
);

/** Sends generated requests over some connections, and has each answer judged. */
async function sendChunks(
  port: number,
  requests: fc.Arbitrary<NodeRequest>,
  judge: (request: NodeRequest, reply: Reply) => void,
): Promise<void> {
  const chunks = fc.array(requests, { minLength: chunkLength, maxLength: chunkLength });
  const numRuns = Math.ceil(budget / 2 / chunkLength / connections);
  await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      const client = new PipelinedClient(port);
      const send = async (chunk: readonly NodeRequest[]) => {
        const usual = chunk.filter(({ isStray }) => !isStray);
        const groups = [usual, ...chunk.filter(({ isStray }) => isStray).map((stray) => [stray])];
        for (const group of groups) {
          const replies = await client.exchange(group);
          for (const [at, request] of group.entries()) judge(request, replies[at]!);
        }
      };
      const property = fc.asyncProperty(chunks, (chunk) =>
        send(chunk).catch((error) => {
          // The connection may hold answers of this chunk.
          client.close();
          throw error;
        }),
      );
      await fc.assert(property, { seed: seed * connections + i, numRuns });
      client.close();
    }),
  );
}

/** Bytes that are not HTTP end their connection and nothing else. */
async function sendNoise(port: number): Promise<void> {
  const noise = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 500 }), fc.string());
  for (const bytes of fc.sample(noise, { seed, numRuns: Math.ceil(budget / 500) })) {
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.on("close", () => resolve());
      socket.resume();
      socket.end(Buffer.concat([Buffer.from(bytes), Buffer.from("\r\n\r\n\0\r\n\r\n")]));
    });
  }
}

async function heightOf(port: number): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/ext/bc/P`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}',
  });
  const { result } = (await response.json()) as { readonly result?: { readonly height: unknown } };
  return result?.height;
}
