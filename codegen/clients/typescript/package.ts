import { clientHeader, docComment, printKey, printValue } from "../../emit/writer.ts";
import { UnusableDocument } from "../../foreign/read.ts";
import type { PackageInfo, PackageWriter } from "../language.ts";
import { quoted, usesName } from "../literals.ts";
import { methodsOf } from "../lookup.ts";
import type { ClientMethod, ClientModel } from "../model.ts";
import { runtimeFile, runtimeFiles, spdx } from "../package/package.ts";
import { exampleCall, packageReadme } from "../package/readme.ts";
import { streamReadme } from "../package/stream-readme.ts";
import { hasSubscriptions } from "../package/streams.ts";
import { versions } from "../package/versions.ts";
import { printErrors } from "./errors.ts";
import { printMethodInfo } from "./method-info.ts";
import { printModelTypes, printScopedType, printType } from "./model-types.ts";
import { printShapes } from "./shape-table.ts";
import { subscriptionFiles } from "./subscriptions.ts";

const runtime = [
  "answer",
  "caller",
  "connection",
  "errors",
  "json",
  "method",
  "param-check",
  "problem",
  "shape",
  "transport",
  "watch",
];

/** A TypeScript package without dependencies, for Node and browsers. */
export const typescriptPackage: PackageWriter = (model, info) => [
  { path: "package.json", text: `${JSON.stringify(manifest(info), undefined, 2)}\n` },
  { path: "tsconfig.json", text: runtimeFile("typescript/tsconfig.json") },
  ...runtimeFiles("typescript/src/*.ts", runtime, "src/*.ts"),
  {
    path: "src/generated/types.ts",
    text: `${clientHeader(model.generated)}\n${printModelTypes(model)}`,
  },
  { path: "src/generated/errors.ts", text: printErrors(model) },
  { path: "src/generated/methods.ts", text: printMethods(model) },
  ...(hasSubscriptions(model) ? subscriptionFiles(model) : []),
  { path: "src/client.ts", text: printClient(model) },
  {
    path: "src/index.ts",
    text: hasSubscriptions(model) ? subscriptionIndex + index : plainIndex + index,
  },
  { path: "examples/quickstart.ts", text: example(model, info) },
  { path: "README.md", text: packageReadme(model, info, readme(model, info), (name) => name) },
];

function manifest(info: PackageInfo): object {
  const { name, title, version } = info;
  const license = spdx(info);
  return {
    name: `${name}-client`,
    version,
    ...(license !== undefined && { license }),
    description: `Typed client of ${title}.`,
    type: "module",
    sideEffects: false,
    engines: { node: `>=${versions.node}` },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    files: ["dist"],
    scripts: { build: "tsc -p tsconfig.json", prepack: "npm run build" },
    devDependencies: { typescript: `^${versions.typescript}` },
  };
}

function printMethods(model: ClientModel): string {
  const methods = methodsOf(model);
  if (methods.some(({ name }) => name === "__proto__")) {
    throw new UnusableDocument("the method __proto__ cannot be a key of a TypeScript table");
  }
  const members = methods.map(printSignature).join("\n");
  const rows = methods.map(
    (method) => `  ${printKey(method.name)}: info(${printMethodInfo(method, model)}),\n`,
  );
  const names = methods.map(
    (method) => `  ${printKey(method.localName)}: ${quoted(method.name)},\n`,
  );
  const shapes = printShapes(
    methods.flatMap(({ result, isNotification }) => (isNotification ? [] : [result.type])),
    model.types,
  );
  const needsTypes = usesName("types", members);
  return `${clientHeader(model.generated)}
import type { ${methods.length === 0 ? "" : "CallOptions, "}${methods.length === 0 ? "" : "MethodInfo, "}MethodTable } from "../method.ts";
import type { Shapes } from "../shape.ts";
${needsTypes ? 'import type * as types from "./types.ts";\n' : ""}
/** The methods of the API. */
export interface Methods {
${members}}

/** What the types of results must be, by name. */
export const shapes: Shapes = ${shapes};

// Without this function a method called constructor or toString would have the type of Object's.
${methods.length === 0 ? "" : "const info = (method: MethodInfo): MethodInfo => method;"}

/** What a call needs to know about its method. */
export const methods: MethodTable = {
${rows.join("")}};

/** The methods of the document, by their names in code. */
export const methodNames: Readonly<Record<string, string>> & Readonly<Record<keyof Methods, string>> = {
${names.join("")}};
`;
}

