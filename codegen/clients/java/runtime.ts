import type { ClientFile } from "../language.ts";
import { runtimeFile } from "../package/package.ts";

const shared = [
  "Answer",
  "Batch",
  "Call",
  "CallOptions",
  "CallSettings",
  "Caller",
  "Deadlines",
  "ErrorForm",
  "Json",
  "LimitedBody",
  "Method",
  "ParamCheck",
  "Pending",
  "Problem",
  "RequiredNulls",
  "RpcException",
  "Scalars",
  "TransportException",
  "Unreadable",
  "types/Int53",
  "types/NullValue",
  "types/Uint32",
  "types/Uint53",
  "types/UnionReader",
];

/** What a document with subscriptions needs, and one without. */
const ofStreams = [
  "ClientBuilder",
  "SocketCaller",
  "SocketMessages",
  "SubscribedSocket",
  "Subscription",
  "SubscriptionInfo",
];
const withoutStreams = ["ClientBuilder"];

/** The classes that are not generated: those of clients/java without events. */
export function javaRuntime(hasStreams: boolean): ClientFile[] {
  const own = "java/src/main/java/couloir/client";
  return [
    ...filesOf(own, shared),
    ...(hasStreams ? filesOf("subscriptions/java", ofStreams) : filesOf(own, withoutStreams)),
  ];
}

function filesOf(folder: string, names: readonly string[]): ClientFile[] {
  return names.map((name) => ({
    path: `${name}.java`,
    text: runtimeFile(`${folder}/${name}.java`),
  }));
}
