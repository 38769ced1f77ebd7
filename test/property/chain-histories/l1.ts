import { aggregateSignatures, sign, uncompressPublicKey } from "../../../src/crypto/bls.ts";
import {
  type BytesKey,
  compareBytes,
  type Id,
  keyOf,
  type NodeId,
} from "../../../src/formats/bytes.ts";
import { isActive, type L1Validator } from "../../../src/pchain/state/l1-validator.ts";
import { encodeL1Message } from "../../../src/pchain/warp/l1-messages.ts";
import { encodeUnsignedMessage, encodeWarpMessage } from "../../../src/pchain/warp/message.ts";
import { encodeAddressedCall } from "../../../src/pchain/warp/payload.ts";
import type { Choice } from "./choice.ts";
import { blsIdentities, canSign, signersOf } from "./funds.ts";
import type { Maker } from "./intent.ts";
import { authorization } from "./subnets.ts";
import type { View } from "./view.ts";

/** Transactions of L1s and their validators. */

const managerAddress = new Uint8Array(20).fill(0xc0);
const nodeIDs: readonly NodeId[] = Array.from({ length: 12 }, (_, index) =>
  new Uint8Array(20).fill(0x80 + index),
);
const secrets = new Map<BytesKey, Uint8Array>(
  blsIdentities.map(({ publicKey, secret }) => [keyOf(publicKey), secret]),
);

export const convertSubnetToL1Tx: Maker = (view, choice) => {
  if (!view.isEtna) return undefined;
  const places = view.permissionedSubnets().flatMap((subnet) => {
    const chainID = view.chainOf(subnet.subnetID);
    return chainID === undefined ? [] : [{ ...subnet, chainID }];
  });
  const place = choice.of(places);
  if (place === undefined) return undefined;
  const { subnetID, owner, chainID } = place;
  const validators = Array.from({ length: 1 + choice.below(3) }, (_, index) => ({
    nodeID: nodeIDs[index]!,
    weight: BigInt(50 + choice.below(50)),
    balance: balanceOf(choice),
    signer: blsIdentities[index]!,
    remainingBalanceOwner: choice.owner(),
    deactivationOwner: choice.owner(),
  }));
  return {
    payment: {
      owner: choice.owner(),
      authorizedBy: owner,
      leaving: validators.map(({ balance }) => ({ assetID: view.avaxAssetID, amount: balance })),
    },
    touches: [subnetID],
    activates: validators.filter(({ balance }) => balance > 0n).length,
    compose: ({ baseTx }) => ({
      kind: "ConvertSubnetToL1Tx",
      baseTx,
      subnetID,
      chainID,
      address: managerAddress,
      validators,
      subnetAuthorization: authorization(owner),
    }),
  };
};

export const registerL1ValidatorTx: Maker = (view, choice) => {
  const l1 = choice.of(speakingL1s(view));
  if (l1 === undefined) return undefined;
  const { subnetID } = l1;
  const nodeID = choice.of(nodeIDs.filter((id) => !view.state.hasL1Validator(subnetID, id)));
  if (nodeID === undefined) return undefined;
  const { publicKey, proofOfPossession } = choice.of(blsIdentities)!;
  const balance = balanceOf(choice);
  const payload = encodeL1Message({
    kind: "RegisterL1Validator",
    subnetID,
    nodeID,
    blsPublicKey: publicKey,
    expiry: view.chainTime + 1n + BigInt(choice.below(600)),
    remainingBalanceOwner: choice.owner(),
    disableOwner: choice.owner(),
    weight: BigInt(1 + choice.below(30)),
  });
  const message = warpMessage(view, l1, payload);
  return {
    payment: {
      owner: choice.owner(),
      leaving: [{ assetID: view.avaxAssetID, amount: balance }],
    },
    touches: [subnetID],
    activates: balance > 0n ? 1 : 0,
    compose: ({ baseTx }) => ({
      kind: "RegisterL1ValidatorTx",
      baseTx,
      balance,
      proofOfPossession,
      message,
    }),
  };
};

export const setL1ValidatorWeightTx: Maker = (view, choice) => {
  const l1 = choice.of(speakingL1s(view));
  if (l1 === undefined) return undefined;
  const validators = view.l1Validators(l1.subnetID);
  const { validationID, minNonce } = choice.of(validators)!;
  const mayLeave = validators.length > 1 && choice.isLucky();
  const payload = encodeL1Message({
    kind: "L1ValidatorWeight",
    validationID,
    nonce: minNonce + BigInt(choice.below(3)),
    weight: mayLeave ? 0n : BigInt(1 + choice.below(120)),
  });
  const message = warpMessage(view, l1, payload);
  return {
    payment: { owner: choice.owner() },
    touches: [l1.subnetID],
    compose: ({ baseTx }) => ({ kind: "SetL1ValidatorWeightTx", baseTx, message }),
  };
};

