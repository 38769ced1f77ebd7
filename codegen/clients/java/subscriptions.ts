import { oneLine } from "../../load/json.ts";
import type { ClientFile } from "../language.ts";
import { quoted } from "../literals.ts";
import type { ClientModel, ClientSubscription } from "../model.ts";
import { constantName, wordName } from "../names.ts";
import { endOf, methodOf } from "../package/streams.ts";
import { printConstant, printFile, printJavaType } from "./apis.ts";
import { javaDoc } from "./docs.ts";
import { javaName, javaType } from "./types.ts";

/** Prints the class with a method for each subscription, and the items of those with several notifications. */
export function printJavaSubscriptions(model: ClientModel): ClientFile[] {
  const { subscriptions, types } = model;
  const methods = new Set(
    subscriptions.flatMap((each) => [each.method, ...(each.end === undefined ? [] : [each.end])]),
  );
  const constants = [...methods].map((name) => printConstant(methodOf(name, model), types));
  const text = `${javaDoc(["What the server pushes."])}public final class Subscriptions {
${constants.join("")}${subscriptions.map((each) => printInfo(each, model)).join("")}
  private final SocketCaller caller;

  Subscriptions(SocketCaller caller) {
    this.caller = caller;
  }

${subscriptions.map((each) => printSubscription(each, model)).join("\n")}}
`;
  return [
    printFile("Subscriptions", text, model, ["java.util.function.Function"]),
    ...subscriptions.flatMap((each) => printItem(each, model)),
  ];
}

function infoName({ localName }: ClientSubscription): string {
  return `${constantName(localName)}_INFO`;
}

function printInfo(subscription: ClientSubscription, model: ClientModel): string {
  const { method, fixed, idMember, payloadMember, pushes, itemName } = subscription;
  const item = itemType(subscription, model);
  const end = endOf(subscription, model);
  const given = Object.entries(fixed).flatMap(([name, value]) => [
    quoted(name),
    quoted(oneLine(value)),
  ]);
  const rows = pushes.map(({ notification, type }) => {
    const own = javaType(type, model.types, true);
    const put =
      itemName === undefined
        ? "Function.identity()"
        : `${wordName(itemName)}.${wordName(notification)}::new`;
    return `              new SubscriptionInfo.Pushed<${own}, ${item}>(
                  Method.of(${quoted(notification)}, false, ${printJavaType(type, model.types)}), ${put})`;
  });
  return `  private static final SubscriptionInfo<${item}> ${infoName(subscription)} =
      new SubscriptionInfo<>(
          ${constantName(methodOf(method, model).localName)},
          Map.of(${given.join(", ")}),
          ${quoted(idMember)},
          ${quoted(payloadMember)},
          List.of(
${rows.join(",\n")}),
          ${end === undefined ? "null" : constantName(end.method.localName)},
          ${end === undefined ? "null" : quoted(end.param)});
`;
}

function printSubscription(subscription: ClientSubscription, model: ClientModel): string {
  const { localName, method, summary, description, params } = subscription;
  const item = itemType(subscription, model);
  const doc = javaDoc(
    [summary, description, `It calls \`${method}\`.`],
    [
      ...(params === undefined ? [] : ["@param params the params of the call"]),
      "@return the subscription, which begins when its first item is read",
    ],
    "  ",
  );
  const argument = params === undefined ? "" : `${wordName(params.name)} params`;
  const given = params === undefined ? "null" : "params";
  return `${doc}  public Subscription<${item}> ${javaName(localName)}(${argument}) {
    return new Subscription<>(caller, ${infoName(subscription)}, ${given});
  }
`;
}

function itemType({ itemName, pushes }: ClientSubscription, { types }: ClientModel): string {
  if (itemName !== undefined) return wordName(itemName);
  return pushes[0] === undefined ? "JsonNode" : javaType(pushes[0].type, types, true);
}

/** Prints the interface of a subscription with several notifications, each a record. */
function printItem(subscription: ClientSubscription, model: ClientModel): ClientFile[] {
  const { itemName, method, pushes } = subscription;
  if (itemName === undefined) return [];
  const name = wordName(itemName);
  const records = pushes.map(({ notification, type }) => {
    const doc = javaDoc(
      [`The notification \`${notification}\`.`],
      ["@param payload what it says"],
      "  ",
    );
    return `${doc}  record ${wordName(notification)}(${javaType(type, model.types, true)} payload) implements ${name} {}\n`;
  });
  const text = `${javaDoc([`One of the notifications of \`${method}\`.`])}public sealed interface ${name} {
${records.join("\n")}}
`;
  return [printFile(name, text, model)];
}
