import { quoted } from "../../clients/literals.ts";
import type { ClientSubscription } from "../../clients/model.ts";
import {
  componentSchemas,
  methodsIn,
  nameOf,
  paramsIn,
  resultSchema,
} from "../../document-parts.ts";
import { printValue } from "../../emit/writer.ts";
import { type Json, type JsonObject, textAt } from "../../load/json.ts";
import { validSample } from "../mock/sample.ts";
import { UnusableDocument } from "../read.ts";
import { subscriptionsOf } from "../subscriptions/find.ts";
import { type IDForm, idFormOf } from "../subscriptions/id-forms.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { Validators } from "../validators.ts";
import { checkName } from "./validators.ts";

/** The schemas of what a document's subscriptions push, in the order of their checks. */
export function pushedSchemas(document: JsonObject): Json[] {
  return subscriptionsOf(document).flatMap(({ pushes }) => pushes.map(({ payload }) => payload));
}

/** How the methods that begin and end subscriptions are handled, by name. */
export function streamMethods(
  document: JsonObject,
  subscriptions: readonly ClientSubscription[],
  validators: Validators,
): ReadonlyMap<string, string> {
  const written = subscriptionsOf(document);
  const all = new Map<string, string[]>();
  let checks = 0;
  for (const [index, subscription] of written.entries()) {
    const client = subscriptions[index] as ClientSubscription;
    const id = idFormOf(subscription, validators);
    if (id === undefined) {
      throw new UnusableDocument(
        `${client.method}: the schema of its result allows no ID that the server can make`,
      );
    }
    const text = printStream(subscription, client, id, checks);
    all.set(client.method, [...(all.get(client.method) ?? []), text]);
    checks += subscription.pushes.length;
  }
  const schemas = componentSchemas(document);
  const ends = new Set(written.flatMap(({ end }) => end ?? []));
  return new Map([
    ...[...all].map(
      ([method, streams]) => [method, `subscribing([\n${streams.join("")}      ])`] as const,
    ),
    ...methodsIn(document)
      .filter((method) => ends.has(nameOf(method)))
      .map((method) => [nameOf(method), printEnd(method, schemas, validators)] as const),
  ]);
}

function printStream(
  { when, idMember, payloadMember, pushes }: Subscription,
  { localName, params }: ClientSubscription,
  id: IDForm,
  firstCheck: number,
): string {
  const checks = pushes.map(
    ({ notification }, index) =>
      `[${quoted(notification)}, check(checks.${checkName("push", firstCheck + index)})]`,
  );
  const lines = [
    `when: ${printValue(when)}`,
    `takes: ${printValue((params?.members ?? []).map(({ name }) => name))}`,
    `id: ${quoted(id)}`,
    `idMember: ${quoted(idMember)}`,
    `payloadMember: ${quoted(payloadMember)}`,
    `pushes: new Map([${checks.join(", ")}])`,
    `handler: streamHandlers[${quoted(localName)}]`,
  ];
  return `        {\n${lines.map((line) => `          ${line},\n`).join("")}        },\n`;
}

/** Returns whether the subscription existed, or a value of the result's schema if that allows no boolean. */
function printEnd(
  method: JsonObject,
  schemas: ReadonlyMap<string, Json>,
  validators: Validators,
): string {
  const param = textAt(paramsIn(method)[0], "name") ?? "subscription";
  const schema = resultSchema(method);
  const isBoolean = [true, false].every((value) => validators.problem(schema, value) === undefined);
  const result = isBoolean ? "" : `, ${printValue(validSample(schema, schemas, validators))}`;
  return `ending(${quoted(param)}${result})`;
}
