/** How a node is started in this process. What is left out is as on the command line, but in memory and on a free port. */
export type StartOptions = {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Keeps chain and keys there; without it everything is in memory. */
  readonly dataDirectory?: string;
  /** State file of a node in memory: loaded at start where it is there, saved when the node is stopped. */
  readonly stateFile?: string;
  /** `auto` makes a block as soon as there is something for one, `manual` when `dev.buildBlock` asks. */
  readonly blockProduction?: "auto" | "manual";
  /** Makes at most one block in so many milliseconds. */
  readonly blockTimeMs?: number;
  /** The clock at start; the machine's time without. */
  readonly timestamp?: Date;
  /** How many keys are funded on the P-chain. */
  readonly accounts?: number;
  /** What each of them has, in whole AVAX. */
  readonly balanceAvax?: number;
  /** How many validators the genesis begins with. */
  readonly stakers?: number;
  /** Any other flag of `couloir --help`, by its name without dashes. */
  readonly flags?: Readonly<Record<string, string | number | boolean>>;
};

/** Params of a method as `openrpc/` describes them. A bigint is sent as a number with all its digits. */
export type RpcParams = Readonly<Record<string, unknown>>;

/** A node that runs in this process. */
export type StartedNode = {
  /** `http://127.0.0.1:PORT`: what clients and wallets are given. */
  readonly url: string;
  /** `NodeID-...` */
  readonly nodeID: string;
  /** Funded keys, validators, network and places, as `couloir --json` prints them. */
  readonly info: NodeInfo;
  /**
   * Calls a method of any API: `node.call("dev.increaseTime", { seconds: 3600 })`. Resolves to its result. Rejects with an
   * Error that has `code` and `data` where the answer is an error. `path` is for the APIs with several, such as
   * `/ext/index/P/block`.
   */
  call<Result = unknown>(method: string, params?: RpcParams, path?: string): Promise<Result>;
  /** Resolves when everything is closed. Further calls wait for the first. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** What a program begins with. Amounts are nAVAX in decimal text, times ISO 8601. */
export type NodeInfo = {
  /** `couloir/0.1.0` */
  readonly program: string;
  readonly url: string;
  readonly docsURL: string;
  readonly networkID: number;
  readonly network: string;
  readonly nodeID: string;
  /** Absent where everything is in memory. */
  readonly dataDirectory?: string;
  readonly stateFile?: string;
  readonly height: string;
  readonly accounts: readonly NodeAccount[];
  /** Of the primary network, in the order in which their periods end. */
  readonly validators: readonly NodeValidator[];
};

/** A funded key. The X- and C-chain are not run: their balances are those of the genesis. */
export type NodeAccount = {
  /** `PrivateKey-...` */
  readonly privateKey: string;
  /** The same key as `0x` and hex. */
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
