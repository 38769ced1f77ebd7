import { quoted, usesName } from "../../clients/literals.ts";
import type { ClientMethod, ClientSubscription } from "../../clients/model.ts";
import { printScopedType } from "../../clients/typescript/model-types.ts";
import { printItem } from "../../clients/typescript/subscriptions.ts";
import { docComment, kebabName, printKey } from "../../emit/writer.ts";

/** A folder that handlers are in, inside the server's. */
export const handlersFolder = "src/handlers";

/** What has a handler: a method, or a stream of a method that subscribes. */
export type Handled = {
  readonly type: "Handler" | "StreamHandler";
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly returns: string;
  /** The types of its params and of its results or items. */
  readonly params: string | undefined;
  readonly result: string;
};

/** The file of a handler, and whether it exists. */
export type HandlerFile = {
  readonly handled: Handled;
  /** In the folder of handlers. */
  readonly file: string;
  readonly exists: boolean;
};

/** A handler for each method that begins and ends no subscription, and one for each stream. */
export function handledBy(
  methods: readonly ClientMethod[],
  subscriptions: readonly ClientSubscription[],
): Handled[] {
  const others = new Set(subscriptions.flatMap(({ method, end }) => [method, end]));
  return [
    ...methods
      .filter(({ name }) => !others.has(name))
      .map(
        ({ name, summary, description, params, result, isNotification }): Handled => ({
          type: "Handler",
          name,
          summary,
          description,
          returns: result.description,
          params: params?.name,
          result: isNotification ? "void" : printScopedType(result.type),
        }),
      ),
    ...subscriptions.map(
      ({ localName, summary, description, params, pushes }): Handled => ({
        type: "StreamHandler",
        name: localName,
        summary,
        description,
        returns: "What the server pushes.",
        params: params?.name,
        result: printItem(pushes),
      }),
    ),
  ];
}

const ownName = /\b(Handler|StreamHandler)<\s*("(?:[^"\\]|\\.)*")\s*,?\s*>/;

/** Whether a text is of a handler that names its method. */
export function isHandler(text: string): boolean {
  return ownName.test(text);
}

/**
 * Finds the file of each handler. An existing file belongs to the method or stream that its type
 * names, or, if it names none, to the one that it is called like: it keeps its method when others are added.
 */
export function handlerFiles(
  all: readonly Handled[],
  existing: ReadonlyMap<string, string>,
): HandlerFile[] {
  const owners = new Map<string, string>();
  for (const [file, text] of existing) {
    const [, type, literal] = ownName.exec(text) ?? [];
    if (literal !== undefined) owners.set(file, `${type} ${JSON.parse(literal) as string}`);
  }
  const taken = new Set(owners.keys());
  return all.map((handled) => {
    const own = [...owners].find(([, owner]) => owner === `${handled.type} ${handled.name}`)?.[0];
    if (own !== undefined) return { handled, file: own, exists: true };
    const stem = fileStem(handled.name);
    for (let number = 1; ; number++) {
      const file = `${stem}${number === 1 ? "" : `-${number}`}.ts`;
      if (taken.has(file)) continue;
      taken.add(file);
      return { handled, file, exists: existing.has(file) };
    }
  });
}

/** `platform.getBlock` as `platform-get-block`. */
function fileStem(name: string): string {
  const words = kebabName(name.replaceAll(/[^A-Za-z0-9]+/g, "-"))
    .replaceAll(/-+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 100);
  return words === "" ? "method" : words;
}

/** A handler that is not implemented. */
export function printStub({ type, name, summary, description, returns }: Handled): string {
  return `import type { ${type} } from "../generated/handlers.ts";
import { notImplemented } from "../generated/not-implemented.ts";

${docComment([summary, description, `@returns ${returns}`])}export const handler: ${type}<${quoted(name)}> = notImplemented;
`;
}

/** The types of handlers, and the tables of all. */
export function printHandlers(files: readonly HandlerFile[]): string {
  const imports = files.map(
    ({ file }, index) =>
      `import { handler as handler${index} } from ${quoted(`../handlers/${file}`)};\n`,
  );
  const of = (type: Handled["type"]) => {
    const own = [...files.entries()].filter(([, { handled }]) => handled.type === type);
    const row = (name: string, text: string) => `  readonly ${memberName(name)}: ${text};\n`;
    const none = "Readonly<Record<string, never>>";
    const params = own.map(([, { handled }]) =>
      row(handled.name, handled.params === undefined ? none : `types.${handled.params}`),
    );
    const results = own.map(([, { handled }]) => row(handled.name, handled.result));
    const entries = own.map(
      ([index, { handled }]) => `  ${printKey(handled.name)}: handler${index},\n`,
    );
    return { params: params.join(""), results: results.join(""), entries: entries.join("") };
  };
  const methods = of("Handler");
  const streams = of("StreamHandler");
  const hasStreams = streams.entries !== "";
  const body = [methods, streams].map(({ params, results }) => params + results).join("");
  return `// @generated from an OpenRPC document. Do not edit.

${imports.join("")}import type { Context } from "./runtime/service.ts";
${hasStreams ? 'import type { StreamContext } from "./runtime/subscriptions.ts";\n' : ""}${usesName("types", body) ? 'import type * as types from "./types.ts";\n' : ""}
export type { Context } from "./runtime/service.ts";

/** What a handler receives, by method. */
export interface MethodParams {
${methods.params}}

/** What a handler returns, by method. */
export interface MethodResults {
${methods.results}}

/** Handles the calls of a method. Throw one of \`errors\`, or an \`RpcError\`, to return an error. */
export type Handler<Name extends keyof MethodParams> = (
  params: MethodParams[Name],
  context: Context,
) => MethodResults[Name] | Promise<MethodResults[Name]>;

/** The handler of every method. */
export const handlers: { readonly [Name in keyof MethodParams]: Handler<Name> } = {
${methods.entries}};
${hasStreams ? printStreamTypes(streams) : ""}`;
}

type Rows = { readonly params: string; readonly results: string; readonly entries: string };

function printStreamTypes({ params, results, entries }: Rows): string {
  return `
/** What the handler of a stream receives. */
export interface StreamParams {
${params}}

/** What a stream pushes. */
export interface StreamItems {
${results}}

/**
 * Begins a stream: the server pushes what it yields. Throw one of \`errors\`, or an \`RpcError\`, to refuse the subscription. A
 * stream that throws later ends the connection.
 */
export type StreamHandler<Name extends keyof StreamParams> = (
  params: StreamParams[Name],
  context: StreamContext,
) => AsyncIterable<StreamItems[Name]> | Promise<AsyncIterable<StreamItems[Name]>>;

/** The handler of every stream. */
export const streamHandlers: { readonly [Name in keyof StreamParams]: StreamHandler<Name> } = {
${entries}};
`;
}

/** A name in a type, where a computed one is not allowed. */
function memberName(name: string): string {
  return name === "__proto__" ? quoted(name) : printKey(name);
}
