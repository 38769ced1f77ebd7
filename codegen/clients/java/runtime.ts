import type { ClientFile } from "../language.ts";
import { runtimeFile } from "../package/package.ts";

const shared = [
  "Answer",
  "Batch",
  "Call",
  "CallOptions",
  "Caller",
  "ClientBuilder",
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

/** The classes that are not generated: those of clients/java without events. */
export function javaRuntime(): ClientFile[] {
  return shared.map((name) => ({
    path: `${name}.java`,
    text: runtimeFile(`java/src/main/java/couloir/client/${name}.java`),
  }));
}
