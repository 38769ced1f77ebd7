import { scorePassword } from "./zxcvbn/score.ts";

/** What an API profile asks of names and of the password of a new user. */
export type CredentialRules = {
  /** Length in the unit that {@link credentialLengthMax} counts. */
  readonly lengthOf: (text: string) => number;
  readonly isStrong: (password: string) => boolean;
};

export const credentialLengthMax = 1024;

/** Profile `spec`. specification 5 and 8 */
export const specRules: CredentialRules = {
  lengthOf: countCharacters,
  isStrong: (password) =>
    countCharacters(password) >= passwordLengthMin &&
    classes.every((class_) => class_.test(password)),
};

/** Profile `avalanchego`. avalanchego utils/password/password.go @ v1.12.1 */
export const avalancheGoRules: CredentialRules = {
  lengthOf: (text) => Buffer.byteLength(text),
  isStrong: (password) => {
    const bytes = new TextEncoder().encode(password);
    return scorePassword(bytes.subarray(0, scoredBytesMax)) >= scoreMin;
  },
};

const passwordLengthMin = 8;
/** What is neither a letter of ASCII nor a digit is a symbol. */
const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/];

const scoredBytesMax = 50;
const scoreMin = 2;

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
