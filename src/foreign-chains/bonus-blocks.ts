import { mainnetID } from "../networks/ids.ts";

/**
 * Whether a block of the C-chain of mainnet repeats atomic transactions that earlier blocks had. coreth does not apply them
 * again: shared memory has their effects once. Heights are those of the table bonus_blocks.go of its atomic VM.
 */
export function isBonusBlock(networkID: number, height: bigint): boolean {
  return networkID === mainnetID && bonusHeights.has(Number(height));
}

const bonusHeights: ReadonlySet<number> = new Set([
  102_972, 103_105, 103_143, 103_183, 103_197, 103_203, 103_208, 103_209, 103_259, 103_261, 103_266,
  103_287, 103_339, 103_346, 103_350, 103_358, 103_437, 103_472, 103_478, 103_493, 103_514, 103_536,
  103_545, 103_547, 103_554, 103_555, 103_559, 103_561, 103_563, 103_564, 103_569, 103_570, 103_575,
  103_577, 103_578, 103_582, 103_587, 103_590, 103_591, 103_594, 103_597, 103_598, 103_603, 103_604,
  103_607, 103_612, 103_614, 103_617, 103_618, 103_621, 103_623, 103_624, 103_627, 103_628, 103_629,
  103_630, 103_633,
]);
