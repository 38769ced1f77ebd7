import { resultSchema } from "../../document-parts.ts";
import type { Json } from "../../load/json.ts";
import type { Validators } from "../validators.ts";
import type { Subscription } from "./subscription.ts";

/** How a server can write the IDs of its subscriptions; its runtime has the same. */
const idForms = {
  hex: (number) => `0x${number.toString(16)}`,
  number: (number) => number,
  text: (number) => `${number}`,
  bytes: (number) => `0x${number.toString(16).padStart(32, "0")}`,
  hash: (number) => `0x${number.toString(16).padStart(64, "0")}`,
  uuid: (number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`,
} satisfies Readonly<Record<string, (number: number) => Json>>;

export type IDForm = keyof typeof idForms;

/** The first form that the result of a subscribing method allows; undefined if it allows none. */
export function idFormOf({ method }: Subscription, validators: Validators): IDForm | undefined {
  const schema = resultSchema(method);
  // A pattern can allow one ID, and forbid the one after it.
  const isAllowed = (form: IDForm) =>
    [1, 11, 26].every((number) => validators.problem(schema, idForms[form](number)) === undefined);
  return (Object.keys(idForms) as IDForm[]).find(isAllowed);
}

export function subscriptionID(form: IDForm, number: number): Json {
  return idForms[form](number);
}
