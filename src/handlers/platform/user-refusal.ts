import { formatGoQuoted } from "../../formats/go-quote.ts";
import { type DeclaredError, errors } from "../../generated/errors.ts";
import type { KeystoreFault } from "../../keystore/keystore-error.ts";
import { declaredRefusal } from "../keystore/declared-refusal.ts";

/** A refusal as the P-chain tells it: which user could not be opened, and why. */
export function declaredUserRefusal(fault: KeystoreFault): DeclaredError {
  const username = "username" in fault ? fault.username : "";
  const reason = declaredRefusal(fault).message;
  return errors.keystoreUserNotOpened({ quotedUsername: formatGoQuoted(username), reason });
}
