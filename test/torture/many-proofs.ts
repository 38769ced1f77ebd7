import { blsPublicKey, generateBlsSecretKey, signProofOfPossession } from "../../src/crypto/bls.ts";
import { encodeBytes } from "../../src/formats/encoding.ts";
import { makeTx } from "../../src/pchain/txs/tx.ts";

/** A ConvertSubnetToL1Tx whose validators each have another valid proof of possession. Nobody needs funds to send it. */
export function txOfManyProofs(count: number): string {
  const owner = { threshold: 0, addresses: [] };
  const validators = Array.from({ length: count }, (_, i) => {
    const secretKey = generateBlsSecretKey();
    const nodeID = new Uint8Array(20);
    new DataView(nodeID.buffer).setUint32(0, i + 1);
    return {
      nodeID,
      weight: 1n,
      balance: 0n,
      signer: {
        publicKey: blsPublicKey(secretKey),
        proofOfPossession: signProofOfPossession(secretKey),
      },
      remainingBalanceOwner: owner,
      deactivationOwner: owner,
    };
  });
  const baseTx = {
    networkID: 12345,
    blockchainID: new Uint8Array(32),
    outputs: [],
    inputs: [],
    memo: new Uint8Array(),
  };
  const { bytes } = makeTx(
    {
      kind: "ConvertSubnetToL1Tx",
      baseTx,
      subnetID: new Uint8Array(32).fill(7),
      chainID: new Uint8Array(32),
      address: new Uint8Array(),
      validators,
      subnetAuthorization: { kind: "Input", signatureIndices: [] },
    } as never,
    [],
  );
  return encodeBytes(bytes, "hex");
}
