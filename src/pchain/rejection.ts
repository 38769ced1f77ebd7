/**
 * The rules reject a transaction or block. The message is AvalancheGo's text. Callers of the engine catch it;
 * any other error is our bug.
 */
export class Rejection extends Error {
  override readonly name = "Rejection";
}

/** Prefixes a rejection with its place. Pass a function if the prefix is expensive to build. */
export function within<T>(prefix: string | (() => string), verify: () => T): T {
  try {
    return verify();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const place = typeof prefix === "string" ? prefix : prefix();
    throw new Rejection(`${place}: ${error.message}`);
  }
}