export const increaseL1ValidatorBalanceTx: Maker = (view, choice) => {
  const validator = choice.of(view.l1Validators());
  if (validator === undefined) return undefined;
  const { validationID, subnetID } = validator;
  const balance = BigInt(1000 + choice.below(5000));
  return {
    payment: {
      owner: choice.owner(),
      leaving: [{ assetID: view.avaxAssetID, amount: balance }],
    },
    touches: [subnetID],
    activates: isActive(validator) ? 0 : 1,
    compose: ({ baseTx }) => ({
      kind: "IncreaseL1ValidatorBalanceTx",
      baseTx,
      validationID,
      balance,
    }),
  };
};

export const disableL1ValidatorTx: Maker = (view, choice) => {
  const validator = choice.of(view.l1Validators());
  if (validator === undefined || !canSign(validator.deactivationOwner)) return undefined;
  const { validationID, subnetID, deactivationOwner } = validator;
  return {
    payment: { owner: choice.owner(), authorizedBy: deactivationOwner },
    touches: [subnetID],
    compose: ({ baseTx }) => ({
      kind: "DisableL1ValidatorTx",
      baseTx,
      validationID,
      disableAuthorization: { kind: "Input", signatureIndices: signersOf(deactivationOwner) },
    }),
  };
};

/** Sometimes nothing, mostly enough for some minutes, sometimes for long. */
function balanceOf(choice: Choice): bigint {
  if (choice.below(8) === 0) return 0n;
  return BigInt(500 + choice.below(10_000)) * (choice.isLucky() ? 100n : 1n);
}

type L1 = { readonly subnetID: Id; readonly chainID: Id; readonly signers: readonly Signer[] };
type Signer = { readonly publicKey: Uint8Array; readonly weight: bigint };

/** L1s whose active validators have the weight to sign. */
function speakingL1s(view: View): L1[] {
  if (!view.isEtna) return [];
  return view.conversions().flatMap(({ subnetID, managerChainID }) => {
    // As of the last accepted block: that is the height that the chain verifies at.
    const validators = [...view.contents.allL1Validators()].filter(
      (validator) => keyOf(validator.subnetID) === keyOf(subnetID),
    );
    const others = [...view.contents.currentStakers()].filter(
      (staker) => keyOf(staker.subnetID) === keyOf(subnetID),
    );
    const total = [...validators, ...others].reduce((sum, { weight }) => sum + weight, 0n);
    const signers = signersOfL1(validators);
    const weight = signers.reduce((sum, signer) => sum + signer.weight, 0n);
    // The stakers that a subnet had before sign as well; the test has not their keys.
    if (others.length > 0 || 67n * total > 100n * weight) return [];
    return [{ subnetID, chainID: managerChainID, signers }];
  });
}

function signersOfL1(validators: readonly L1Validator[]): Signer[] {
  const byKey = new Map<BytesKey, { publicKey: Uint8Array; weight: bigint }>();
  for (const { publicKey, weight } of validators.filter(isActive)) {
    const signer = byKey.get(keyOf(publicKey)) ?? { publicKey, weight: 0n };
    signer.weight += weight;
    byKey.set(keyOf(publicKey), signer);
  }
  return [...byKey.values()].sort((a, b) =>
    compareBytes(uncompressPublicKey(a.publicKey), uncompressPublicKey(b.publicKey)),
  );
}

function warpMessage(view: View, { chainID, signers }: L1, payload: Uint8Array): Uint8Array {
  const unsigned = {
    networkID: view.world.context.network.id,
    sourceChainID: chainID,
    payload: encodeAddressedCall({ sourceAddress: managerAddress, payload }),
  };
  const unsignedBytes = encodeUnsignedMessage(unsigned);
  const signatures = signers.map(({ publicKey }) =>
    sign(secrets.get(keyOf(publicKey))!, unsignedBytes),
  );
  return encodeWarpMessage({
    ...unsigned,
    signature: {
      kind: "BitSetSignature",
      signers: Uint8Array.of((1 << signers.length) - 1),
      signature: aggregateSignatures(signatures),
    },
  });
}
