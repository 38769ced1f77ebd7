import { quoted } from "../../clients/literals.ts";
import type { ClientMethod } from "../../clients/model.ts";
import { printType } from "../../clients/typescript/model-types.ts";
import { docComment, kebabName, printKey } from "../../emit/writer.ts";
import { scoped } from "../packages/typescript.ts";

/** A folder that handlers are in, inside the server's. */
export const handlersFolder = "src/handlers";

/** The file of a method's handler, and whether it exists. */
export type HandlerFile = {
  readonly method: ClientMethod;
  /** In the folder of handlers. */
  readonly file: string;
  readonly exists: boolean;
};

/**
 * Finds the file of each method's handler. An existing file belongs to the method that its type
 * names, or, if it names none, to the one that it is called like: it keeps its method when others are added.
 */
export function handlerFiles(
  methods: readonly ClientMethod[],
  existing: ReadonlyMap<string, string>,
): HandlerFile[] {
  const owners = new Map<string, string>();
  for (const [file, text] of existing) {
    const [, literal] = /\bHandler<\s*("(?:[^"\\]|\\.)*")\s*,?\s*>/.exec(text) ?? [];
    if (literal !== undefined) owners.set(file, JSON.parse(literal) as string);
  }
  const taken = new Set(owners.keys());
  return methods.map((method) => {
    const own = [...owners].find(([, name]) => name === method.name)?.[0];
    if (own !== undefined) return { method, file: own, exists: true };
    const stem = fileStem(method.name);
    for (let number = 1; ; number++) {
      const file = `${stem}${number === 1 ? "" : `-${number}`}.ts`;
      if (taken.has(file)) continue;
      taken.add(file);
      return { method, file, exists: existing.has(file) };
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
export function printStub({ name, summary, description, result }: ClientMethod): string {
  const returns = `@returns ${result.description}`;
  return `import type { Handler } from "../generated/handlers.ts";
import { notImplemented } from "../generated/not-implemented.ts";

${docComment([summary, description, returns])}export const handler: Handler<${quoted(name)}> = notImplemented;
`;
}

/** The types of handlers, and the table of all. */
export function printHandlers(files: readonly HandlerFile[]): string {
  const row = (name: string, type: string) => `  readonly ${memberName(name)}: ${type};\n`;
  const params = files.map(({ method }) =>
    row(
      method.name,
      method.params === undefined
        ? "Readonly<Record<string, never>>"
        : `types.${method.params.name}`,
    ),
  );
  const results = files.map(({ method }) =>
    row(method.name, method.isNotification ? "void" : scoped(printType(method.result.type))),
  );
  const imports = files.map(
    ({ file }, index) =>
      `import { handler as handler${index} } from ${quoted(`../handlers/${file}`)};\n`,
  );
  const entries = files.map(
    ({ method }, index) => `  ${printKey(method.name)}: handler${index},\n`,
  );
  const body = `${params.join("")}${results.join("")}`;
  return `// @generated from an OpenRPC document. Do not edit.

${imports.join("")}import type { Context } from "./runtime/service.ts";
${body.includes("types.") ? 'import type * as types from "./types.ts";\n' : ""}
export type { Context } from "./runtime/service.ts";

/** What a handler receives, by method. */
export interface MethodParams {
${params.join("")}}

/** What a handler returns, by method. */
export interface MethodResults {
${results.join("")}}

/** Handles the calls of a method. Throw one of \`errors\`, or an \`RpcError\`, to return an error. */
export type Handler<Name extends keyof MethodParams> = (
  params: MethodParams[Name],
  context: Context,
) => MethodResults[Name] | Promise<MethodResults[Name]>;

/** The handler of every method. */
export const handlers: { readonly [Name in keyof MethodParams]: Handler<Name> } = {
${entries.join("")}};
`;
}

/** A name in a type, where a computed one is not allowed. */
function memberName(name: string): string {
  return name === "__proto__" ? quoted(name) : printKey(name);
}
