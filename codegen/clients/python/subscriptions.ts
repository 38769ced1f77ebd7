import { imperative } from "../doc-text.ts";
import type { ClientFile } from "../language.ts";
import { quoted } from "../literals.ts";
import type { ClientModel, ClientSubscription } from "../model.ts";
import { constantName } from "../names.ts";
import { runtimeFiles } from "../package/package.ts";
import { endOf, methodOf } from "../package/streams.ts";
import { resultShape } from "./codec.ts";
import { argument, constant, givenParams, namesUsed, paramDocs, typeArgument } from "./methods.ts";
import { pythonName } from "./names.ts";
import { docstring, pythonFile } from "./source.ts";
import { withTidyImports } from "./tidy-imports.ts";
import { annotation } from "./types.ts";
import { pythonValue } from "./values.ts";

/** What the package needs to be installed. */
export const pythonSocketDependency = "websockets>=15";

const runtime = ["_exchange", "_subscribing", "_subscription"];

/** The files of a package whose document has subscriptions. */
export function pythonSubscriptionFiles(model: ClientModel, folder: string): ClientFile[] {
  return [
    ...runtimeFiles("subscriptions/python/*.py", runtime, `${folder}/*.py`),
    {
      path: `${folder}/_generated/subscriptions.py`,
      text: withTidyImports(printSubscriptions(model)),
    },
  ];
}

function printSubscriptions(model: ClientModel): string {
  const { subscriptions } = model;
  const methods = subscriptions.flatMap((each) => [
    constant(methodOf(each.method, model)),
    ...(each.end === undefined ? [] : [constant(methodOf(each.end, model))]),
  ]);
  const body = `${subscriptions.map((each) => printInfo(each, model)).join("")}

class Subscriptions:
    """What the server pushes."""

    __slots__ = ("_subscriber",)

    def __init__(self, subscriber: Subscriber) -> None:
        self._subscriber = subscriber

${subscriptions.map(printSubscription).join("\n")}`;
  const types = subscriptions.flatMap(({ params, pushes }) => [
    ...(params?.members.map(({ type }) => type) ?? []),
    ...pushes.map(({ type }) => type),
  ]);
  const listed = (names: Iterable<string>) => [...new Set(names)].sort().join(", ");
  const used = listed(namesUsed(types, model));
  const imports = `
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from .._caller import Method
from .._exchange import Pushed, SubscriptionInfo
from .._subscription import OnReconnect, Subscriber, Subscription
from .spec import ${listed(methods)}
${used === "" ? "" : `from .types import ${used}\n`}`;
  return pythonFile(model.generated, "What the server pushes.", imports, body);
}

function infoName({ localName }: ClientSubscription): string {
  return `_${constantName(localName)}_INFO`;
}

function printInfo(subscription: ClientSubscription, model: ClientModel): string {
  const { method, params, fixed, idMember, payloadMember, pushes } = subscription;
  const end = endOf(subscription, model);
  const rows = pushes.map(
    ({
      notification,
      type,
    }) => `        ${quoted(notification)}: Method[${typeArgument(annotation(type))}](
            ${quoted(notification)},
            ${resultShape(type, model)},
            repeatable=False,
            errors=(),
        ),
`,
  );
  return `${infoName(subscription)} = SubscriptionInfo(
    ${constant(methodOf(method, model))},
    params=${params === undefined ? "None" : quoted(params.name)},
    fixed=${pythonValue(fixed)},
    id_member=${quoted(idMember)},
    payload_member=${quoted(payloadMember)},
    pushes={
${rows.join("")}    },
    end=${end === undefined ? "None" : `(${constant(end.method)}, ${quoted(end.param)})`},
)
`;
}

function printSubscription(subscription: ClientSubscription): string {
  const { localName, summary, description, params } = subscription;
  const members = params?.members ?? [];
  const signature = [
    "self",
    ...members.filter(({ required }) => required).map(argument),
    "*",
    ...members.filter(({ required }) => !required).map(argument),
    "on_reconnect: OnReconnect | None = None",
  ];
  const doc = docstring(
    [
      imperative(summary),
      description,
      ...paramDocs(members),
      ":param on_reconnect: called after a reconnection: what was pushed in between is lost.",
    ],
    "        ",
  );
  return `    def ${pythonName(localName)}(
        ${signature.join(",\n        ")},
    ) -> Subscription[${itemType(subscription)}]:
${doc}        return self._subscriber.subscribe(${infoName(subscription)}, ${members.length === 0 ? "{}" : givenParams(members)}, on_reconnect)
`;
}

function itemType({ pushes }: ClientSubscription): string {
  const [only, ...more] = pushes;
  if (only !== undefined && more.length === 0) return annotation(only.type);
  return pushes
    .map(
      ({ notification, type }) => `Pushed[Literal[${quoted(notification)}], ${annotation(type)}]`,
    )
    .join(" | ");
}
