import { formatHex } from "../formats/hex.ts";
import type { Transaction } from "../generated/data-api/types.ts";
import type { OutputOwners } from "../pchain/components/owners.ts";
import type { Signer } from "../pchain/components/signer.ts";
import type { UnsignedTx } from "../pchain/txs/unsigned-tx.ts";
import { genesisView } from "./genesis-view.ts";
import type { BlockContext } from "./operation.ts";
import { plainAddresses } from "./owners.ts";

/** The members of a transaction that its bytes say, and the ledger does not. */
export function txContent(
  unsigned: UnsignedTx,
  showsGenesis: boolean,
  context: BlockContext,
): Partial<Transaction> {
  const { views } = context;
  switch (unsigned.kind) {
    case "CreateSubnetTx":
      return { subnetOwnershipInfo: ownership(unsigned.owner, context) };
    case "TransferSubnetOwnershipTx":
      return { subnetOwnershipInfo: ownership(unsigned.newOwner, context) };
    case "AddPermissionlessValidatorTx":
    case "AddAutoRenewedValidatorTx":
      return credentials(unsigned.signer);
    case "ConvertSubnetToL1Tx":
      return { l1ValidatorManagerDetails: managerDetails(unsigned, context) };
    case "CreateChainTx":
      return {
        blockchainInfo: {
          chainName: unsigned.chainName,
          vmId: views.id(unsigned.vmID),
          ...(showsGenesis && { genesisData: genesisView(unsigned.genesisData) }),
        },
      };
    default:
      return {};
  }
}

export function ownership({ locktime, threshold, addresses }: OutputOwners, context: BlockContext) {
  return { locktime, threshold, addresses: plainAddresses(addresses, context) };
}

export function managerDetails(
  { chainID, address }: { readonly chainID: Uint8Array; readonly address: Uint8Array },
  { views }: BlockContext,
) {
  return { blockchainId: views.id(chainID), contractAddress: formatHex(address) };
}

export function credentials(signer: Signer): Pick<Transaction, "blsCredentials"> {
  if (signer.kind === "Empty") return {};
  const { publicKey, proofOfPossession } = signer;
  return {
    blsCredentials: {
      publicKey: formatHex(publicKey),
      proofOfPossession: formatHex(proofOfPossession),
    },
  };
}
