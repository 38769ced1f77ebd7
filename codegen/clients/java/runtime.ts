import type { ClientFile } from "../language.ts";
import { runtimeFiles } from "../package/package.ts";

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
export function javaRuntime(folder: string, hasStreams: boolean): ClientFile[] {
  const own = "java/src/main/java/couloir/client/*.java";
  const path = `${folder}/*.java`;
  return [
    ...runtimeFiles(own, shared, path),
    ...(hasStreams
      ? runtimeFiles("subscriptions/java/*.java", ofStreams, path)
      : runtimeFiles(own, withoutStreams, path)),
  ];
}
