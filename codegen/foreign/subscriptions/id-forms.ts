import { resultSchema } from "../../document-parts.ts";
import { idForms } from "../server/runtime/subscriptions.ts";
import type { Validators } from "../validators.ts";
import type { Subscription } from "./subscription.ts";

export type IDForm = keyof typeof idForms;

/** The first form that the result of a subscribing method allows; undefined if it allows none. */
export function idFormOf({ method }: Subscription, validators: Validators): IDForm | undefined {
  const schema = resultSchema(method);
  // A pattern can allow one ID, and forbid the one after it.
  const isAllowed = (form: IDForm) =>
    [1, 11, 26].every((number) => validators.problem(schema, idForms[form](number)) === undefined);
  return (Object.keys(idForms) as IDForm[]).find(isAllowed);
}
