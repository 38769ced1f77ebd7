import { expect, it } from "vitest";
import { primaryNetworkID } from "../../../../src/networks/chains.ts";
import { local } from "../../../../src/networks/local.ts";
import { followedPeers, type PeerViewsOptions } from "../../../../src/node/follow/peer-views.ts";

const [own, good, fair] = [1, 2, 3].map((byte) => new Uint8Array(20).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const helicon = 1_000n;

/** A validator with a tenth of the stake; two peers observed it for 95 % and 85 % of its period. */
function observed(startTime: bigint) {
  const weights = new Map([
    [own, 10n],
    [good, 60n],
    [fair, 30n],
  ]);
  const options = {
    following: {
      peers: () => [
        { nodeID: good, observedUptimePercent: 95 },
        { nodeID: fair, observedUptimePercent: 85 },
      ],
    },
    nodeID: own,
    queries: {
      blocks: { lastAccepted: () => ({ height: 1n }) },
      validators: { setAt: () => [...weights].map(([nodeID, weight]) => ({ nodeID, weight })) },
    },
    staking: {},
    network: { staking: local.staking, upgrades: { ...local.upgrades, helicon } },
    state: { currentValidator: () => ({ startTime }) },
  } as unknown as PeerViewsOptions;
  return followedPeers(options).uptime(primaryNetworkID);
}

it("info.uptime counts the observations that meet the network's requirement before Helicon", () => {
  expect(observed(helicon - 1n)).toEqual({ rewarding: 100, weightedAverage: 92.5 });
});

it("info.uptime counts those of 90 % where the own staking began at or after Helicon", () => {
  expect(observed(helicon)).toEqual({ rewarding: 70, weightedAverage: 92.5 });
});
