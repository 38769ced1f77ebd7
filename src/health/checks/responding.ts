import { setTimeout as sleep } from "node:timers/promises";

/** How long a database server may take to respond. */
const usualAnswerMs = 5_000;

/**
 * Returns what is wrong with a server, whose `ping` resolves when it responds and rejects when it does not. A server that
 * hangs gets one question, and does not hold up the other checks.
 */
export function responding(
  ping: () => Promise<void>,
  answerMs = usualAnswerMs,
): () => Promise<string | undefined> {
  let asked: Promise<string | undefined> | undefined;
  const ask = () => {
    asked ??= ping()
      .then(
        () => undefined,
        (error: Error) => error.message,
      )
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  return async () => {
    const silence = new AbortController();
    const { signal } = silence;
    const late = `the database server did not respond within ${answerMs / 1000} s`;
    const problem = await Promise.race([
      ask(),
      sleep(answerMs, late, { signal }).catch(() => undefined),
    ]);
    silence.abort();
    return problem;
  };
}
