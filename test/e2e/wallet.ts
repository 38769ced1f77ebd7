import { setTimeout as sleep } from "node:timers/promises";
import { parsePrivateKey } from "../../src/formats/private-key.ts";
import {
  avalanchejs,
  type Context,
  type Funds,
  type PvmApi,
  type UnsignedTx,
  type Utxo,
} from "./avalanchejs.ts";

const { addTxSignatures, pvm, secp256k1, utils } = avalanchejs;

export type Issued = {
  readonly txID: string;
  /** `0x` and hex of the signed transaction with its checksum, as it was sent. */
  readonly hex: string;
  /** By how much the wallet's balance fell, in nAVAX. */
  readonly spent: bigint;
};

/** A node that shall validate the primary network until `end`, in Unix seconds. */
export type NewValidator = {
  readonly nodeID: string;
  readonly end: bigint;
  readonly key: { readonly publicKey: Uint8Array; readonly proofOfPossession: Uint8Array };
};

export type Build = (funds: Funds, context: Context) => UnsignedTx;

export const primaryNetworkID = "11111111111111111111111111111111LpoYY";
const validatorStakeNavax = 2_000_000_000_000n;
const defaultCommitTimeoutMs = 10_000;
const pollMs = 5;

/** A user of avalanchejs with one key. */
export class Wallet {
  readonly context: Context;
  readonly addressBytes: Uint8Array;
  /** `P-local1...` */
  readonly address: string;
  readonly #privateKey: Uint8Array;
  readonly #url: () => string;
  readonly #commitTimeoutMs: number;

  private constructor(
    privateKey: Uint8Array,
    url: () => string,
    context: Context,
    commitTimeoutMs: number,
  ) {
    this.#commitTimeoutMs = commitTimeoutMs;
    this.#privateKey = privateKey;
    this.#url = url;
    this.context = context;
    this.addressBytes = secp256k1.publicKeyBytesToAddress(secp256k1.getPublicKey(privateKey));
    this.address = utils.format("P", context.hrp, this.addressBytes);
  }

  /** `privateKey` is `PrivateKey-...`; the URL is asked again for each call. */
  static async open(
    privateKey: string,
    url: () => string,
    commitTimeoutMs = defaultCommitTimeoutMs,
  ): Promise<Wallet> {
    const context = await avalanchejs.Context.getContextFromURI(url());
    return new Wallet(parsePrivateKey(privateKey), url, context, commitTimeoutMs);
  }

  get api(): PvmApi {
    return new pvm.PVMApi(this.#url());
  }

  async balance(): Promise<bigint> {
    return (await this.api.getBalance({ addresses: [this.address] })).balance;
  }

  async utxos(sourceChain?: string): Promise<readonly Utxo[]> {
    const source = sourceChain === undefined ? {} : { sourceChain };
    return (await this.api.getUTXOs({ addresses: [this.address], ...source })).utxos;
  }

  /** Builds on the largest UTXO of this wallet unless others are given, signs, issues, waits for Committed. */
  async send(build: Build, given: { readonly utxos?: readonly Utxo[] } = {}): Promise<Issued> {
    const utxos = given.utxos ?? [largest(await this.utxos())];
    const feeState = await this.api.getFeeState();
    const unsignedTx = build(
      { feeState, fromAddressesBytes: [this.addressBytes], utxos },
      this.context,
    );
    return this.issue(unsignedTx);
  }

  /** Stakes 2,000 AVAX for a validator that takes 2 % of its delegators' rewards; all rewards come to this wallet. */
  async addValidator({ nodeID, end, key }: NewValidator): Promise<Issued> {
    return this.send((funds, context) =>
      pvm.newAddPermissionlessValidatorTx(
        {
          ...funds,
          subnetId: primaryNetworkID,
          nodeId: nodeID,
          start: 0n,
          end,
          weight: validatorStakeNavax,
          publicKey: key.publicKey,
          signature: key.proofOfPossession,
          rewardAddresses: [this.addressBytes],
          delegatorRewardsOwner: [this.addressBytes],
          shares: 20_000,
        },
        context,
      ),
    );
  }

  async issue(unsignedTx: UnsignedTx, cosigners: readonly Wallet[] = []): Promise<Issued> {
    const before = await this.balance();
    await this.sign(unsignedTx, cosigners);
    const signed = unsignedTx.getSignedTx();
    const { txID } = await this.api.issueSignedTx(signed);
    await this.#waitUntilCommitted(txID);
    const hex = utils.bufferToHex(utils.addChecksum(signed.toBytes()));
    return { txID, hex, spent: before - (await this.balance()) };
  }

  async sign(unsignedTx: UnsignedTx, cosigners: readonly Wallet[] = []): Promise<void> {
    const privateKeys = [this, ...cosigners].map((wallet) => wallet.#privateKey);
    await addTxSignatures({ unsignedTx, privateKeys });
    await this.#signAuthorization(unsignedTx);
  }

  /** The credential after those of the inputs is that of a subnet's or a validator's owner. */
  async #signAuthorization(unsignedTx: UnsignedTx): Promise<void> {
    const position = unsignedTx.addressMaps.toArray().length;
    if (unsignedTx.getCredentials().length <= position) return;
    const signature = await secp256k1.sign(unsignedTx.toBytes(), this.#privateKey);
    unsignedTx.addSignatureAt(signature, position, 0);
  }

  async #waitUntilCommitted(txID: string): Promise<void> {
    const deadline = Date.now() + this.#commitTimeoutMs;
    for (;;) {
      const { status, reason } = await this.api.getTxStatus({ txID });
      if (status === "Committed") return;
      if (status === "Dropped") throw new Error(`${txID} was dropped: ${reason}`);
      if (Date.now() > deadline) throw new Error(`${txID} is still ${status}`);
      await sleep(pollMs);
    }
  }
}

export function largest(utxos: readonly Utxo[]): Utxo {
  const amountOf = (utxo: Utxo) => utils.getUtxoInfo(utxo).amount;
  return utxos.reduce((best, utxo) => (amountOf(utxo) > amountOf(best) ? utxo : best));
}
