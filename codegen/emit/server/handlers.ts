import { type Contract, discoverName } from "../../model.ts";
import { header, type Output, pascalName } from "../writer.ts";

/** src/generated/handlers.ts: the types that complete tables of handlers satisfy. */
export function emitHandlers(contract: Contract): Output[] {
  const [, ...overlays] = contract.profiles;
  const prefixes = overlays.map((overlay) => pascalName(overlay.name));
  const overlayImports = prefixes.flatMap((prefix) =>
    ["MethodName", "MethodParams", "MethodResults"].map((name) => `  ${prefix}${name},\n`),
  );
  const text = `${header("openrpc/*.json")}
import type {
${overlayImports.join("")}  MethodName,
  MethodParams,
  MethodResults,
} from "./types.ts";

/** Every method with a handler. \`${discoverName}\` is served from the documents. */
export type HandledName = Exclude<MethodName, "${discoverName}">;

/**
 * A handler for each of these methods: \`{ ... } satisfies Handlers<InfoMethodName, HandlerContext>\`
 * does not compile while one is missing, and names it.
 */
export type Handlers<Name extends HandledName, Context> = {
  readonly [Each in Name]: (
    params: MethodParams[Each],
    context: Context,
  ) => MethodResults[Each] | Promise<MethodResults[Each]>;
};
${overlays.map((overlay) => overlayType(overlay.name)).join("")}`;
  return [{ path: "src/generated/handlers.ts", text }];
}

function overlayType(profile: string): string {
  const prefix = pascalName(profile);
  return `
/** A handler for each of these methods as profile \`${profile}\` has them. */
export type ${prefix}Handlers<Name extends ${prefix}MethodName, Context> = {
  readonly [Each in Name]: (
    params: ${prefix}MethodParams[Each],
    context: Context,
  ) => ${prefix}MethodResults[Each] | Promise<${prefix}MethodResults[Each]>;
};
`;
}
