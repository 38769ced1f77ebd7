import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { avalanchejs } from "./avalanchejs.ts";
import { avax, daySeconds, LocalNetwork, nowSeconds, primaryNetworkID } from "./local-network.ts";
import { ask, type Json } from "./rpc.ts";
import type { Issued } from "./wallet.ts";

const { pvm } = avalanchejs;

type Page = {
  readonly validators: readonly Json[];
  readonly total: string;
  readonly nextCursor?: string;
};

const nodeID = formatNodeId(new Uint8Array(20).fill(0x11));
const end = nowSeconds() + 20n * daySeconds;

let network: LocalNetwork;
let subnet: Issued;
let added: Issued;

const list = (params: Json) => network.P<Page>("platform.getCurrentValidators", params);

beforeAll(async () => {
  network = await LocalNetwork.start();
  added = await network.addValidator(nodeID, end);
  subnet = await network.createSubnet();
  await network.ewoq.send((funds, context) =>
    pvm.newAddSubnetValidatorTx(
      {
        ...funds,
        subnetId: subnet.txID,
        subnetAuth: [0],
        nodeId: nodeID,
        start: 0n,
        end: end - daySeconds,
        weight: 30n,
      },
      context,
    ),
  );
});
afterAll(() => network?.node.discard());

describe("getCurrentValidators", () => {
  it("lists those of every subnet, page by page the same as at once", async () => {
    const all = await list({ subnetID: "all" });
    expect(new Set(all.validators.map((each) => each["subnetID"]))).toEqual(
      new Set([primaryNetworkID, subnet.txID]),
    );
    const paged: Json[] = [];
    let cursor: string | undefined;
    do {
      const page = { limit: 1, ...(cursor !== undefined && { startAfter: cursor }) };
      const { validators, total, nextCursor } = await list({ subnetID: "all", page });
      expect(total).toBe(String(all.validators.length));
      expect(validators).toHaveLength(1);
      paged.push(...validators);
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(all.validators);
  });

  it("finds validators to delegate to, cheapest first, with only the requested fields", async () => {
    const { validators } = await list({
      filter: { maxDelegationFee: 10, minDelegationCapacity: String(100n * avax) },
      sort: { by: "delegationFee" },
      fields: ["nodeID", "delegationFee"],
    });
    expect(validators[0]).toEqual({ nodeID, delegationFee: "2.0000" });
    const fees = validators.map((each) => Number(each["delegationFee"]));
    expect(fees).toEqual(fees.toSorted((a, b) => a - b));
  });

  it("names an unknown condition", async () => {
    const answer = await post("platform.getCurrentValidators", { filter: { maxFee: 10 } });
    const { error } = JSON.parse(answer) as { error: { code: number; data: Json } };
    expect(error.code).toBe(-32602);
    expect(error.data).toMatchObject({ field: "filter", got: '"maxFee"' });
    expect(String(error.data["expected"])).toContain("maxDelegationFee");
  });
});

it("a transaction names its block", async () => {
  const { block } = await network.P<{ block: { id: string; height: number; time: number } }>(
    "platform.getBlockByHeight",
    { height: "1", encoding: "json" },
  );
  const place = { height: "1", time: String(block.time), blockID: block.id };
  const txID = added.txID;
  expect(await network.P("platform.getTxStatus", { txID })).toEqual({
    status: "Committed",
    ...place,
  });
  expect(await network.P("platform.getTx", { txID })).toMatchObject(place);
  expect(await network.P("platform.getTx", { txID, encoding: "json" })).toMatchObject(place);
});

it("UTXOs as JSON are those that the official client decodes", async () => {
  const decoded = await network.ewoq.utxos();
  // Amounts have more digits than a double: the text has them all.
  const params = { addresses: [network.ewoq.address], encoding: "json" };
  const answer = await post("platform.getUTXOs", params);
  const amounts = [...answer.matchAll(/"amount":(\d+)/g)].map(([, digits]) => digits);
  expect(amounts.sort()).toEqual(
    decoded.map((utxo) => String(avalanchejs.utils.getUtxoInfo(utxo).amount)).sort(),
  );
});

it("a reward as JSON is what the validator was promised", async () => {
  const [validator] = await network.currentValidators(primaryNetworkID, nodeID);
  const timestamp = String(end + 1n);
  await ask(network.node.url, "/ext/dev", "dev.setTime", { timestamp, frozen: false });
  await expect.poll(() => network.currentValidators(primaryNetworkID, nodeID)).toEqual([]);
  const { utxos } = await network.P<{ utxos: { txID: string; output: Json }[] }>(
    "platform.getRewardUTXOs",
    { txID: added.txID, encoding: "json" },
  );
  expect(utxos).toHaveLength(1);
  expect(utxos[0]).toMatchObject({
    txID: added.txID,
    output: {
      addresses: [network.ewoq.address],
      amount: Number(validator?.["potentialReward"]),
    },
  });
});

/** The bytes of the answer, as they come. */
async function post(method: string, params: Json): Promise<string> {
  const answer = await fetch(`${network.node.url}/ext/bc/P`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return answer.text();
}
