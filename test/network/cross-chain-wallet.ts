import { sha256 } from "../../src/crypto/hash.ts";
import { sign } from "../../src/crypto/secp256k1.ts";
import {
  type AtomicTx,
  atomicTx,
  type UnsignedAtomicTx,
} from "../../src/foreign-chains/c-chain/atomic-tx.ts";
import {
  encodeXChainUnsignedTx,
  type XChainTx,
  xChainTx,
} from "../../src/foreign-chains/x-chain/tx.ts";
import type { XChainUnsignedTx } from "../../src/foreign-chains/x-chain/unsigned-tx.ts";
import { formatAddress } from "../../src/formats/address.ts";
import type { Id } from "../../src/formats/bytes.ts";
import { decodeBytes, encodeBytes } from "../../src/formats/encoding.ts";
import { parseHex } from "../../src/formats/hex.ts";
import { parseId } from "../../src/formats/id.ts";
import { parsePrivateKey } from "../../src/formats/private-key.ts";
import { networkHrp } from "../../src/networks/ids.ts";
import { wellKnownPrivateKeys } from "../../src/networks/local.ts";
import { encodeVersioned } from "../../src/pchain/codec/versioned.ts";
import type { TransferableInput } from "../../src/pchain/components/inputs.ts";
import type { TransferableOutput } from "../../src/pchain/components/outputs.ts";
import { decodeUtxo, type Utxo } from "../../src/pchain/components/utxo.ts";
import type { UnsignedTx } from "../../src/pchain/txs/unsigned-tx.ts";
import { ask } from "../e2e/rpc.ts";
import { payer, signedByPayer } from "../support/transfers.ts";
import { cChainPayment } from "./c-chain-payment.ts";
import type { TestNetwork } from "./test-network.ts";
import { until } from "./traffic.ts";

const key = parsePrivateKey(wellKnownPrivateKeys[0]);
/** The account of the same key on the C-chain. */
const account = parseHex("0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc");
const platformChainID = new Uint8Array(32);
const paths = { P: "/ext/bc/P", X: "/ext/bc/X", C: "/ext/bc/C/avax" } as const;
const apis = { P: "platform", X: "avm", C: "avax" } as const;

/** More than any fee of a transaction here. */
const burned = 100_000_000n;
const crossing = 3_000_000_000n;

export type ChainName = "P" | "X" | "C";
const names: readonly ChainName[] = ["P", "X", "C"];

/** The best known key of the local network on its three chains, through a node of AvalancheGo. */
export class CrossChainWallet {
  readonly #url: string;
  readonly #network: TestNetwork;
  #nextNonce = 0n;
  readonly ids: Readonly<Record<ChainName, Id>>;
  readonly assetID: Id;

  private constructor(url: string, network: TestNetwork, ids: Record<ChainName, Id>, assetID: Id) {
    this.#url = url;
    this.#network = network;
    this.ids = ids;
    this.assetID = assetID;
  }

  get networkID(): number {
    return this.#network.id;
  }

  static async open(url: string, network: TestNetwork): Promise<CrossChainWallet> {
    const idOf = async (alias: string) => {
      const method = "info.getBlockchainID";
      return parseId(
        (await ask<{ blockchainID: string }>(url, "/ext/info", method, { alias })).blockchainID,
      );
    };
    const { assetID } = await ask<{ assetID: string }>(url, paths.P, "platform.getStakingAssetID");
    const ids = { P: platformChainID, X: await idOf("X"), C: await idOf("C") };
    return new CrossChainWallet(url, network, ids, parseId(assetID));
  }

