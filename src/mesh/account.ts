import { type Id, keyOf, type ShortId } from "../formats/bytes.ts";
import { FormatError } from "../formats/format-error.ts";
import { parseId } from "../formats/id.ts";
import type { AccountIdentifier } from "../generated/mesh/types.ts";
import { parsePlatformAddress } from "../handlers/arguments.ts";
import { decodeUtxo } from "../pchain/components/utxo.ts";
import type { LedgerQueries, OwnedOutput } from "../store/ledger/queries/ledger-queries.ts";
import { l1Balance } from "./l1-parts.ts";
import type { BlockRow } from "./ledger.ts";
import { MeshError } from "./mesh-error.ts";
import type { MeshContext } from "./operation.ts";
import { plainOutput } from "./output-operation.ts";

/** An output of an account. */
export type HeldCoin = Pick<OwnedOutput, "txID" | "outputIndex" | "assetID" | "amount">;

/** What an account has after a block: outputs, or the balance of an L1 validator in nAVAX. */
export type Held =
  | { readonly kind: "coins"; readonly coins: readonly HeldCoin[] }
  | { readonly kind: "l1"; readonly balance: bigint };

type At = { readonly row: BlockRow; readonly ledger: LedgerQueries };

/** Throws MeshError for an account that cannot exist. */
export function heldBy(
  { address: text, sub_account: subAccount }: AccountIdentifier,
  at: At,
  context: MeshContext,
): Held {
  if (!text.startsWith("P-")) {
    if (subAccount !== undefined) throw unknownSubAccount(subAccount.address, []);
    return { kind: "l1", balance: l1Balance(validationID(text), at.row, at.ledger) ?? 0n };
  }
  const address = addressOf(text, context);
  if (subAccount === undefined) return { kind: "coins", coins: owned(address, at) };
  const { address: part } = subAccount;
  if (part === "exported") return { kind: "coins", coins: exported(address, at, context) };
  const isIn = parts[part];
  if (isIn === undefined) throw unknownSubAccount(part, [...Object.keys(parts), "exported"]);
  const now = BigInt(at.row.time);
  return { kind: "coins", coins: owned(address, at).filter((output) => isIn(output, now)) };
}

type Condition = (output: OwnedOutput, now: bigint) => boolean;

/** Every output of an account is in exactly one of them. Locks end with the time of the block. */
const parts: Readonly<Record<string, Condition>> = {
  unlocked: (output, now) =>
    !output.isStaked && output.locktime <= now && output.stakeLocktime <= now,
  locked_stakeable: (output, now) =>
    !output.isStaked && output.locktime <= now && output.stakeLocktime > now,
  locked_not_stakeable: (output, now) => !output.isStaked && output.locktime > now,
  staked: (output) => output.isStaked,
};

/** Outputs of several owners are in no account. */
function owned(address: ShortId, { row, ledger }: At): OwnedOutput[] {
  return ledger
    .owned([address], { height: row.height, includesSpent: false })
    .filter(({ ownerCount }) => ownerCount === 1);
}

/** What was exported by a block, whether the other chain imported it or not: this node does not run that chain. */
function exported(address: ShortId, { row }: At, { chain, queries }: MeshContext): HeldCoin[] {
  const coins = new Map<string, HeldCoin>();
  for (const destination of [chain.xChainID, chain.cChainID]) {
    for (const { utxoID, bytes } of queries.atomicUtxos.exportedTo(destination, address)) {
      const { txID, outputIndex, assetID, output } = decodeUtxo(bytes, { bytesMax: bytes.length });
      const { amount, addresses } = plainOutput(assetID, output);
      const height = Number(queries.txs.byID(txID)?.height ?? 0n);
      if (height > row.height || addresses.length !== 1) continue;
      coins.set(keyOf(utxoID), { txID, outputIndex, assetID, amount });
    }
  }
  return [...coins.values()];
}

/** Throws MeshError. */
export function addressOf(text: string, context: MeshContext): ShortId {
  return parsed(text, () => parsePlatformAddress(text, context));
}

function validationID(text: string): Id {
  return parsed(text, () => parseId(text));
}

function parsed<T>(text: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const expected = "a P-chain address of this network, or a validation ID";
    const got = JSON.stringify(text);
    const problem = `account_identifier.address: expected ${expected}, got ${got}: ${error.message}`;
    throw new MeshError("accountInvalid", problem);
  }
}

function unknownSubAccount(got: string, known: readonly string[]): MeshError {
  const expected = known.length === 0 ? "none for an L1 validator" : `one of ${known.join(", ")}`;
  const where = "account_identifier.sub_account.address";
  return new MeshError(
    "accountInvalid",
    `${where}: expected ${expected}, got ${JSON.stringify(got)}`,
  );
}
