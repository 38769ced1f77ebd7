/**
 * What every random test of one run starts from: the same for all who run it, so that a change is judged
 * by itself and not by luck. `COULOIR_SEED=<number>` looks elsewhere, `COULOIR_SEED=random` somewhere new.
 */
export const seed: number = readSeed(process.env["COULOIR_SEED"]);

function readSeed(text = "1"): number {
  if (text === "random") return Date.now() % 2 ** 31;
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`COULOIR_SEED is ${text}: not an integer`);
  return number;
}
