import { readFileSync } from "node:fs";
import type { ClientFile, PackageInfo } from "../../clients/language.ts";
import { quoted } from "../../clients/literals.ts";
import { methodsOf } from "../../clients/lookup.ts";
import { runtimeFile } from "../../clients/package/package.ts";
import { cell, markdown } from "../../clients/package/readme.ts";
import { hasSubscriptions } from "../../clients/package/streams.ts";
import { versions } from "../../clients/package/versions.ts";
import type { Widening } from "../../clients/types/type-builder.ts";
import { printModelTypes } from "../../clients/typescript/model-types.ts";
import { wrap } from "../../emit/wrapped-text.ts";
import { formatJson, type JsonObject } from "../../load/json.ts";
import { languageModel, packageInfo } from "../clients.ts";
import { withValidSchemas } from "../lint/obstacles.ts";
import { withoutPushes } from "../subscriptions/find.ts";
import {
  type HandlerFile,
  handledBy,
  handlerFiles,
  handlersFolder,
  isHandler,
  printHandlers,
  printStub,
} from "./handlers.ts";
import { pushedSchemas } from "./streams.ts";
import { exactParams, printErrors, printMethods, printNotImplemented } from "./tables.ts";
import { printValidators } from "./validators.ts";

/** The files of a server: those that are generated again each time, and those that are yours once they exist. */
export type ServerPackage = {
  readonly generated: readonly ClientFile[];
  readonly initial: readonly ClientFile[];
  /** Handlers whose method the document does not have. */
  readonly unused: readonly string[];
  readonly widenings: readonly Widening[];
};

const runtime = ["equal", "http", "json", "rpc-error", "schema-problem", "service"];
const subscriptionRuntime = ["sockets", "subscriptions"];
/** Those of the client that make 64-bit integers exact. */
const exactRuntime = ["problem", "shape"];

/** In the bundle, a copy of the runtime is next to it: see scripts/client-runtimes.ts. */
const runtimeFolder = new URL(
  import.meta.filename.endsWith(".ts") ? "./runtime/" : "./server-runtime/",
  import.meta.url,
);

/**
 * Renders a TypeScript server of a self-contained document. \`existing\` has the texts of the handlers that
 * there are, by the names of their files.
 */
export function serverPackage(
  written: JsonObject,
  existing: ReadonlyMap<string, string>,
  name?: string,
): ServerPackage {
  const document = withoutPushes(written);
  return withValidSchemas(document, () => renderPackage(written, document, existing, name));
}

/** `document` is without the methods that the server itself calls. */
function renderPackage(
  written: JsonObject,
  document: JsonObject,
  existing: ReadonlyMap<string, string>,
  name: string | undefined,
): ServerPackage {
  const { model, widenings } = languageModel(written, "typescript");
  const info = packageInfo(document, name);
  const methods = methodsOf(model);
  const files = handlerFiles(handledBy(methods, model.subscriptions), existing);
  const pushes = hasSubscriptions(model);
  const used = new Set(files.map(({ file }) => file));
  const place = (path: string, text: string) => ({ path: `src/generated/${path}`, text });
  return {
    generated: [
      place("types.ts", `${header}${printModelTypes(model) || "export {};\n"}`),
      place("errors.ts", printErrors(model)),
      place("not-implemented.ts", printNotImplemented(model)),
      place("handlers.ts", printHandlers(files)),
      place("methods.ts", printMethods(model, document, written)),
      place("validators.ts", printValidators(document, pushedSchemas(written))),
      place("document.ts", printDocument(written)),
      place("server.ts", printServer(pushes)),
      ...[...runtime, ...(pushes ? subscriptionRuntime : [])].map((each) =>
        place(`runtime/${each}.ts`, readFileSync(new URL(`${each}.ts`, runtimeFolder), "utf8")),
      ),
      ...(exactParams(model).length === 0 ? [] : exactRuntime).map((each) =>
        place(`runtime/${each}.ts`, runtimeFile(`typescript/src/${each}.ts`)),
      ),
    ],
    initial: [
      { path: "package.json", text: `${JSON.stringify(manifest(info, pushes), undefined, 2)}\n` },
      { path: "tsconfig.json", text: tsconfig },
      { path: ".gitignore", text: "/dist\n/node_modules\n" },
      { path: "README.md", text: readme(info, files, pushes) },
      { path: "src/main.ts", text: main },
      ...files
        .filter(({ exists }) => !exists)
        .map(({ handled, file }) => ({
          path: `${handlersFolder}/${file}`,
          text: printStub(handled),
        })),
    ],
    unused: [...existing.keys()].filter(
      (file) => !used.has(file) && isHandler(existing.get(file) ?? ""),
    ),
    widenings,
  };
}

const header = "// @generated from an OpenRPC document. Do not edit.\n\n";

function manifest({ name, title, version }: PackageInfo, pushes: boolean): object {
  return {
    name: `${name}-server`,
    version,
    description: `Server of ${title}.`,
    private: true,
    type: "module",
    engines: { node: `>=${versions.node}` },
    scripts: { build: "tsc -p tsconfig.json", start: "node dist/main.js" },
    ...(pushes && { dependencies: { ws: `^${versions.ws}` } }),
    devDependencies: {
      "@types/node": `^${versions.nodeTypes}`,
      ...(pushes && { "@types/ws": `^${versions.wsTypes}` }),
      typescript: `^${versions.typescript}`,
    },
  };
}

