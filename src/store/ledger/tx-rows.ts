import { type BytesKey, concatBytes, keyOf, type ShortId } from "../../formats/bytes.ts";
import type { TxStatus } from "../../pchain/state/state.ts";
import type { TxKind } from "../../pchain/wire-types.ts";
import { addressRoles, type LedgerRow } from "./schema.ts";

export type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

type Role = keyof typeof addressRoles;

type Share = { roles: number; received: bigint; sent: bigint; staked: bigint };

/** What the ledger says about one transaction, while its outcomes are read. */
export class TxRows {
  readonly tx: Writable<LedgerRow<"txs">>;
  readonly #shares = new Map<BytesKey, Share & { readonly address: ShortId }>();
  /** Inputs that were spent. */
  inputCount = 0;
  importedCount = 0;
  /** Paid to the staker that it ends, and the shares of delegators' rewards. */
  rewardNavax = 0n;
  delegateeRewardNavax = 0n;
  validationCount = 0;

  constructor(tx: Pick<LedgerRow<"txs">, "height" | "position" | "block_height"> & TxFacts) {
    const { height, position, block_height, id, kind, status, byte_count, gas, memo } = tx;
    this.tx = {
      height,
      position,
      id,
      kind,
      status,
      block_height,
      burned: 0n,
      gas: gas ?? null,
      byte_count,
      memo: memo ?? null,
      subnet_id: null,
      node_id: null,
      chain_id: null,
      validation_id: null,
      staking_tx_id: null,
      source_chain: null,
      destination_chain: null,
    };
  }

  /** Adds to what each of the addresses did. Amounts are nAVAX. */
  involve(
    addresses: readonly ShortId[],
    role: Role,
    amounts: Partial<Pick<Share, "received" | "sent" | "staked">> = {},
  ): void {
    const { received = 0n, sent = 0n, staked = 0n } = amounts;
    for (const address of addresses) {
      const key = keyOf(address);
      const share = this.#shares.get(key);
      if (share === undefined) {
        this.#shares.set(key, { address, roles: addressRoles[role], received, sent, staked });
        continue;
      }
      share.roles |= addressRoles[role];
      share.received += received;
      share.sent += sent;
      share.staked += staked;
    }
  }

  addressRows(): LedgerRow<"address_txs">[] {
    const { height, position, kind } = this.tx;
    const rows: LedgerRow<"address_txs">[] = [];
    // Spreading a share takes five times as long.
    for (const { address, roles, received, sent, staked } of this.#shares.values()) {
      rows.push({ address, height, position, kind, roles, received, sent, staked });
    }
    return rows;
  }
}

export type TxFacts = {
  readonly id: Uint8Array;
  readonly kind: TxKind | "Genesis" | "Dev";
  readonly status: TxStatus;
  readonly byte_count: number;
  readonly gas?: bigint | null;
  readonly memo?: Uint8Array | null;
};

/** The form of owners in a column. */
export function addressBytes(addresses: readonly ShortId[]): Uint8Array {
  return addresses.length === 1 ? addresses[0]! : concatBytes(...addresses);
}
