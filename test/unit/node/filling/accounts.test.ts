import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { nodeConfig } from "../../../../src/cli/config.ts";
import { readRawConfig } from "../../../../src/cli/raw-config.ts";
import { formatAddress } from "../../../../src/formats/address.ts";
import { encodeBytes } from "../../../../src/formats/encoding.ts";
import type { JsonValue } from "../../../../src/formats/json.ts";
import { createNode } from "../../../../src/node/create-node.ts";
import { accounts } from "../../../../src/node/dev/accounts.ts";
import { silentLog } from "../../../../src/node/logging/log.ts";
import { callNode } from "../../../support/call-node.ts";
import { divide, spendable } from "../../../support/transfers.ts";

const addresses = accounts(3).map(({ address }) => formatAddress("P", "local", address));
const spender = addresses[1]!;

async function startIn(directory: string, ledger: boolean) {
  const flags = [`--data-dir=${directory}`, `--ledger=${ledger}`, "--http-port=0", "--accounts=3"];
  const node = await createNode(nodeConfig(await readRawConfig(flags, {})), silentLog);
  const url = await node.start();
  const call = async (method: string, params: JsonValue) => {
    const { result, error } = await callNode(url, method, params);
    expect(error).toBeUndefined();
    return result;
  };
  return { call, stop: () => node.stop() };
}

type Calls = Awaited<ReturnType<typeof startIn>>["call"];

/** The node takes any signature for an address that it impersonates. */
async function spend(call: Calls): Promise<void> {
  await call("dev.impersonate", { addresses: [spender] });
  const { utxos } = (await call("platform.getUTXOs", { addresses: [spender] })) as {
    readonly utxos: string[];
  };
  const [utxo] = spendable(utxos, 1n);
  const { bytes } = divide(12_345, utxo!, 2, 10_000_000n);
  await call("platform.issueTx", { tx: encodeBytes(bytes, "hex") });
}

it("the ledger is filled with what the accounts were given at the genesis, and what they spent of it", async () => {
  const directory = await mkdtemp(join(tmpdir(), "couloir-filling-accounts-"));
  const without = await startIn(directory, false);
  await spend(without.call);
  await without.stop();
  const { call, stop } = await startIn(directory, true);
  await expect
    .poll(() => call("ledger.getStatus", {}))
    .toMatchObject({ status: "on", complete: [{ from: "0", to: "1" }] });
  for (const address of addresses) {
    const params = { addresses: [address] };
    const { balance } = (await call("platform.getBalance", params)) as { readonly balance: string };
    expect(await call("ledger.getBalance", params)).toMatchObject({ balance });
  }
  expect(await call("ledger.getTransactions", { filter: { addresses: [spender] } })).toMatchObject({
    transactions: [{ kind: "BaseTx" }, { kind: "Dev" }],
  });
  await stop();
  await rm(directory, { recursive: true });
});
