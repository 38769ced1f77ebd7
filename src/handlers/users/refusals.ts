import { formatGoQuoted } from "../../formats/go-quote.ts";
import { type DeclaredError, errors } from "../../generated/errors.ts";
import { KeystoreError, type KeystoreFault } from "../../keystore/keystore-error.ts";

/** Awaits a keystore call and replaces a KeystoreError by the declared error of the method. */
export async function orDeclaredRefusal<Value>(
  call: Promise<Value>,
  declare: (fault: KeystoreFault) => DeclaredError = declaredRefusal,
): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof KeystoreError)) throw error;
    throw declare(error.fault);
  }
}

/** The error of the keystore API. */
export function declaredRefusal(fault: KeystoreFault): DeclaredError {
  switch (fault.kind) {
    case "empty-username":
      return errors.emptyUsername();
    case "username-too-long":
      return errors.usernameTooLong();
    case "empty-password":
      return errors.emptyPassword();
    case "password-too-long":
      return errors.passwordTooLong();
    case "password-too-weak":
      return errors.passwordTooWeak();
    case "user-exists":
      return errors.userAlreadyExists({ username: fault.username });
    case "user-not-found":
      return errors.userNotFound({ username: fault.username });
    case "incorrect-password":
      return errors.incorrectPassword({ quotedUsername: formatGoQuoted(fault.username) });
    case "user-malformed":
      return errors.userMalformed({ reason: fault.reason });
    case "keys-unreadable":
      return errors.addressesNotRead({ reason: fault.reason });
    case "keys-full":
      return errors.keystoreUserFull();
  }
}

/** The error of the P-chain API: the user that could not be opened, and the reason. */
export function declaredUserRefusal(fault: KeystoreFault): DeclaredError {
  const username = "username" in fault ? fault.username : "";
  const reason = declaredRefusal(fault).message;
  return errors.keystoreUserNotOpened({ quotedUsername: formatGoQuoted(username), reason });
}