const tsconfig = `${JSON.stringify(
  {
    compilerOptions: {
      target: "es2022",
      lib: ["es2022"],
      types: ["node"],
      module: "nodenext",
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      rewriteRelativeImportExtensions: true,
      rootDir: "src",
      outDir: "dist",
    },
    include: ["src"],
  },
  undefined,
  2,
)}\n`;

/** As text: an import of JSON would round integers beyond 2^53. */
function printDocument(document: JsonObject): string {
  const text = formatJson(document).replaceAll(/\n\s*/g, "");
  return `${header}/** The OpenRPC document as JSON, with references to its own schemas only. */
export const document = ${quoted(text)};
`;
}

function printServer(pushes: boolean): string {
  return `${header}import type { Server } from "node:http";
import { document } from "./document.ts";
import { methods } from "./methods.ts";
import { notImplemented, notImplementedError } from "./not-implemented.ts";
import { createHttpServer${pushes ? "" : ", type HttpOptions"} } from "./runtime/http.ts";
import { formatJson, isObject, parseJson } from "./runtime/json.ts";
import { createService } from "./runtime/service.ts";
${pushes ? 'import { type SocketOptions, serveSockets } from "./runtime/sockets.ts";\n' : ""}
/** Creates the server of the API. Start it with \`listen\`. */
export function createServer(
  options: ${pushes ? "SocketOptions" : "HttpOptions"} & { readonly log?: (problem: string) => void } = {},
): Server {
  const log = options.log ?? ((problem) => process.stderr.write(\`\${problem}\\n\`));
  const discovered = describe();
  const service = createService(methods, () => discovered, log);
  const server = createHttpServer(service, options);
${pushes ? "  serveSockets(server, service, options, log);\n" : ""}  return server;
}

/** The document, in which methods without a handler declare the error that they return. */
function describe(): string {
  const root = parseJson(document);
  const written = isObject(root) && Array.isArray(root["methods"]) ? root["methods"] : [];
  for (const method of written.filter(isObject)) {
    const own = methods.get(String(method["name"]));
    const handlers = own?.streams ?? [{ handler: own?.handler }];
    if (!handlers.some(({ handler }) => handler === notImplemented)) continue;
    const declared: unknown[] = Array.isArray(method["errors"]) ? method["errors"] : [];
    const { code, message } = notImplementedError;
    const isDeclared = (error: unknown) =>
      isObject(error) && error["code"] === code && error["message"] === message;
    if (!declared.some(isDeclared)) method["errors"] = [...declared, notImplementedError];
  }
  return formatJson(root);
}
`;
}

const main = `import { createServer } from "./generated/server.ts";

const host = process.env["HOST"] ?? "127.0.0.1";
const server = createServer();
server.listen(Number(process.env["PORT"] ?? 8080), host, () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : address;
  console.log(\`listens at http://\${host.includes(":") ? \`[\${host}]\` : host}:\${port}\`);
});
`;

function readme(info: PackageInfo, files: readonly HandlerFile[], pushes: boolean): string {
  const table = (type: HandlerFile["handled"]["type"]) =>
    files
      .filter(({ handled }) => handled.type === type)
      .map(
        ({ handled: { name, summary }, file }) =>
          `| ${cell(name)} | ${cell(`${handlersFolder}/${file}`)} | ${markdown(summary)} |\n`,
      )
      .join("");
  const made = `Generated from version ${info.version} of its OpenRPC document by \`couloir contract server\`.`;
  return `# Server of ${markdown(info.title)}

${wrap(made, 100).join("\n")}

\`\`\`
npm install
npm run build
PORT=8080 npm start
\`\`\`

Every method has a file in \`${handlersFolder}\`. Until you replace \`notImplemented\` there, the method returns the error
"Not implemented", which \`rpc.discover\` declares for it:

\`\`\`ts
export const handler: Handler<"name"> = async (params, context) => {
  if (context.headers.authorization === undefined) throw errors.invalidRequest();
  return …;
};
\`\`\`

- Params are checked against the document before the handler is called, and arrive by name. Results are checked before they
  are sent: one that does not match is logged, and the caller receives "Internal error".
- \`errors\` in \`src/generated/errors.ts\` has a constructor for each declared error; \`RpcError\` makes others.
- 64-bit integers are \`bigint\`, and numbers with all their digits in JSON.
- \`rpc.discover\` returns the document.

To follow a new version of the document, run the command again. It writes \`src/generated\` and the handlers of new methods.
It never changes a file outside \`src/generated\` that exists.

## Methods

| Method | Handler | |
|---|---|---|
${table("Handler")}${pushes ? `${streamReadme}${table("StreamHandler")}` : ""}`;
}

const streamReadme = `
## Streams

Methods that begin and end subscriptions have no handler: the server answers them over WebSockets, and refuses them over HTTP.
What a subscription pushes is what the handler of its stream yields:

\`\`\`ts
export const handler: StreamHandler<"name"> = async (params, { signal }) => {
  if (params.account === "unknown") throw errors.invalidParams();
  return source.items({ signal });
};
\`\`\`

- An async generator fits as well, but what it throws is too late to refuse the subscription: it is logged, and the connection
  closes with the code 1011. So does what does not match the document.
- \`signal\` aborts when the subscription ends or its connection closes. Stop waiting for the next item then.
- The next item is taken when the client has taken the last one.
- Pages of other origins cannot connect, except those of \`allowedOrigin\`.

| Stream | Handler | |
|---|---|---|
`;
