import { quoted } from "../../clients/literals.ts";
import type { ClientError, ClientModel, Struct } from "../../clients/model.ts";
import { IntegerPlaces } from "../../clients/typescript/model-integers.ts";
import { camelName, docComment, printKey, printValue } from "../../emit/writer.ts";
import { isObject, type JsonObject, listAt, textAt } from "../../load/json.ts";
import { Validators } from "../validators.ts";
import { checkName } from "./validators.ts";

const generated = "// @generated from an OpenRPC document. Do not edit.\n\n";

/** What the server knows about each method. */
export function printMethods(model: ClientModel, document: JsonObject): string {
  const methods = model.profiles.flatMap(({ apis }) => apis.flatMap((api) => api.methods));
  const written = listAt(document, "methods").filter(isObject);
  const places = new IntegerPlaces(model);
  const validators = new Validators(document);
  const rows = methods.map((method, index) => {
    const integers =
      method.params && places.expression({ kind: "named", name: method.params.name });
    const absent = (method.params?.members ?? []).filter(({ name, required }) => {
      const param = listAt(written[index], "params").find((each) => textAt(each, "name") === name);
      const schema = isObject(param) ? (param["schema"] ?? true) : true;
      return !required && validators.problem(schema, null) !== undefined;
    });
    const lines = [
      `params: ${printValue(namesOf(method.params))}`,
      `nullIsAbsent: ${printValue(absent.map(({ name }) => name))}`,
      `structure: ${quoted(method.byPosition === undefined ? "by-name" : method.byPosition === "only" ? "by-position" : "either")}`,
      `checkParams: check(checks.${checkName("params", index)})`,
      `checkResult: check(checks.${checkName("result", index)})`,
      ...(integers === undefined ? [] : [`integers: ${integers}`]),
      `handler: handlers[${quoted(method.name)}]`,
    ];
    return `  [\n    ${quoted(method.name)},\n    {\n${lines.map((line) => `      ${line},\n`).join("")}    },\n  ],\n`;
  });
  const constants = places.constants();
  const isEmpty = methods.length === 0;
  return `${generated}${isEmpty ? "" : 'import { handlers } from "./handlers.ts";\n'}${constants === "" ? "" : 'import type { Integers } from "./runtime/integers.ts";\n'}import type { ${isEmpty ? "" : "Check, "}Method } from "./runtime/service.ts";
${isEmpty ? "" : 'import * as checks from "./validators.ts";\n'}
${constants === "" ? "" : `${constants}\n`}${isEmpty ? "" : "const check = (compiled: unknown): Check => compiled as Check;\n"}
/** The methods of the document. */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
${rows.join("")}]);
`;
}

function namesOf(params: Struct | undefined): string[] {
  return (params?.members ?? []).map(({ name }) => name);
}

/** A constructor for each error that the document declares. */
export function printErrors({ errors }: ClientModel): string {
  const filled = errors.some(({ placeholders }) => placeholders.length > 0);
  return `${generated}import { ${filled ? "fillMessage, " : ""}RpcError } from "./runtime/rpc-error.ts";

export { RpcError } from "./runtime/rpc-error.ts";

/** Creates the errors that the document declares, and those of JSON-RPC: \`throw errors.invalidParams()\`. */
export const errors = {
${errors.map(printError).join("")}} as const;
`;
}

function printError({ name, description, forms, placeholders }: ClientError): string {
  const { code = 0, message = "" } = forms[0] ?? {};
  const key = camelName(name.slice(0, 1).toLowerCase() + name.slice(1));
  const comment = docComment([`${code}: ${message}`, description], "  ");
  if (placeholders.length === 0) {
    return `${comment}  ${printKey(key)}: (data?: unknown) => new RpcError(${code}, ${quoted(message)}, data),\n`;
  }
  const type = placeholders.map((each) => `readonly ${printKey(each)}: string`).join("; ");
  return `${comment}  ${printKey(key)}: (values: { ${type} }, data?: unknown) =>
    new RpcError(${code}, fillMessage(${quoted(message)}, values), data),\n`;
}

/** The handler of methods without one, and the declared error that it throws. */
export function printNotImplemented({ errors }: ClientModel): string {
  const own = errors.find(({ forms }) => /^not implemented\b/i.test(forms[0]?.message ?? ""));
  const { code, message } = own?.forms[0] ?? { code: -32000, message: "Not implemented" };
  return `${generated}import { RpcError } from "./runtime/rpc-error.ts";

/** The error of methods that have no handler. \`rpc.discover\` declares it for them. */
export const notImplementedError = ${printValue({ code, message })} as const;

/** The handler of a method until you replace it. */
export function notImplemented(): never {
  throw new RpcError(notImplementedError.code, notImplementedError.message);
}
`;
}
