import { expect } from "vitest";
import { avalanchejs } from "./avalanchejs.ts";
import { BlsKey } from "./l1-manager.ts";
import { NodeProcess } from "./node-process.ts";
import { ask, type Json } from "./rpc.ts";
import { type Issued, Wallet } from "./wallet.ts";

const { pvm, TransferableOutput } = avalanchejs;

export const avax = 10n ** 9n;
export const daySeconds = 86_400n;
export { primaryNetworkID } from "./wallet.ts";
export const subnetEvmID = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
export const nowSeconds = () => BigInt(Math.floor(Date.now() / 1000));

/** A node that is a whole local network, and two users with the official client. */
export class LocalNetwork {
  readonly node: NodeProcess;
  readonly ewoq: Wallet;
  /** Has nothing at first. */
  readonly other: Wallet;

  private constructor(node: NodeProcess, ewoq: Wallet, other: Wallet) {
    this.node = node;
    this.ewoq = ewoq;
    this.other = other;
  }

  static async start(...flags: string[]): Promise<LocalNetwork> {
    const node = await NodeProcess.start(
      "--network-id=local",
      "--proposervm-use-current-height=true",
      ...flags,
    );
    const url = () => node.url;
    return new LocalNetwork(
      node,
      await Wallet.open("PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN", url),
      await Wallet.open("PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE", url),
    );
  }

  /** Since Granite, warp messages are verified at the height of an epoch, which a block begins after 30 seconds. */
  async beginEpoch(): Promise<void> {
    await ask(this.node.url, "/ext/dev", "dev.increaseTime", { seconds: 31 });
    await this.pay(this.ewoq, 1n);
  }

  P<Result>(method: string, params: Json = {}): Promise<Result> {
    return ask<Result>(this.node.url, "/ext/bc/P", method, params);
  }

  /** The transaction is in the last block and is what was sent. */
  async expectAccepted({ txID, hex }: Issued): Promise<void> {
    const { height } = await this.P<{ height: string }>("platform.getHeight");
    const { block } = await this.P<{ block: { txs: { id: string }[] } }>(
      "platform.getBlockByHeight",
      { height, encoding: "json" },
    );
    expect(block.txs.map(({ id }) => id)).toEqual([txID]);
    const { tx } = await this.P<{ tx: string }>("platform.getTx", { txID, encoding: "hex" });
    expect(tx).toBe(hex);
  }

  async currentValidators(subnetID: string, ...nodeIDs: string[]): Promise<Json[]> {
    const params = { subnetID, nodeIDs };
    const { validators } = await this.P<{ validators: Json[] }>(
      "platform.getCurrentValidators",
      params,
    );
    return validators;
  }

  async validatorsNow(subnetID: string): Promise<Json> {
    const { height } = await this.P<{ height: string }>("platform.getHeight");
    return this.validatorsAt(subnetID, BigInt(height));
  }

  async validatorsAt(subnetID: string, height: bigint): Promise<Json> {
    const params = { subnetID, height: String(height) };
    return (await this.P<{ validators: Json }>("platform.getValidatorsAt", params)).validators;
  }

  async staked(wallet: Wallet): Promise<bigint> {
    return (await wallet.api.getStake({ addresses: [wallet.address] })).staked;
  }

  async chainTime(): Promise<bigint> {
    const { timestamp } = await this.P<{ timestamp: string }>("platform.getTimestamp");
    return BigInt(Date.parse(timestamp) / 1000);
  }

  /** Ewoq pays. */
  async pay(to: Wallet, amount: bigint): Promise<Issued> {
    return this.ewoq.send((funds, context) => {
      const { avaxAssetID } = context;
      const outputs = [TransferableOutput.fromNative(avaxAssetID, amount, [to.addressBytes])];
      return pvm.newBaseTx({ ...funds, outputs }, context);
    });
  }

  async createSubnet(): Promise<Issued> {
    return this.ewoq.send((funds, context) =>
      pvm.newCreateSubnetTx({ ...funds, subnetOwners: [this.ewoq.addressBytes] }, context),
    );
  }

  async createChain(subnetID: string): Promise<Issued> {
    return this.ewoq.send((funds, context) =>
      pvm.newCreateChainTx(
        {
          ...funds,
          subnetId: subnetID,
          subnetAuth: [0],
          chainName: "manager",
          vmId: subnetEvmID,
          fxIds: [],
          genesisData: { a: 1 },
        },
        context,
      ),
    );
  }

  /** Stakes 2000 AVAX of ewoq's. */
  async addValidator(nodeID: string, end: bigint): Promise<Issued> {
    return this.ewoq.addValidator({ nodeID, end, key: new BlsKey(1) });
  }
}
