import { expect, it } from "vitest";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { configuredNetwork } from "../../../src/node/chain/configured-network.ts";
import { openChain } from "../../../src/node/chain/open-chain.ts";
import { readEvent } from "../../../src/replay/event.ts";
import { openHistory } from "../../../src/replay/history-source.ts";
import { Replay } from "../../../src/replay/replay.ts";
import { rulesFlag } from "../../support/histories.ts";
import { historyFolder } from "../../support/history-chain.ts";

/** Executes a recorded chain. Returns the digest of its state, and how many owners of UTXOs have rows. */
async function executed(isScratch: boolean) {
  const source = await openHistory(historyFolder("all-1"));
  const flags = [...source.flags, rulesFlag("all-1")];
  const given = nodeConfig(await readRawConfig(flags, {}));
  const database = { directory: "", inMemory: true, readOnly: false };
  const config = { ...given, database, isScratch };
  const nowSeconds = BigInt(Math.floor(Date.now() / 1000));
  const opened = await openChain(config, configuredNetwork(config), nowSeconds);
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for await (const line of source.lines()) await replay.apply(readEvent(line));
  replay.commit();
  const { store } = opened;
  const owners = store.database().prepare("SELECT count(*) FROM utxo_owners").pluck().get();
  const digest = store.digest();
  await opened.close();
  return { digest, owners };
}

it("executes the same without the owners of UTXOs", async () => {
  const usual = await executed(false);
  const scratch = await executed(true);
  expect(scratch.digest).toEqual(usual.digest);
  expect(usual.owners).toBeGreaterThan(0);
  expect(scratch.owners).toBe(0);
});
