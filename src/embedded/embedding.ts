/// <reference lib="esnext.disposable" preserve="true" />

import type { Apis, Client } from "../../clients/typescript/src/index.ts";
import type { CallArguments, CallResult, MethodName } from "./typed-call.ts";

/** How to start a node in this process. Defaults are those of the command line, but in memory and on a free port. */
export type StartOptions = {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** Stores chain and keys there; without it everything is in memory. */
  readonly dataDirectory?: string;
  /** State file of a node in memory: loaded at start if it exists, saved when the node stops. */
  readonly stateFile?: string;
  /** `auto` builds a block as soon as there is something to include, `manual` only on `dev.buildBlock`. */
  readonly blockProduction?: "auto" | "manual";
  /** Builds at most one block in this many milliseconds. */
  readonly blockTimeMs?: number;
  /** The node's time at start; by default the machine's. */
  readonly timestamp?: Date;
  /** How many funded keys there are on the P-chain, ten by default. */
  readonly accounts?: number;
  /** Balance of each of them, in whole AVAX. By default the first has 30 million and the others 300,000. */
  readonly balanceAvax?: number;
  /** How many validators the genesis has. */
  readonly stakers?: number;
  /** The hardfork of a new chain; `helicon` if absent. An existing chain keeps its own. */
  readonly hardfork?: Hardfork;
  /** Gas of a block and of each second; plenty by default. `"network"` gives AvalancheGo's gas and prices. */
  readonly gasLimit?: number | "network";
  /** Any other flag of `couloir --help-all`, by its name without the leading dashes. */
  readonly flags?: Readonly<Record<string, string | number | boolean>>;
};

/** The upgrades that a chain can be created with: everything up to it is active from the genesis on. */
export type Hardfork =
  | "apricot"
  | "banff"
  | "cortina"
  | "durango"
  | "etna"
  | "fortuna"
  | "granite"
  | "helicon";

/** Params of a method as `openrpc/` describes them. A bigint is sent as a number with all its digits. */
export type RpcParams = Readonly<Record<string, unknown>>;

/** A node that runs in this process. */
export type StartedNode = {
  /** `http://127.0.0.1:PORT`, for clients and wallets. */
  readonly url: string;
  /** `NodeID-...` */
  readonly nodeID: string;
  /** Funded keys, validators, network and URLs, as `couloir --json` prints them. */
  readonly info: NodeInfo;
  /** A client of all APIs, dev included: `node.client.dev.increaseTime({ seconds: 3600n })`. 64-bit integers are bigint. */
  readonly client: Client<Apis>;
  /**
   * Calls a method by its name: `node.call("dev.increaseTime", { seconds: 3600 })`. Resolves to its result as the node sends
   * it: a 64-bit integer is decimal text, and a JSON number beyond 2^53 is a bigint. Rejects with an Error that has `code` and `data` when the method returns an error.
   * `path` selects one of several paths of an API, such as `/ext/index/P/block`.
   */
  call<Name extends MethodName>(
    method: Name,
    ...given: CallArguments<Name>
  ): Promise<CallResult<Name>>;
  /** Resolves when everything is closed. Repeated calls wait for the first. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * What a program needs to use the node. Amounts are nAVAX as decimal strings, times are ISO 8601.
 */
export type NodeInfo = {
  /** `couloir/0.1.0` */
  readonly program: string;
  readonly url: string;
  readonly docsURL: string;
  readonly networkID: number;
  readonly network: string;
  readonly nodeID: string;
  /** Where blocks come from: `dev` for a node that makes its own. */
  readonly mode: "dev" | "follow" | "offline";
  /** Absent when everything is in memory. */
  readonly dataDirectory?: string;
  readonly stateFile?: string;
  readonly height: string;
  /** The newest upgrade that is active at the chain's time. */
  readonly hardfork: Hardfork;
  readonly accounts: readonly NodeAccount[];
  /** Of the primary network, in the order in which their staking periods end. */
  readonly validators: readonly NodeValidator[];
};

/** A funded key. The node does not run the X-chain and C-chain: their balances are those of the genesis. */
export type NodeAccount = {
  /** `PrivateKey-...` */
  readonly privateKey: string;
  /** The same key as `0x` and hex digits. */
  readonly evmPrivateKey: string;
  readonly P: { readonly address: string; readonly balance: string };
  readonly X: { readonly address: string; readonly balance: string };
  readonly C: { readonly address: string; readonly balance: string };
};

export type NodeValidator = {
  readonly nodeID: string;
  readonly stake: string;
  readonly startTime: string;
  readonly endTime: string;
};
