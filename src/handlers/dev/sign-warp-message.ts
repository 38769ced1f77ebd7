import { isBlsSecretKey } from "../../crypto/bls.ts";
import { formatHex, parseHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { Rejection } from "../../pchain/rejection.ts";
import { parseUnsignedMessage, type UnsignedMessage } from "../../pchain/warp/message.ts";
import { isQuorum } from "../../pchain/warp/verify.ts";
import { bytesArgument } from "../arguments.ts";
import type { DevControls, SignedWarpMessage } from "../context.ts";
import type { Handler } from "../handler.ts";

/** Signs a warp message as the validators of its source chain. */
export const signWarpMessage: Handler<"dev.signWarpMessage", "dev"> = async (
  { message, encoding, privateKeys },
  { dev },
) => {
  const bytes = bytesArgument(message, encoding, errors.warpMessageNotDecoded);
  return { message: await signed(parsed(bytes), privateKeys, dev) };
};

/** Returns the signed message as hexadecimal text. Throws WarpMessageNotSigned and InvalidParams. */
export async function signed(
  message: UnsignedMessage,
  privateKeys: readonly string[] | undefined,
  dev: Pick<DevControls, "signWarpMessage">,
): Promise<string> {
  const signing = dev.signWarpMessage(message, secretKeys(privateKeys ?? []));
  const result = await signing.catch((error: unknown) => {
    if (!(error instanceof Rejection)) throw error;
    throw errors.warpMessageNotSigned({ reason: error.message });
  });
  const { bytes, signedWeight, totalWeight } = result;
  if (bytes === undefined || !isQuorum(signedWeight, totalWeight)) {
    throw errors.warpMessageNotSigned({ reason: missingQuorum(message, result) });
  }
  return formatHex(bytes);
}

function missingQuorum(
  { sourceChainID }: UnsignedMessage,
  { height, signedWeight, totalWeight }: SignedWarpMessage,
): string {
  const place = `chain ${formatId(sourceChainID)} at P-chain height ${height}, at which warp messages are verified now`;
  return totalWeight === 0n
    ? `no validators of ${place}. If you just added them, call dev.increaseTime with 31 seconds`
    : `the node has keys for weight ${signedWeight} of ${totalWeight} of ${place}. Pass the other keys as privateKeys`;
}

function secretKeys(texts: readonly string[]): Uint8Array[] {
  return texts.map((text, index) => {
    const key = parseHex(text);
    if (isBlsSecretKey(key)) return key;
    throw errors.invalidParams({
      field: `privateKeys[${index}]`,
      expected: "a BLS private key: below the order of the group, and not 0",
      got: "another number",
    });
  });
}

function parsed(bytes: Uint8Array): UnsignedMessage {
  try {
    return parseUnsignedMessage(bytes);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw errors.warpMessageNotDecoded({ reason: error.message });
  }
}
