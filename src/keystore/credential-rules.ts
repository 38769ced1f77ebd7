import { scorePassword } from "./password-score.ts";

/** The rules of an API profile for names and for the password of a new user. */
export type CredentialRules = {
  /** Length in the unit that {@link credentialLengthMax} counts. */
  readonly lengthOf: (text: string) => number;
  readonly isStrong: (password: string) => boolean | Promise<boolean>;
};

export const credentialLengthMax = 1024;

/** Profile `spec`. specification 5 and 8 */
export const specRules = {
  lengthOf: countCharacters,
  isStrong: (password: string): boolean =>
    countCharacters(password) >= passwordLengthMin &&
    classes.every((class_) => class_.test(password)),
} satisfies CredentialRules;

/** Profile `avalanchego-1.12`. avalanchego utils/password/password.go @ v1.12.1 */
export const avalancheGoRules: CredentialRules = {
  lengthOf: (text) => Buffer.byteLength(text),
  isStrong: async (password) => (await scorePassword(password)) >= scoreMin,
};

const passwordLengthMin = 8;
/** A character that is neither an ASCII letter nor a digit is a symbol. */
const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/];

const scoreMin = 2;

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
