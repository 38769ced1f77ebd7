import { type Id, isZero } from "../../formats/bytes.ts";
import { parseId } from "../../formats/id.ts";
import type { Indexer } from "../../indexer/indexer.ts";
import type { Network } from "../../networks/network.ts";
import type { ChainHandler } from "../../p2p/chain-handler.ts";
import { type OlderContainers, SharedMemoryFeed } from "../stored-chain/shared-memory-feed.ts";
import { DagFollowing, type DagFollowingOptions, type DagProgress } from "./dag-following.ts";
import { isDagApplied } from "./dag-mark.ts";
import { serveVertices } from "./vertex-server.ts";

export type XChainPastOptions = Omit<
  DagFollowingOptions,
  "stopVertexID" | "stagingFile" | "sharedMemory" | "logs"
> & {
  readonly network: Pick<Network, "id" | "upgrades">;
  readonly indexer: Pick<Indexer, "logs">;
  readonly older?: OlderContainers | undefined;
  /** For vertices that are not stored in order yet; nothing is fetched if absent. */
  readonly dagStagingFile?: string | undefined;
};

/** The DAG that the X-chain was before it was linear, and what its transactions put into shared memory. */
export class XChainPast {
  readonly #options: XChainPastOptions;
  readonly #stopVertexID: Id;
  readonly #sharedMemory: SharedMemoryFeed;
  readonly #dag: DagFollowing | undefined;

  constructor(options: XChainPastOptions) {
    const { dagStagingFile: stagingFile, network, indexer } = options;
    const { logs } = indexer;
    this.#options = options;
    this.#stopVertexID = parseId(network.upgrades.cortinaXChainStopVertexID);
    const sharedMemory = new SharedMemoryFeed({ ...options, path: "X/tx", log: logs["X/tx"] });
    this.#sharedMemory = sharedMemory;
    // An X-chain that was linear from its first block has no DAG.
    if (stagingFile === undefined || isZero(this.#stopVertexID)) return;
    const stopVertexID = this.#stopVertexID;
    this.#dag = new DagFollowing({ ...options, stopVertexID, stagingFile, sharedMemory, logs });
  }

  start(): void {
    this.#dag?.start();
  }

  async stop(): Promise<void> {
    await this.#dag?.stop();
  }

  /** Undefined if the DAG is not fetched. */
  progress(): DagProgress | undefined {
    return this.#dag?.progress();
  }

  warnings(): readonly string[] {
    return this.#dag?.warnings() ?? [];
  }

  /** Whether shared memory has everything that is stored. */
  isApplied(): boolean {
    return this.#sharedMemory.isComplete();
  }

  /** Applies some of what is stored. Returns false if there is nothing to apply. Throws Rejection. */
  async advance(): Promise<boolean> {
    await this.#sharedMemory.prepare();
    return this.#sharedMemory.advance();
  }

  /** Whether shared memory has everything that there was. */
  isWhole(): boolean {
    const { metadata } = this.#options.store;
    return isZero(this.#stopVertexID) || isDagApplied(metadata, this.#stopVertexID);
  }

  /** Sends stored vertices to peers. */
  handler(sleep: (delayMs: number) => Promise<void>): Pick<ChainHandler, "vertices"> {
    const { indexer, elapsedMillis: nowMillis } = this.#options;
    return serveVertices({ vertices: indexer.logs["X/vtx"], nowMillis, sleep });
  }
}
