/** Why a call on the keystore was refused; the username is the one that was given. */
export type KeystoreFault =
  | { readonly kind: "empty-username" }
  | { readonly kind: "username-too-long" }
  | { readonly kind: "empty-password" }
  | { readonly kind: "password-too-long" }
  | { readonly kind: "password-too-weak" }
  | { readonly kind: "user-exists"; readonly username: string }
  | { readonly kind: "user-not-found"; readonly username: string }
  | { readonly kind: "incorrect-password"; readonly username: string }
  /** An exported user that cannot be read. */
  | { readonly kind: "user-malformed"; readonly reason: string }
  /** A key or the list of addresses of a user, as it is stored, cannot be read. */
  | { readonly kind: "keys-unreadable"; readonly username: string; readonly reason: string }
  | { readonly kind: "keys-full" };

/** A mistake of the caller. Neither this nor what it holds ever has a password or a key. */
export class KeystoreError extends Error {
  override readonly name = "KeystoreError";
  readonly fault: KeystoreFault;

  constructor(fault: KeystoreFault, options?: ErrorOptions) {
    super(fault.kind, options);
    this.fault = fault;
  }
}
