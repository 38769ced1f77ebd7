import { writeSync } from "node:fs";
import type { NodeId } from "../../../src/formats/bytes.ts";
import { primaryNetworkID } from "../../../src/networks/chains.ts";
import {
  type ObservatoryOptions,
  ValidatorObservatory,
} from "../../../src/node/follow/observatory.ts";
import { stakerPriorities } from "../../../src/pchain/state/staker.ts";
import { openStore } from "../store/open-store.ts";

/**
 * A process that observes validators, by a clock that does not wait, until it is killed. It says after each time that it stored
 * what it had observed, up to which time. The first one is always connected, and the second one never.
 */
const [path = "", startMs = "0"] = process.argv.slice(2);
const standardOutput = 1;
const lookMs = 30_000;
const nodes = [1, 2].map((byte) => new Uint8Array(20).fill(byte) as NodeId);
const store = openStore({ path });
let nowMs = Number(startMs);
const peer = {
  ...{ nodeID: nodes[0]!, connectedMs: 0, roundTripMs: 20 },
  ...{ version: "avalanchego/1.14.0", upgradeTime: 0n },
};
const observatory = new ValidatorObservatory({
  following: () => ({
    isBootstrapped: () => true,
    peers: () => [peer],
    traffic: () => ({}),
    reportedUptimes: async () => new Map(),
  }),
  store: {
    observatory: store.observatory,
    state: {
      currentStakers: () =>
        nodes.map((nodeID) => ({
          ...{ nodeID, subnetID: primaryNetworkID },
          priority: stakerPriorities.primaryValidatorCurrent,
        })),
    },
    together: (work: () => void) => {
      store.together(work);
      writeSync(standardOutput, `${nowMs}\n`);
    },
  },
  clock: { nowMillis: () => nowMs },
  retentionMs: Number.MAX_SAFE_INTEGER,
  onError: (error: unknown) => {
    throw error;
  },
} as unknown as ObservatoryOptions);

for (; ; nowMs += lookMs) observatory.look();
