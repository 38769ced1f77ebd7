import {
  type ContainerChanges,
  cChainBlockChanges,
  xChainBlockChanges,
  xChainTxChanges,
} from "../../foreign-chains/block-requests.ts";
import type { Network } from "../../networks/network.ts";
import type { IndexPath } from "../../store/container-log.ts";
import { readContainer } from "../container.ts";
import { cChainForm, xChainForm } from "./block-forms.ts";

/** Indices whose containers change shared memory. */
export type FedPath = (typeof fedPaths)[number];

/** The DAG of the X-chain is below its blocks. */
export const fedPaths = ["X/tx", "X/block", "C/block"] as const satisfies readonly IndexPath[];

type ReadNetwork = Pick<Network, "id" | "upgrades">;

/** Reads what the containers of an index change in shared memory. */
export type ChangeReader = {
  /** The block in its wrapping. */
  readonly contentOf: (container: Uint8Array) => Uint8Array;
  readonly changesOf: (content: Uint8Array) => ContainerChanges;
};

export function changeReader(path: FedPath, network: ReadNetwork): ChangeReader {
  return readers[path](network);
}

const readers: Readonly<Record<FedPath, (network: ReadNetwork) => ChangeReader>> = {
  "X/block": () => ({
    contentOf: (bytes) => readContainer(bytes, xChainForm).block,
    changesOf: xChainBlockChanges,
  }),
  "X/tx": () => ({ contentOf: (bytes) => bytes, changesOf: xChainTxChanges }),
  "C/block": (network) => {
    const form = cChainForm(network.upgrades);
    return {
      contentOf: (bytes) => readContainer(bytes, form).block,
      changesOf: (block) => cChainBlockChanges(block, network),
    };
  },
};
