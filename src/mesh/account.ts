import type { Id, ShortId } from "../formats/bytes.ts";
import { FormatError } from "../formats/format-error.ts";
import { parseId } from "../formats/id.ts";
import type { AccountIdentifier } from "../generated/mesh/types.ts";
import { parsePlatformAddress } from "../handlers/arguments.ts";
import type { LedgerQueries, OwnedOutput } from "../store/ledger/queries/ledger-queries.ts";
import { destinationOf, exportedCoins, type HeldCoin } from "./exports.ts";
import { l1Balance } from "./l1-parts.ts";
import type { BlockRow } from "./ledger.ts";
import { MeshError } from "./mesh-error.ts";
import type { MeshContext } from "./operation.ts";

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
  const destination = destinationOf(text, context);
  if (destination !== undefined) {
    if (subAccount !== undefined) throw unknownSubAccount(subAccount.address, []);
    const address = addressOf(text, context);
    return { kind: "coins", coins: exported(address, [destination], at) };
  }
  if (!text.startsWith("P-")) {
    if (subAccount !== undefined) throw unknownSubAccount(subAccount.address, []);
    return {
      kind: "l1",
      balance: l1Balance(validationIDOf(text, context), at.row, at.ledger) ?? 0n,
    };
  }
  const address = addressOf(text, context);
  if (subAccount === undefined) return { kind: "coins", coins: owned(address, at) };
  const { address: part } = subAccount;
  if (part === "exported") {
    const { xChainID, cChainID } = context.chain;
    return { kind: "coins", coins: exported(address, [xChainID, cChainID], at) };
  }
  const isIn = parts.get(part);
  if (isIn === undefined) throw unknownSubAccount(part, [...parts.keys(), "exported"]);
  const now = BigInt(at.row.time);
  return { kind: "coins", coins: owned(address, at).filter((output) => isIn(output, now)) };
}

type Condition = (output: OwnedOutput, now: bigint) => boolean;

/** Every output of an account is in exactly one of them. Locks end with the time of the block. */
const parts: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  [
    "unlocked",
    (output, now) => !output.isStaked && output.locktime <= now && output.stakeLocktime <= now,
  ],
  [
    "locked_stakeable",
    (output, now) => !output.isStaked && output.locktime <= now && output.stakeLocktime > now,
  ],
  ["locked_not_stakeable", (output, now) => !output.isStaked && output.locktime > now],
  ["staked", (output) => output.isStaked],
]);

/** Outputs of several owners are in no account. */
function owned(address: ShortId, { row, ledger }: At): OwnedOutput[] {
  return ledger
    .owned([address], { height: row.height, includesSpent: false })
    .filter(({ ownerCount }) => ownerCount === 1);
}

function exported(address: ShortId, destinations: readonly Id[], { row, ledger }: At): HeldCoin[] {
  return exportedCoins({ address, destinations, ledger, heightMax: row.height });
}

/** The member that has the text of an account, unless another one is named. */
const accountField = "account_identifier.address";

/** An address of any chain of the primary network. Throws MeshError. */
export function addressOf(text: string, context: MeshContext, field = accountField): ShortId {
  return parsed({ field, text }, context, () => chainAddress(text, context));
}

/** The same, of the P-chain. Throws FormatError. */
export function chainAddress(text: string, context: MeshContext): ShortId {
  return parsePlatformAddress(text.replace(/^[XC]-/, "P-"), context);
}

/** The ID of an L1 validator. Throws MeshError. */
export function validationIDOf(text: string, context: MeshContext, field = accountField): Id {
  return parsed({ field, text }, context, () => parseId(text));
}

function parsed<T>(
  { field, text }: { readonly field: string; readonly text: string },
  { chain }: MeshContext,
  parse: () => T,
): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const expected = `an address that begins with P-${chain.network.hrp}1, or a validation ID`;
    const problem = `expected ${expected}, got ${JSON.stringify(text)}: ${error.message}`;
    throw new MeshError("accountInvalid", `${field}: ${problem}`);
  }
}

function unknownSubAccount(got: string, known: readonly string[]): MeshError {
  const expected =
    known.length === 0 ? "none but for addresses of the P-chain" : `one of ${known.join(", ")}`;
  const where = "account_identifier.sub_account.address";
  return new MeshError(
    "accountInvalid",
    `${where}: expected ${expected}, got ${JSON.stringify(got)}`,
  );
}
