import type { ClientMethod, ClientSubscription } from "../clients/model.ts";
import { NamePool, reservedArguments } from "../clients/types/name-pool.ts";
import type { TypeBuilder } from "../clients/types/type-builder.ts";
import { readMethod } from "../declared-method.ts";
import { nameOf } from "../document-parts.ts";
import { plainText } from "../emit/wrapped-text.ts";
import type { JsonObject } from "../load/json.ts";
import { subscriptionsOf } from "./subscriptions/find.ts";
import type { Subscription } from "./subscriptions/subscription.ts";

type Tools = {
  readonly types: TypeBuilder;
  /** The names of types. */
  readonly names: NamePool;
  /** The names of methods, as parts of names of types. */
  readonly typeNames: NamePool;
};

/** The subscriptions of a document, whose methods are built. */
export function buildSubscriptions(
  document: JsonObject,
  methods: readonly ClientMethod[],
  tools: Tools,
): ClientSubscription[] {
  const localNames = new NamePool(reservedArguments);
  return subscriptionsOf(document).flatMap((subscription) => {
    const own = nameOf(subscription.method);
    const method = methods.find(({ name }) => name === own);
    return method === undefined ? [] : [build(subscription, method, localNames, tools)];
  });
}

function build(
  { method: written, name, summary, when, takes, narrowed, pushes, ...rest }: Subscription,
  method: ClientMethod,
  localNames: NamePool,
  { types, names, typeNames }: Tools,
): ClientSubscription {
  const pascalName = typeNames.type(`${method.name} ${name === "" ? "Stream" : name}`);
  const left = readMethod(written)
    .params.filter((param) => !Object.hasOwn(when, param.name))
    .filter((param) => takes === undefined || takes.includes(param.name));
  return {
    ...rest,
    method: method.name,
    localName: localNames.identifier(
      name === "" ? method.localName : `${method.localName}_${name}`,
    ),
    summary: plainText(summary ?? method.summary),
    description: method.description,
    itemName: pushes.length === 1 ? undefined : names.type(`${pascalName} item`),
    fixed: when,
    params:
      left.length === 0
        ? undefined
        : left.length === method.params?.members.length && narrowed === undefined
          ? method.params
          : types.params(
              `${pascalName}Params`,
              `The params of \`${plainText(method.name)}\`.`,
              left.map((param) => ({ ...param, schema: narrowed?.[param.name] ?? param.schema })),
              `${method.name} ${name}`,
            ),
    pushes: pushes.map(({ notification, payload }, index) => ({
      notification,
      type: types.result(
        `${index === 0 ? pascalName : typeNames.type(notification)}Result`,
        { description: "", schema: payload },
        `${method.name} pushes ${notification}`,
      ),
    })),
  };
}
