import type { EventsDocument } from "../../emit/events/document.ts";
import type { ClientFile } from "../language.ts";
import { quoted } from "../literals.ts";
import type { ClientModel } from "../model.ts";
import { printProfile } from "./apis.ts";
import { javaFile, printDefinitions, typePath, typesPackage } from "./definitions.ts";
import { javaDoc } from "./docs.ts";
import { printErrors } from "./errors.ts";
import { printReaders } from "./unions.ts";

/** Prints everything except the dispatch table. */
export function printSources(model: ClientModel, events?: EventsDocument): ClientFile[] {
  const { types, generated } = model;
  const unions = [...types.values()].filter((def) => def.kind === "union");
  const readers = javaFile(generated, typesPackage, printReaders(unions, types), [
    "java.math.BigInteger",
    "java.util.List",
    "java.util.Map",
    "java.util.Set",
    "tools.jackson.databind.JsonNode",
  ]);
  return [
    ...printDefinitions(model),
    ...(unions.length === 0 ? [] : [{ path: typePath("Readers"), text: readers }]),
    ...model.profiles.flatMap((profile) => printProfile(profile, model, events)),
    printErrors(model),
    printException(model, events),
    printRules(model),
  ];
}

/** Prints the exception that all others extend. It is sealed, so it names them. */
function printException(
  { generated }: ClientModel,
  events: EventsDocument | undefined,
): ClientFile {
  const ofEvents = events === undefined ? [] : ["QueryException", "NoEventsException"];
  const what = `The failure of a call${events === undefined ? "" : " or of a stream"}: an error that the server returned, or an invalid or missing response.`;
  const text = `${javaDoc([what])}public abstract sealed class ClientException extends RuntimeException
    permits ${["RpcException", "TransportException", ...ofEvents].join(", ")} {
  private static final long serialVersionUID = 1;

  ClientException(String message, Throwable cause) {
    super(message, cause);
  }
}
`;
  return {
    path: "src/generated/java/couloir/client/ClientException.java",
    text: javaFile(generated, "couloir.client", text, []),
  };
}

/** Prints what the params of each method accept, as JSON. */
export function printRules({ rules, generated }: ClientModel): ClientFile {
  const text = `/** What the params of each method accept. */
final class ParamRules {
  /** JSON. */
  static final String TEXT =
      ${quoted(JSON.stringify(rules))};

  private ParamRules() {}
}
`;
  return {
    path: "src/generated/java/couloir/client/ParamRules.java",
    text: javaFile(generated, "couloir.client", text, []),
  };
}
