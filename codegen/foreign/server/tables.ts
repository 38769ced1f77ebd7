import { quoted } from "../../clients/literals.ts";
import { holdsWideIntegers, methodsOf } from "../../clients/lookup.ts";
import type { ClientError, ClientMethod, ClientModel, Struct, Type } from "../../clients/model.ts";
import { printShapes } from "../../clients/typescript/shape-table.ts";
import { methodsIn, nameOf, paramsIn, schemaOf } from "../../document-parts.ts";
import { camelName, docComment, printKey, printValue } from "../../emit/writer.ts";
import type { JsonObject } from "../../load/json.ts";
import { Validators } from "../validators.ts";
import { streamMethods } from "./streams.ts";
import { checkName } from "./validators.ts";

const generated = "// @generated from an OpenRPC document. Do not edit.\n\n";

/** What the server knows about each method. `document` has no methods that only the server calls, unlike `written`. */
export function printMethods(
  model: ClientModel,
  document: JsonObject,
  written: JsonObject,
): string {
  const methods = methodsOf(model);
  const validators = new Validators(document);
  const streams = streamMethods(written, model.subscriptions, validators);
  const exact = exactParams(model);
  const declared = methodsIn(document);
  const rows = methods.map((method, index) => {
    const stream = streams.get(method.name);
    const lines = [
      `params: ${printValue(namesOf(method.params))}`,
      `nullIsAbsent: ${printValue(nullableIn(method, declared[index] ?? {}, validators))}`,
      `structure: ${quoted(method.byPosition === undefined ? "by-name" : method.byPosition === "only" ? "by-position" : "either")}`,
      `checkParams: check(checks.${checkName("params", index)})`,
      `checkResult: check(checks.${checkName("result", index)})`,
      ...(exact.some((type) => type.name === method.params?.name)
        ? [`exact: exact(${quoted(`#${method.params?.name}`)})`]
        : []),
      stream === undefined ? `handler: handlers[${quoted(method.name)}]` : `...${stream}`,
    ];
    return `  [\n    ${quoted(method.name)},\n    {\n${lines.map((line) => `      ${line},\n`).join("")}    },\n  ],\n`;
  });
  return `${generated}${imports(methods, streams, exact.length > 0)}
${exact.length === 0 ? "" : printExact(printShapes(exact, model.types))}${methods.length === 0 ? "" : "const check = (compiled: unknown): Check => compiled as Check;\n"}
/** The methods of the document. */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
${rows.join("")}]);
`;
}

/** The params that contain 64-bit integers. */
export function exactParams({ profiles, types }: ClientModel): Extract<Type, { kind: "named" }>[] {
  const methods = methodsOf({ profiles });
  return methods.flatMap(({ params }) => {
    const type = { kind: "named", name: params?.name ?? "" } as const;
    return params !== undefined && holdsWideIntegers(type, types) ? [type] : [];
  });
}

function printExact(shapes: string): string {
  return `const reader = new ShapeReader(${shapes});

/** Makes the 64-bit integers of checked params bigint. */
const exact = (shape: string) => (params: unknown): unknown => {
  try {
    return reader.read(shape, params);
  } catch (error) {
    throw error instanceof WrongType ? invalidParams(problemText(error.problem())) : error;
  }
};

`;
}

function imports(
  methods: readonly ClientMethod[],
  streams: ReadonlyMap<string, string>,
  isExact: boolean,
): string {
  const texts = [...streams.values()].join("");
  const needed = (names: readonly (readonly [string, boolean])[]) =>
    names.flatMap(([name, isUsed]) => (isUsed ? [name] : [])).join(", ");
  const tables = needed([
    ["handlers", methods.some(({ name }) => !streams.has(name))],
    ["streamHandlers", streams.size > 0],
  ]);
  const calls = needed([
    ["ending", texts.includes("ending(")],
    ["subscribing", texts.includes("subscribing(")],
  ]);
  const lines = [
    ...(tables === "" ? [] : [`import { ${tables} } from "./handlers.ts";`]),
    ...(isExact ? ['import { problemText, WrongType } from "./runtime/problem.ts";'] : []),
    isExact
      ? 'import { type Check, invalidParams, type Method } from "./runtime/service.ts";'
      : `import type { ${methods.length === 0 ? "" : "Check, "}Method } from "./runtime/service.ts";`,
    ...(isExact ? ['import { ShapeReader } from "./runtime/shape.ts";'] : []),
    ...(calls === "" ? [] : [`import { ${calls} } from "./runtime/subscriptions.ts";`]),
    ...(methods.length === 0 ? [] : ['import * as checks from "./validators.ts";']),
  ];
  return `${lines.join("\n")}\n`;
}

/** The optional params whose schema does not allow null. */
function nullableIn(method: ClientMethod, declared: JsonObject, validators: Validators): string[] {
  return namesOf(method.params).filter((name) => {
    const param = paramsIn(declared).find((each) => nameOf(each) === name);
    if (param === undefined || param["required"] === true) return false;
    return validators.problem(schemaOf(param), null) !== undefined;
  });
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
