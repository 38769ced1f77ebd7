import { componentSchemas, nameOf, paramsIn, resultSchema } from "../../document-parts.ts";
import { isObject, type Json, type JsonObject, objectAt } from "../../load/json.ts";
import { equal } from "../server/runtime/equal.ts";
import { defaultSubscriptionsMax, idForms } from "../server/runtime/subscriptions.ts";
import { subscriptionsOf } from "../subscriptions/find.ts";
import { idFormOf } from "../subscriptions/id-forms.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import { Validators } from "../validators.ts";
import { invalid, type Outcome } from "./answers.ts";
import { validSample } from "./sample.ts";

/** A subscription that a client has begun. */
type Begun = { readonly subscription: Subscription; readonly id: Json; count: number };

/** What the mock pushes for the subscriptions of a document. */
export class PushedSamples {
  readonly subscriptions: readonly Subscription[];
  readonly #schemas: ReadonlyMap<string, Json>;
  readonly #validators: Validators;
  #lastID = 0;

  constructor(document: JsonObject) {
    this.subscriptions = subscriptionsOf(document);
    this.#schemas = componentSchemas(document);
    this.#validators = new Validators(document);
  }

  /** An ID that no other subscription has, in a form that its schema allows. */
  freeID(subscription: Subscription): Json {
    const schema = resultSchema(subscription.method);
    const form = idFormOf(subscription, this.#validators);
    return form === undefined
      ? validSample(schema, this.#schemas, this.#validators)
      : idForms[form](++this.#lastID);
  }

  /** The next notification: those of a subscription take turns. */
  notification({ subscription, id, count }: Begun): JsonObject {
    const { pushes, idMember, payloadMember } = subscription;
    const { notification, payload } = pushes[
      count % pushes.length
    ] as Subscription["pushes"][number];
    const sample = validSample(payload, this.#schemas, this.#validators);
    return {
      jsonrpc: "2.0",
      method: notification,
      params: { [idMember]: id, [payloadMember]: sample },
    };
  }
}

/** The subscriptions of one connection. */
export class Session {
  readonly #samples: PushedSamples;
  readonly #begun = new Map<string, Begun>();

  constructor(samples: PushedSamples) {
    this.#samples = samples;
  }

  get size(): number {
    return this.#begun.size;
  }

  /** Begins or ends a subscription, if that is what the method does. Returns the outcome with its ID. */
  after(name: string, params: Json | undefined, outcome: Outcome): Outcome {
    if ("error" in outcome) return outcome;
    const { subscriptions } = this.#samples;
    const own = subscriptions.filter(({ method }) => nameOf(method) === name);
    if (own.length > 0) {
      const [subscription] = own
        .filter((each) => isChosen(each, params))
        .sort((a, b) => Object.keys(b.when).length - Object.keys(a.when).length);
      if (subscription === undefined) return invalid("no such subscription");
      if (this.size >= defaultSubscriptionsMax) {
        return { error: { code: -32000, message: "Too many subscriptions" } };
      }
      const id = this.#samples.freeID(subscription);
      this.#begun.set(String(id), { subscription, id, count: 0 });
      return { result: id };
    }
    if (!subscriptions.some(({ end }) => end === name)) return outcome;
    const [id] = isObject(params) ? Object.values(params) : Array.isArray(params) ? params : [];
    const existed = this.#begun.delete(String(id));
    return { result: typeof outcome.result === "boolean" ? existed : outcome.result };
  }

  /** A notification of each subscription. */
  notifications(): JsonObject[] {
    return [...this.#begun.values()].map((begun) => {
      const message = this.#samples.notification(begun);
      begun.count += 1;
      return message;
    });
  }
}

/** Whether params, by name or in order, choose this kind of subscription. */
function isChosen({ method, when }: Subscription, params: Json | undefined): boolean {
  const declared = paramsIn(method).map(nameOf);
  return Object.entries(when).every(([name, value]) => {
    const given = Array.isArray(params)
      ? (params[declared.indexOf(name)] as Json | undefined)
      : objectAt({ params: params ?? {} }, "params")[name];
    return equal(given, value);
  });
}
