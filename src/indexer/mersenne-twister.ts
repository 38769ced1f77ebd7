const stateLength = 312;
const shiftLength = 156;
const mask64 = 0xffff_ffff_ffff_ffffn;
const upperMask = 0xffff_ffff_8000_0000n;
const lowerMask = 0x7fff_ffffn;
const matrix = 0xb502_6f5a_a966_19e9n;

/** The generator MT19937-64 of Matsumoto and Nishimura, which AvalancheGo takes from gonum (mathext/prng). */
export class MersenneTwister64 {
  readonly #state: bigint[];
  #index = stateLength;

  constructor(seed: bigint) {
    const state = [seed & mask64];
    for (let index = 1; index < stateLength; index++) {
      const before = state[index - 1]!;
      state.push(
        (6_364_136_223_846_793_005n * (before ^ (before >> 62n)) + BigInt(index)) & mask64,
      );
    }
    this.#state = state;
  }

  /** The next number, from 0 to 2^64 - 1. */
  next(): bigint {
    if (this.#index === stateLength) this.#generate();
    let x = this.#state[this.#index++]!;
    x ^= (x >> 29n) & 0x5555_5555_5555_5555n;
    x ^= (x << 17n) & 0x71d6_7fff_eda6_0000n;
    x ^= (x << 37n) & 0xfff7_eee0_0000_0000n;
    return x ^ (x >> 43n);
  }

  #generate(): void {
    const state = this.#state;
    for (let index = 0; index < stateLength; index++) {
      const following = state[(index + 1) % stateLength]!;
      const x = (state[index]! & upperMask) | (following & lowerMask);
      const twisted = (x >> 1n) ^ ((x & 1n) === 0n ? 0n : matrix);
      state[index] = state[(index + shiftLength) % stateLength]! ^ twisted;
    }
    this.#index = 0;
  }
}
