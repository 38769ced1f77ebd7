/**
 * A transaction or block that the rules refuse. The message is AvalancheGo's text.
 * Whoever executes catches it and turns it into a value; any other error is a bug of ours.
 */
export class Rejection extends Error {
  override readonly name = "Rejection";
}

/** Puts the place of a refusal before its reason. A prefix that takes time to write is a function. */
export function within<T>(prefix: string | (() => string), verify: () => T): T {
  try {
    return verify();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const place = typeof prefix === "string" ? prefix : prefix();
    throw new Rejection(`${place}: ${error.message}`);
  }
}
