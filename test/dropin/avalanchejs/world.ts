import { decodeCb58 } from "../../../src/formats/cb58.ts";
import type { NodeProcess } from "../../e2e/node-process.ts";
import { ask, type Json } from "../../e2e/rpc.ts";
import { Wallet } from "../../e2e/wallet.ts";

/** The key that every local network funds, as dev.nodeInfo's banner shows it. */
const privateKey = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const key = {
  PRIVATE_KEY: "0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027",
  P_CHAIN_ADDRESS: "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
  X_CHAIN_ADDRESS: "X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
  CORETH_ADDRESS: "C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
  C_CHAIN_ADDRESS: "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC",
};

/** After codec version, transaction ID, index, asset ID and output type. */
const utxoAmountAt = 2 + 32 + 4 + 32 + 4;

/** The node that the examples run against, and what the earlier ones have made. */
export class World {
  readonly url: string;
  readonly wallet: Wallet;
  readonly nodeID: string;
  readonly publicKey: string;
  readonly proofOfPossession: string;
  subnetID = "";
  chainID = "";
  validationID = "";

  private constructor(url: string, wallet: Wallet, node: NodeIdentity) {
    this.url = url;
    this.wallet = wallet;
    this.nodeID = node.nodeID;
    this.publicKey = node.nodePOP.publicKey;
    this.proofOfPossession = node.nodePOP.proofOfPossession;
  }

  static async open({ url }: NodeProcess): Promise<World> {
    const wallet = await Wallet.open(privateKey, () => url);
    return new World(url, wallet, await ask<NodeIdentity>(url, "/ext/info", "info.getNodeID"));
  }

  /** What the examples tell their reader to put into `.env`. */
  get environment(): Readonly<Record<string, string>> {
    return {
      ...key,
      AVAX_PUBLIC_URL: this.url,
      NODE_ID: this.nodeID,
      BLS_PUBLIC_KEY: this.publicKey,
      BLS_SIGNATURE: this.proofOfPossession,
    };
  }

  P<Result>(method: string, params: Json = {}): Promise<Result> {
    return ask<Result>(this.url, "/ext/bc/P", method, params);
  }

  dev<Result>(method: string, params: Json = {}): Promise<Result> {
    return ask<Result>(this.url, "/ext/dev", method, params);
  }

  /** Whether the key owns an output of that transaction and amount. */
  async owns(txID: string, amountNavax: bigint): Promise<boolean> {
    const source = decodeCb58(txID);
    return (await this.utxos()).some((utxo) => {
      const bytes = Buffer.from(utxo.slice(2), "hex");
      const amount = bytes.readBigUInt64BE(utxoAmountAt);
      return bytes.subarray(2, 34).equals(source) && amount === amountNavax;
    });
  }

  /** In hex with the checksum. */
  async utxos(sourceChain?: string): Promise<string[]> {
    const params = { addresses: [key.P_CHAIN_ADDRESS], sourceChain };
    return (await this.P<{ utxos: string[] }>("platform.getUTXOs", params)).utxos;
  }

  async validators(subnetID: string, nodeID: string): Promise<Json[]> {
    const params = { subnetID, nodeIDs: [nodeID] };
    return (await this.P<{ validators: Json[] }>("platform.getCurrentValidators", params))
      .validators;
  }
}

type NodeIdentity = {
  readonly nodeID: string;
  readonly nodePOP: { readonly publicKey: string; readonly proofOfPossession: string };
};
