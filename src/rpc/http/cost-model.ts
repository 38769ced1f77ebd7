/** A kind whose calls take longer than this on average is expensive: 1,000 of them at once would keep others waiting. */
const expensiveMs = 0.25;
/** How much the newest call counts, and at most: a single long one, in which the process collected garbage, is no cost. */
const newest = 1 / 32;
const countedMsMax = 6;
/** Asking for the CPU time takes up to 20 us while many threads run, so it is asked for at most so often before a call. */
const cpuTimeAgeMsMax = 1;
/** A kind is forgotten when it takes less than this on average, after this number of calls. */
const forgottenMs = 0.1;
const forgottenCalls = 16;
/** A long answer has at least this length. */
const longBytes = 16_384;
/** How much of the length of an answer counts after a shorter one, which may be an error. */
const keptShare = 3 / 4;
/** Kinds that are remembered; the oldest are forgotten first. */
const kindsMax = 1_024;

/** CPU time of the process in milliseconds, all threads. */
export type CpuClock = () => number;

export const cpuMs: CpuClock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

type Cost = { readonly ms: number; readonly calls: number };

/**
 * What calls of each kind took lately, so that a crowd of new clients with expensive calls does not go before cheap ones.
 * A call during which other processes had the processor took long and cost little, so the CPU time counts; asking for it
 * takes time as well, so it counts only for long calls of kinds that took long once, until they count as expensive.
 */
export class CostModel {
  readonly #costs = new Map<string, Cost>();
  /** Bytes of answers lately, of kinds whose answers are long or are waited for. */
  readonly #answers = new Map<string, number>();
  /** Kinds whose first answer is waited for, and whom to tell about it. */
  readonly #unanswered = new Map<string, (() => void)[]>();
  readonly #unknownBytes: number;
  readonly #cpuMs: CpuClock;
  /** The CPU time that was read last, and when. */
  #lastCpuMs = 0;
  #lastCpuAtMs = Number.NEGATIVE_INFINITY;

  /** `unknownBytes` is what the answer to a call of an unknown kind may have. */
  constructor(clock: CpuClock = cpuMs, unknownBytes = longBytes) {
    this.#cpuMs = clock;
    this.#unknownBytes = unknownBytes;
  }

  /** Runs a call and remembers what it cost. */
  run<Result>(kind: string, work: () => Result): Result {
    const known = this.#costs.size === 0 ? undefined : this.#costs.get(kind);
    const isMeasured = known !== undefined && known.ms <= expensiveMs;
    const begunMs = performance.now();
    if (isMeasured && begunMs - this.#lastCpuAtMs >= cpuTimeAgeMsMax) this.#readCpuTime();
    const result = work();
    const tookMs = performance.now() - begunMs;
    const isLong = isMeasured && tookMs > expensiveMs;
    const costMs = isLong ? Math.min(tookMs, this.#readCpuTime()) : tookMs;
    if (known !== undefined) this.#add(kind, known, costMs);
    else if (tookMs > expensiveMs) remember(this.#costs, kind, { ms: 0, calls: 0 });
    return result;
  }

  /** Returns the CPU time since it was read last. */
  #readCpuTime(): number {
    const before = this.#lastCpuMs;
    this.#lastCpuMs = this.#cpuMs();
    this.#lastCpuAtMs = performance.now();
    return this.#lastCpuMs - before;
  }

  #add(kind: string, { ms, calls }: Cost, tookMs: number): void {
    const counted = Math.min(tookMs, countedMsMax);
    const cost = { ms: ms + newest * (counted - ms), calls: calls + 1 };
    if (cost.ms < forgottenMs && cost.calls >= forgottenCalls) this.#costs.delete(kind);
    else remember(this.#costs, kind, cost);
  }

  addAnswer(kind: string, bytes: number): void {
    if (bytes >= longBytes) this.#setAnswer(kind, bytes);
  }

  /**
   * Call it when a call waits for something: until its answer is known, it counts as what those of its kind have, because others
   * may come before it. Calls `hold` with these bytes, and again when the first answer of its kind is known. Returns what to
   * call with the bytes of the answer.
   */
  wait(kind: string, hold: (bytes: number) => void): (bytes: number) => void {
    let isWaiting = true;
    const known = () => {
      if (isWaiting) hold(this.answerBytes(kind));
    };
    if (!this.#answers.has(kind)) {
      const others = this.#unanswered.get(kind);
      if (others === undefined) remember(this.#unanswered, kind, [known]);
      else others.push(known);
    }
    known();
    return (bytes) => {
      isWaiting = false;
      this.#setAnswer(kind, bytes);
      const others = this.#unanswered.get(kind) ?? [];
      this.#unanswered.delete(kind);
      for (const other of others) other();
    };
  }

  #setAnswer(kind: string, bytes: number): void {
    const kept = (this.#answers.get(kind) ?? 0) * keptShare;
    remember(this.#answers, kind, Math.max(bytes, kept));
  }

  /** What the answer to a call may occupy, if it may be long; otherwise 0. */
  answerBytes(kind: string): number {
    if (kind === "" || this.#unanswered.has(kind)) return this.#unknownBytes;
    const bytes = this.#answers.get(kind) ?? 0;
    return bytes < longBytes ? 0 : bytes;
  }

  /** Whether a call may take long, or its answer be long, which the system takes long to send. Unknown ones may be anything. */
  isExpensive(kind: string): boolean {
    if (kind === "" || (this.#answers.get(kind) ?? 0) >= longBytes) return true;
    return (this.#costs.get(kind)?.ms ?? 0) > expensiveMs;
  }
}

const remember = <Value>(kinds: Map<string, Value>, kind: string, value: Value): void => {
  kinds.set(kind, value);
  if (kinds.size <= kindsMax) return;
  const [oldest] = kinds.keys();
  kinds.delete(oldest!);
};
