/**
 * A number with four decimals, as avalanchego utils/json Float32 and Float64 @ v1.12.1 write it.
 * For a Float32 pass `Math.fround(value)`: its digits are then the same.
 */
export function formatFloat4(value: number): string {
  // Go rounds half to even, toFixed away from zero. A value exactly between two of four decimals
  // is a multiple of 1/32.
  if (Math.abs(value * 32) % 2 !== 1) return value.toFixed(4);
  const below = Math.floor(value * 10_000);
  const even = below % 2 === 0 ? below : below + 1;
  return (even / 10_000).toFixed(4);
}
