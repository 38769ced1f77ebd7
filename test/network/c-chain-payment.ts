import { keccak256 } from "../../src/crypto/hash.ts";
import { sign } from "../../src/crypto/secp256k1.ts";
import { rlpList, rlpString } from "../../src/foreign-chains/c-chain/rlp.ts";
import { parseHex } from "../../src/formats/hex.ts";

/** Of network `local`. */
const chainID = 43112n;
const gas = 21_000n;
/** More than the C-chain asks for in these tests. */
const gasPriceWei = 1_000_000_000_000n;
const to = parseHex("0x0100000000000000000000000000000000000001");

/** A signed payment of 1 wei on the C-chain (EIP-155), as bytes. */
export function cChainPayment(nonce: bigint, privateKey: Uint8Array): Uint8Array {
  const fields = [nonce, gasPriceWei, gas].map(rlpNumber);
  const payment = [...fields, rlpString(to), rlpNumber(1n), rlpString(new Uint8Array())];
  const unsigned = rlpList([...payment, ...[chainID, 0n, 0n].map(rlpNumber)]);
  const signature = sign(keccak256(unsigned), privateKey);
  const v = chainID * 2n + 35n + BigInt(signature[64]!);
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32, 64)].map(numberOf);
  return rlpList([...payment, ...[v, r!, s!].map(rlpNumber)]);
}

/** Without leading zeros. */
function rlpNumber(value: bigint): Uint8Array {
  if (value === 0n) return rlpString(new Uint8Array());
  const digits = value.toString(16);
  return rlpString(Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex"));
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}
