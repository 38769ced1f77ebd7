import { timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { sha256 } from "../../crypto/hash.ts";
import { StartError } from "../node-config.ts";

const charactersMin = 16;

/**
 * Whether a header `authorization` has the token of a file; undefined without a file. Throws StartError for a file that cannot be
 * read or whose token is too short.
 */
export function watchToken(
  path: string | undefined,
): ((authorization: string | undefined) => boolean) | undefined {
  if (path === undefined) return undefined;
  const token = readToken(path);
  if (token.length < charactersMin) {
    throw new StartError(
      `the token in ${path} has ${token.length} characters: use at least ${charactersMin}`,
    );
  }
  // Digests have one length, so that comparing them does not reveal the token's.
  const expected = sha256(Buffer.from(`Bearer ${token}`));
  return (authorization = "") => {
    const [, given = ""] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    return timingSafeEqual(sha256(Buffer.from(`Bearer ${given}`)), expected);
  };
}

function readToken(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    const reason = (error as Error).message;
    throw new StartError(`couldn't read the --watch-token-file: ${reason}`, { cause: error });
  }
}
