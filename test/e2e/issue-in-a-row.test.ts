import { Agent, request } from "node:http";
import { expect, it } from "vitest";
import { decodeBytes, encodeBytes } from "../../src/formats/encoding.ts";
import { formatId } from "../../src/formats/id.ts";
import { decodeUtxo, type Utxo } from "../../src/pchain/components/utxo.ts";
import { divide, outputAt, payerAddress } from "../support/transfers.ts";
import { NodeProcess } from "./node-process.ts";

const [networkID, transactions] = [12345, 100];

it.each([1, 2])(
  "with processes=%i, the call after platform.issueTx sees its effects on every connection",
  async (processes) => {
    const flags = [`--processes=${processes}`, "--staking-port=0", "--log-level=warn"];
    const node = await NodeProcess.start(...flags);
    // With two processes, one connection is to the writer and one to the reader.
    const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    try {
      let utxo = (await utxos(node.url, agents[0]!)).find(isTransfer)!;
      for (let at = 0; at < transactions; at++) {
        const tx = divide(networkID, utxo, 1, 10_000n);
        const issued = { tx: encodeBytes(tx.bytes, "hex") };
        const writing = agents[at % 2]!;
        expect(await call(node.url, writing, "issueTx", issued)).toEqual({ txID: formatId(tx.id) });
        const reading = agents[Math.floor(at / 2) % 2]!;
        const status = await call(node.url, reading, "getTxStatus", { txID: formatId(tx.id) });
        expect(status).toMatchObject({ status: "Committed" });
        utxo = outputAt(tx, 0);
        const found = await utxos(node.url, agents[at % 2]!);
        expect(found.some(({ txID }) => Buffer.from(txID).equals(utxo.txID))).toBe(true);
      }
    } finally {
      for (const agent of agents) agent.destroy();
      await node.discard();
    }
  },
);

const isTransfer = ({ output }: Utxo) => output.kind === "TransferOutput";

async function utxos(url: string, agent: Agent): Promise<Utxo[]> {
  const answer = await call(url, agent, "getUTXOs", { addresses: [payerAddress] });
  const { utxos } = answer as { readonly utxos: string[] };
  return utxos.map((text) => decodeUtxo(decodeBytes(text, "hex")));
}

function call(url: string, agent: Agent, method: string, params: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = request(`${url}/ext/bc/P`, { agent, method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        const { result, error } = JSON.parse(text);
        if (error === undefined) resolve(result);
        else reject(new Error(JSON.stringify(error)));
      });
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: `platform.${method}`, params }));
  });
}
