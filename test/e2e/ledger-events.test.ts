import { afterEach, expect, it } from "vitest";
import { encodeBytes } from "../../src/formats/encoding.ts";
import { divide, payerAddress, spendable } from "../support/transfers.ts";
import { localNetworkID } from "../support/upstream/chain-in-directory.ts";
import { NodeProcess } from "./node-process.ts";
import { ask } from "./rpc.ts";

const nodes: NodeProcess[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.discard();
});

async function started(...flags: readonly string[]): Promise<NodeProcess> {
  const node = await NodeProcess.start(...flags);
  nodes.push(node);
  return node;
}

/** Reads Server-Sent Events until there are `count` besides `ready`. */
async function heard(url: string, query: string, count: number): Promise<string[]> {
  const cut = new AbortController();
  const response = await fetch(`${url}/ext/events?${query}`, { signal: cut.signal });
  expect(response.status).toBe(200);
  const decoder = new TextDecoder();
  let text = "";
  let texts: string[] = [];
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    texts = [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data]) => data!);
    if (texts.length > count) break;
  }
  cut.abort();
  return texts.slice(1, count + 1);
}

const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const fund = (url: string, amount: string) => ask(url, "/ext/dev", "dev.fund", { address, amount });

it.each([[["--processes=2"]], [[]]])(
  "sends an address what changed its balance, %s, also after a kill and a revert",
  async (flags) => {
    const node = await started(...flags);
    const query = `topics=balance&address=${address}&fromHeight=0`;
    const genesis = await heard(node.url, query, 1);
    expect(JSON.parse(genesis[0]!)).toMatchObject({ type: "balance", height: "0", address });
    const { cursor } = JSON.parse(genesis.at(-1)!);
    const next = heard(node.url, `topics=balance&address=${address}&after=${cursor}`, 2);
    await fund(node.url, "5");
    await fund(node.url, "7");
    const live = await next;
    expect(live.map((text) => JSON.parse(text))).toMatchObject([
      { height: "0", received: "5", sent: "0", staked: "0" },
      { height: "0", received: "7" },
    ]);
    await node.stop("SIGKILL");
    await node.start();
    expect(await heard(node.url, query, genesis.length + 2)).toEqual([...genesis, ...live]);
    await ask(node.url, "/ext/dev", "dev.reset");
    expect(await heard(node.url, query, 1)).toEqual(genesis);
  },
  60_000,
);

it.each([[[]], [["--processes=2"]]])(
  "sends the same from a follower as from the node that it follows, %j",
  async (flags) => {
    const upstream = await started();
    const follower = await started(`--upstream=${upstream.url}`, ...flags);
    const query = `topics=balance&address=${payerAddress}`;
    const next = heard(follower.url, query, 2);
    const { utxos } = await ask<{ readonly utxos: readonly string[] }>(
      upstream.url,
      "/ext/bc/P",
      "platform.getUTXOs",
      { addresses: [payerAddress] },
    );
    for (const utxo of spendable(utxos, 1_000_000n).slice(0, 2)) {
      const { bytes } = divide(localNetworkID, utxo, 1, 10_000n);
      const tx = encodeBytes(bytes, "hex");
      await ask(upstream.url, "/ext/bc/P", "platform.issueTx", { tx, encoding: "hex" });
    }
    const live = await next;
    expect(live.map((text) => JSON.parse(text))).toMatchObject([
      { type: "balance", height: "1", address: payerAddress },
      { type: "balance", height: "2", address: payerAddress },
    ]);
    expect(await heard(upstream.url, `${query}&fromHeight=1`, 2)).toEqual(live);
    await follower.stop("SIGKILL");
    await follower.start();
    const { cursor } = JSON.parse(live[0]!);
    expect(await heard(follower.url, `${query}&after=${cursor}`, 1)).toEqual(live.slice(1));
  },
  120_000,
);

it("refuses the topics of the ledger where it is off, and what no address is", async () => {
  const node = await started("--ledger=false");
  const refused = async (query: string) => {
    const response = await fetch(`${node.url}/ext/events?${query}`);
    return [response.status, await response.text()];
  };
  expect(await refused("topics=balance,block")).toEqual([
    400,
    'topics: expected block, transaction or validator, because the ledger is off: to receive the others, start the node with --ledger=true, got "balance,block"\n',
  ]);
  expect(await refused(`topics=balance&address=${address.replace("local", "avax")}`)).toEqual([
    400,
    expect.stringMatching(/^address: expected a P-chain address of this network: .*, got "P-avax1/),
  ]);
  expect(await heard(node.url, "topics=block&fromHeight=0", 1)).toHaveLength(1);
});
