import type { Halt } from "../../follow/halts.ts";
import { isProductionNetwork } from "../../networks/find-network.ts";

/** Says that following halted, and what to do. */
export function haltTextOf({ isRefuted, isOfDevNode }: Halt, networkID: number): string {
  if (isOfDevNode === true) return devNodeText;
  if (isRefuted === true) return refutedText;
  // The upgrades of other networks come from flags.
  return `${haltText} ${isProductionNetwork(networkID) ? "Update" : `${upgradesText} update`} Couloir, and report the file`;
}

const refutedText =
  "the replayed history refutes the snapshot that this node was started from: it accepts no more blocks and rejects calls to the P-chain. Start with another --data-dir, and check where the snapshot and its digest came from";
const devNodeText =
  "the upstream is a dev node that is not followable, and made a block that no network accepts: this node accepts no more blocks and rejects calls to the P-chain. Start the dev node with --followable and another --data-dir, and follow it with another --data-dir, too";
const haltText =
  "the network accepted a block that this node rejects: it accepts no more blocks and rejects calls to the P-chain.";
const upgradesText =
  "If this node was started with other upgrades than the network, give it those with --hardfork or --upgrade-file, and another --data-dir. Otherwise,";
