import assert from "node:assert/strict";
import { blockCalls } from "./block-calls.ts";
import type { Calls } from "./chain.ts";
import { stakingCalls } from "./staking-calls.ts";
import { utxoCalls } from "./utxo-calls.ts";
import { xChainCalls } from "./x-chain-calls.ts";

/** By the name that the function has in the SDK, after `data.primaryNetwork.`. */
export const calls: Calls = {
  ...blockCalls,
  ...utxoCalls,
  ...stakingCalls,
  ...xChainCalls,
  /** What is wrong gets the error of the SDK's own class, with the message that names the parameter. */
  "transactions.get (of a wrong ID)": async (chain) => {
    const request = { blockchainId: "p-chain", txHash: "nonsense" };
    await assert.rejects(chain.one("transactions", "get", request), (error: Error) => {
      assert.equal(error.name, "BadRequestError");
      assert.match(error.message, /txHash/);
      return true;
    });
  },
};
