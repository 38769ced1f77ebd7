import { setFlagsFromString } from "node:v8";

const lookMs = 100;
/** By how many percent the heap of a crowded node grows before garbage is collected. */
const crowdedPercent = 30;

/**
 * Collects garbage sooner while a node is crowded: V8 lets a heap grow to several times what is in use, and the requests of
 * thousands of clients live long enough that only a whole collection frees them. For the whole process, and costs CPU time
 * only while it is crowded.
 */
export function limitHeapGrowth(
  isCrowded: () => boolean,
  setFlag: (flag: string) => void = setFlagsFromString,
): void {
  let wasCrowded = false;
  setInterval(() => {
    const crowded = isCrowded();
    if (crowded === wasCrowded) return;
    wasCrowded = crowded;
    // 0 leaves it to V8.
    setFlag(`--heap-growing-percent=${crowded ? crowdedPercent : 0}`);
  }, lookMs).unref();
}
