import { avalanche } from "./avalanche/suite.ts";
import { avalancheRosetta } from "./avalanche-rosetta/suite.ts";
import { avalancheSdk } from "./avalanche-sdk/suite.ts";
import { avalanchegoClients } from "./avalanchego-clients/suite.ts";
import { avalanchegoE2e } from "./avalanchego-e2e/suite.ts";
import { avalanchegoWallet } from "./avalanchego-wallet/suite.ts";
import { avalanchejs } from "./avalanchejs/suite.ts";
import { avalanchepy } from "./avalanchepy/suite.ts";
import { chainkit } from "./chainkit/suite.ts";
import { fiveNodes } from "./five-nodes/suite.ts";
import { flareIndexer } from "./flare-indexer/suite.ts";
import { meshCli } from "./mesh-cli/suite.ts";
import { networkRunner } from "./network-runner/suite.ts";
import { platformCli } from "./platform-cli/suite.ts";
import { rustCrates } from "./rust-crates/suite.ts";
import { subnetCli } from "./subnet-cli/suite.ts";
import type { Suite } from "./suite.ts";
import { tmpnet } from "./tmpnet/suite.ts";

const all = {
  avalanchejs,
  "avalanche-sdk": avalancheSdk,
  avalanche,
  avalanchepy,
  chainkit,
  "five-nodes": fiveNodes,
  "avalanchego-clients": avalanchegoClients,
  "avalanchego-wallet": avalanchegoWallet,
  "flare-indexer": flareIndexer,
  "avalanche-rosetta": avalancheRosetta,
  "mesh-cli": meshCli,
  tmpnet,
  "avalanchego-e2e": avalanchegoE2e,
  "platform-cli": platformCli,
  "rust-crates": rustCrates,
  "subnet-cli": subnetCli,
  "network-runner": networkRunner,
} satisfies Record<string, Suite>;

export type SuiteName = keyof typeof all;

export const suites: Readonly<Record<SuiteName, Suite>> = all;
export const suiteNames = Object.keys(all) as readonly SuiteName[];
