import { Rejection } from "./rejection.ts";

/** Checked, wrapping and saturating arithmetic on uint64, as avalanchego utils/math @ v1.12.1 has it. */

export const maxUint64 = 0xffff_ffff_ffff_ffffn;

/** The texts of avalanchego utils/math/safe_math.go @ v1.12.1 */
export class ArithmeticError extends Rejection {
  constructor(message: "overflow" | "underflow") {
    super(message);
  }
}

export function addUint64(a: bigint, b: bigint): bigint {
  const sum = a + b;
  if (sum > maxUint64) throw new ArithmeticError("overflow");
  return sum;
}

export function mulUint64(a: bigint, b: bigint): bigint {
  const product = a * b;
  if (product > maxUint64) throw new ArithmeticError("overflow");
  return product;
}

export function subUint64(a: bigint, b: bigint): bigint {
  if (b > a) throw new ArithmeticError("underflow");
  return a - b;
}

/** As Go's `+` and `-`, for places where AvalancheGo does not check for overflow. */
export function addWrapping(a: bigint, b: bigint): bigint {
  return BigInt.asUintN(64, a + b);
}

export function subWrapping(a: bigint, b: bigint): bigint {
  return BigInt.asUintN(64, a - b);
}

export function addSaturating(a: bigint, b: bigint): bigint {
  const sum = a + b;
  return sum > maxUint64 ? maxUint64 : sum;
}

export function subSaturating(a: bigint, b: bigint): bigint {
  return b > a ? 0n : a - b;
}

export function minBigint(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function maxBigint(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
