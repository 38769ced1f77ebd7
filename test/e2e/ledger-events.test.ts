import { afterEach, expect, it } from "vitest";
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
