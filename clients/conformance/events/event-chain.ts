import { avalanchejs } from "../../../test/e2e/avalanchejs.ts";
import { BlsKey } from "../../../test/e2e/l1-manager.ts";
import { NodeProcess } from "../../../test/e2e/node-process.ts";
import { ask } from "../../../test/e2e/rpc.ts";
import { Wallet } from "../../../test/e2e/wallet.ts";
import { listenByHand } from "./wire.ts";

const { pvm, TransferableOutput } = avalanchejs;
const avax = 10n ** 9n;
const day = 86_400;
export const primaryNetworkID = "11111111111111111111111111111111LpoYY";
const privateKey = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const stakerNodeID = "NodeID-2ZbTY9GatRTrfinAoYiYLcf6CvrPAUYgo";

/** A node whose chain sends events of every kind. */
export class EventChain {
  readonly node: NodeProcess;
  readonly #wallet: Wallet;

  private constructor(node: NodeProcess, wallet: Wallet) {
    this.node = node;
    this.#wallet = wallet;
  }

  static async start(): Promise<EventChain> {
    const node = await NodeProcess.start(
      "--network-id=local",
      "--proposervm-use-current-height=true",
    );
    try {
      return new EventChain(node, await Wallet.open(privateKey, () => node.url));
    } catch (error) {
      await node.discard();
      throw error;
    }
  }

  /** Accepts a block with one transfer and returns the transaction's ID. */
  async transfer(): Promise<string> {
    const { context, addressBytes } = this.#wallet;
    const output = TransferableOutput.fromNative(context.avaxAssetID, avax, [addressBytes]);
    const { txID } = await this.#wallet.send((funds, own) =>
      pvm.newBaseTx({ ...funds, outputs: [output] }, own),
    );
    return txID;
  }

  /** Accepts a block that adds a validator for three weeks. */
  async addValidator(): Promise<void> {
    const end = BigInt(Math.floor(Date.now() / 1000) + 21 * day);
    await this.#wallet.addValidator({ nodeID: stakerNodeID, end, key: new BlsKey(1) });
  }

  /** The blocks with which that validator's time ends. */
  async endValidator(): Promise<void> {
    await this.dev("increaseTime", { seconds: 22 * day });
  }

  /** A cursor after a block that was reverted. */
  async lostCursor(): Promise<string> {
    const { snapshotID } = await this.dev<{ snapshotID: string }>("snapshot");
    await this.transfer();
    const { events } = await listenByHand(this.node.url, { events: {}, count: 1 });
    await this.dev("revert", { snapshotID });
    return String(events[0]?.["cursor"]);
  }

  async height(): Promise<number> {
    const { height } = await ask<{ height: string }>(
      this.node.url,
      "/ext/bc/P",
      "platform.getHeight",
    );
    return Number(height);
  }

  dev<Result>(method: string, params = {}): Promise<Result> {
    return ask<Result>(this.node.url, "/ext/dev", `dev.${method}`, params);
  }
}