  /** Exports some outputs, and returns when the transaction is accepted. */
  async export(from: ChainName, to: ChainName, outputs = 1): Promise<void> {
    const exportedOutputs = Array.from({ length: outputs }, () => this.#output(crossing));
    const exported = crossing * BigInt(outputs);
    const { [to]: destinationChain } = this.ids;
    if (from === "C") {
      const nonce = await this.#takeNonce();
      const amount = exported + burned;
      const inputs = [{ address: account, amount, assetID: this.assetID, nonce }];
      await this.#issueC({
        kind: "ExportTx",
        ...this.#base("C"),
        destinationChain,
        inputs,
        exportedOutputs,
      });
      return;
    }
    const utxo = await this.#largest(from);
    const rest = amountOf(utxo) - exported - burned;
    const baseTx = this.#baseTx(from, [inputOf(utxo)], [this.#output(rest)]);
    await this.#issue(from, { kind: "ExportTx", baseTx, destinationChain, exportedOutputs });
  }

  /** Imports what lies between two chains; `issueAt` is the node that gets the transaction. */
  async import(from: ChainName, to: ChainName, issueAt = this.#url): Promise<void> {
    const [utxo] = await this.#utxos(this.#url, to, from);
    if (utxo === undefined) throw new Error(`nothing to import from ${from} to ${to}`);
    const sourceChain = this.ids[from];
    const importedInputs = [inputOf(utxo)];
    const amount = amountOf(utxo) - burned;
    if (to === "C") {
      const outputs = [{ address: account, amount, assetID: this.assetID }];
      await this.#issueC({
        kind: "ImportTx",
        ...this.#base("C"),
        sourceChain,
        importedInputs,
        outputs,
      });
      return;
    }
    const baseTx = this.#baseTx(to, [], [this.#output(amount)]);
    await this.#issue(to, { kind: "ImportTx", baseTx, sourceChain, importedInputs }, issueAt);
  }

  /** A payment to itself on the P- or X-chain. */
  async pay(chain: "P" | "X"): Promise<void> {
    const utxo = await this.#largest(chain);
    const outputs = [this.#output(amountOf(utxo) - burned)];
    const baseTx = this.#baseTx(chain, [inputOf(utxo)], outputs);
    await this.#issue(chain, { kind: "BaseTx", baseTx });
  }

  /** A payment of the C-chain's own kind; returns when it is in a block that is executed. */
  async payOnC(): Promise<void> {
    const payment = cChainPayment(await this.#takeNonce(), key);
    const hash = await this.#ethereum("eth_sendRawTransaction", [encodeHex(payment)]);
    await until(
      async () => (await this.#ethereum("eth_getTransactionReceipt", [hash])) !== null,
      () => `no receipt of ${hash}`,
    );
  }

  /** What lies between two chains and belongs to the key. */
  async importable(from: ChainName, to: ChainName): Promise<readonly Utxo[]> {
    return this.#utxos(this.#url, to, from);
  }

  /** The UTXOs that lie between each two chains, as a node lists them. */
  async between(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
    const found: [string, readonly string[]][] = [];
    for (const to of names) {
      for (const from of names.filter((name) => name !== to)) {
        found.push([`${from}->${to}`, [...(await this.#texts(url, to, from))].sort()]);
      }
    }
    return Object.fromEntries(found);
  }

  async #issue(chain: "P" | "X", unsigned: XChainUnsignedTx & UnsignedTx, url = this.#url) {
    const signed = chain === "P" ? signedByPayer(unsigned) : signedX(unsigned);
    const tx = encodeBytes(signed.bytes, "hex");
    const { txID } = await ask<{ txID: string }>(url, paths[chain], `${apis[chain]}.issueTx`, {
      tx,
      encoding: "hex",
    });
    const wanted = chain === "P" ? "Committed" : "Accepted";
    await this.#accepted(chain, `${apis[chain]}.getTxStatus`, txID, wanted);
  }

  async #issueC(unsigned: UnsignedAtomicTx): Promise<void> {
    const tx = encodeBytes(signedC(unsigned).bytes, "hex");
    const params = { tx, encoding: "hex" };
    const { txID } = await ask<{ txID: string }>(this.#url, paths.C, "avax.issueTx", params);
    await this.#accepted("C", "avax.getAtomicTxStatus", txID, "Accepted");
  }

  async #accepted(chain: ChainName, method: string, txID: string, wanted: string): Promise<void> {
    let seen = "";
    await until(
      async () => {
        const path = paths[chain];
        seen = (await ask<{ status: string }>(this.#url, path, method, { txID })).status;
        return seen === wanted;
      },
      () => `${method} ${txID}: ${seen}`,
    );
  }

  /** The account's next nonce, once everything before it is executed. */
  async #takeNonce(): Promise<bigint> {
    const executed = async () =>
      BigInt(
        (await this.#ethereum("eth_getTransactionCount", [encodeHex(account), "latest"])) as string,
      );
    await until(
      async () => (await executed()) >= this.#nextNonce,
      () => `nonce ${this.#nextNonce} does not come`,
    );
    const nonce = await executed();
    this.#nextNonce = nonce + 1n;
    return nonce;
  }

  async #ethereum(method: string, params: readonly unknown[]): Promise<unknown> {
    const response = await fetch(`${this.#url}/ext/bc/C/rpc`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as {
      result: unknown;
      error?: { message: string };
    };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async #largest(chain: ChainName): Promise<Utxo> {
    const utxos = await this.#utxos(this.#url, chain);
    const owned = utxos.filter(({ output }) => output.kind === "TransferOutput");
    const [largest] = owned.sort((a, b) => (amountOf(a) > amountOf(b) ? -1 : 1));
    if (largest === undefined) throw new Error(`no funds on ${chain}`);
    return largest;
  }

  async #utxos(url: string, chain: ChainName, sourceChain?: ChainName): Promise<Utxo[]> {
    const texts = await this.#texts(url, chain, sourceChain);
    return texts.map((text) => decodeUtxo(decodeBytes(text, "hex")));
  }

  async #texts(url: string, chain: ChainName, sourceChain?: ChainName): Promise<readonly string[]> {
    const hrp = networkHrp(this.#network.id);
    const method = `${apis[chain]}.getUTXOs`;
    const { utxos } = await ask<{ utxos: readonly string[] }>(url, paths[chain], method, {
      addresses: [formatAddress(chain, hrp, payer)],
      encoding: "hex",
      ...(sourceChain !== undefined && { sourceChain }),
    });
    return utxos;
  }

  #output(amount: bigint): TransferableOutput {
    const owners = { locktime: 0n, threshold: 1, addresses: [payer] };
    return { assetID: this.assetID, output: { kind: "TransferOutput", amount, ...owners } };
  }

  #base(chain: ChainName) {
    return { networkID: this.#network.id, blockchainID: this.ids[chain] };
  }

  #baseTx(
    chain: ChainName,
    inputs: readonly TransferableInput[],
    outputs: readonly TransferableOutput[],
  ) {
    return { ...this.#base(chain), outputs, inputs, memo: new Uint8Array() };
  }
}

export function amountOf({ output }: Utxo): bigint {
  return (output as { amount: bigint }).amount;
}

export function inputOf(utxo: Utxo): TransferableInput {
  const { txID, outputIndex, assetID } = utxo;
  const input = { kind: "TransferInput" as const, amount: amountOf(utxo), signatureIndices: [0] };
  return { txID, outputIndex, assetID, input };
}

/** One credential: every transaction here has one input. */
function credentialOf(bytes: Uint8Array) {
  return { kind: "Credential" as const, signatures: [sign(sha256(bytes), key)] };
}

function signedX(unsigned: XChainUnsignedTx): XChainTx {
  const credentials = [credentialOf(encodeXChainUnsignedTx(unsigned))];
  return withBytes<XChainTx>(xChainTx, { unsigned, credentials });
}

/** The unsigned bytes are those of a signed one without the number of its credentials. */
function signedC(unsigned: UnsignedAtomicTx): AtomicTx {
  const { bytes } = withBytes<AtomicTx>(atomicTx, { unsigned, credentials: [] });
  const credentials = [credentialOf(bytes.subarray(0, -4))];
  return withBytes<AtomicTx>(atomicTx, { unsigned, credentials });
}

function withBytes<T extends { readonly bytes: Uint8Array; readonly id: Id }>(
  field: Parameters<typeof encodeVersioned<T>>[0],
  content: Pick<T & { unsigned: unknown; credentials: unknown }, "unsigned" | "credentials">,
): T {
  const bytes = encodeVersioned(field, content as unknown as T);
  return { ...content, bytes, id: sha256(bytes) } as unknown as T;
}

function encodeHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString("hex")}`;
}