function printSignature(method: ClientMethod): string {
  const { params, result, errors } = method;
  const optional = params?.members.every(({ required }) => !required) ? "?" : "";
  const given = params === undefined ? "" : `params${optional}: types.${params.name}, `;
  const comment = docComment(
    [
      method.summary,
      method.description,
      ...(errors.length === 0
        ? []
        : [`@throws {@link RpcError} with one of the names ${errors.join(", ")}.`]),
      ...(method.deprecated ? ["@deprecated The OpenRPC document deprecates this method."] : []),
    ],
    "  ",
  );
  const type = method.isNotification ? "void" : printScopedType(result.type);
  return `${comment}  ${printKey(method.localName)}(${given}options?: CallOptions): Promise<${type}>;\n`;
}

function printClient(model: ClientModel): string {
  const hasStreams = hasSubscriptions(model);
  const given = (text: string) => (hasStreams ? text : "");
  return `import type { Call } from "./caller.ts";
import { batchOf, ${hasStreams ? "type ClientOptions as HttpOptions" : "type ClientOptions"}, connect, type SendBatch } from "./connection.ts";
import { type Methods, methodNames, methods, shapes } from "./generated/methods.ts";
${given('import { bindSubscriptions, pushedShapes, type Subscriptions } from "./generated/subscriptions.ts";\n')}import type { CallOptions } from "./method.ts";
${given(`import { type SocketOptions, Subscriber } from "./subscription.ts";

export type ClientOptions = HttpOptions & SocketOptions;
`)}
/** The methods of the API, and how to call several at once. */
export type Client = {
  readonly rpc: Methods;
${given("  /** What the server pushes, over WebSockets. A broken connection is opened again; leaving the loop ends the subscription. */\n  readonly subscriptions: Subscriptions;\n")}  /** Sends the calls that \`build\` returns in one HTTP request, and returns the outcome of each. */
  readonly batch: SendBatch<Methods>;
};

/** Creates a client of the server at \`url\`, without connecting. */
export function createClient(url: string, options: ClientOptions = {}): Client {
  const connection = connect({ url, methods, shapes, bigint: "number" }, options);
  return {
    rpc: bind(connection.caller.call),
${given("    subscriptions: bindSubscriptions(new Subscriber({ url, methods, shapes: pushedShapes }, options, connection)),\n")}    batch: batchOf(connection.caller, bind),
  };
}

function bind(call: Call): Methods {
  const bound = Object.entries(methodNames).map(([localName, name]) => [
    localName,
    methods[name]?.hasParams
      ? (params: unknown, options?: CallOptions) => call("", name, params, options)
      : (options?: CallOptions) => call("", name, undefined, options),
  ]);
  return Object.fromEntries(bound) as Methods;
}
`;
}

const index = `export { isDeclared, RpcError, TransportError } from "./errors.ts";
export type { ErrorArguments, ErrorName } from "./generated/errors.ts";
export type { Methods } from "./generated/methods.ts";
export type * from "./generated/types.ts";
export { stringifyExact } from "./json.ts";
export type { CallOptions } from "./method.ts";
export type { Problem } from "./problem.ts";
export type { Fetch, FetchResponse, Transport } from "./transport.ts";
`;

const plainIndex = `export { type Client, createClient } from "./client.ts";
export type { ClientOptions } from "./connection.ts";
`;

const subscriptionIndex = `export { type Client, type ClientOptions, createClient } from "./client.ts";
export type { Subscriptions } from "./generated/subscriptions.ts";
export type { OpenSocket, Socket } from "./socket-messages.ts";
export type { SubscribeOptions } from "./subscription.ts";
`;

function example(model: ClientModel, info: PackageInfo): string {
  const call = exampleCall(model);
  const values = (call?.values ?? []).map(({ member, value }) => {
    const type = printType(member.type);
    return [member.name, type === "bigint" ? BigInt(value) : value] as const;
  });
  const given = values.length === 0 ? "" : printValue(Object.fromEntries(values));
  const made =
    call === undefined
      ? "console.log(Object.keys(client.rpc));"
      : `console.log(await client.rpc${access(call.method.localName)}(${given}));`;
  return `import { createClient } from ${quoted(`${info.name}-client`)};

const client = createClient(process.argv[2] ?? ${quoted(info.url)});
${made}
`;
}

function access(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${quoted(name)}]`;
}

function readme(model: ClientModel, info: PackageInfo): string {
  return `\`\`\`
npm install
npm run build
\`\`\`

\`\`\`ts
${example(model, info).trim()}
\`\`\`

\`RpcError\` is an error that the server returned; \`isDeclared(error, name)\` narrows it to a declared error.
\`TransportError\` is any other failure. 64-bit integers are \`bigint\`.
${streams(model)}`;
}

function streams(model: ClientModel): string {
  return streamReadme(
    model,
    "ts",
    (name) => name,
    ({ localName }, needsParams) =>
      `for await (const item of client.subscriptions${access(localName)}(${needsParams ? "params" : ""})) console.log(item);`,
    `Leaving the loop ends the subscription. A broken connection is opened again: \`onReconnect\` says when, because what the
server pushed in between is lost. Each subscription has a WebSocket of its own.`,
  );
}
