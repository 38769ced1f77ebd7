import type { Contract, Document, Method, Param, Profile, Schema } from "../../model.ts";
import { integerKinds } from "../../schema.ts";
import { printTypes } from "../types.ts";
import { docComment, header, type Output, pascalName, printKey } from "../writer.ts";

/** src/generated/types.ts: every component, and the params and result of every method as handlers see them. */
export async function emitTypes(contract: Contract): Promise<Output[]> {
  const [spec, ...overlays] = contract.profiles;
  const definitions = new Map([...collectComponents(contract), ...methodTypes(spec, "")]);
  for (const overlay of overlays) {
    for (const [name, schema] of methodTypes(overlay, pascalName(overlay.name), true)) {
      definitions.set(name, schema);
    }
  }
  const types = await printTypes(definitions, {
    integer: (kind) => (integerKinds[kind].wide ? "bigint" : "number"),
  });
  const text = [
    header("openrpc/*.json"),
    types,
    methodTable("MethodParams", "What a handler gets, by method.", spec, "Params"),
    methodTable("MethodResults", "What a handler answers, by method.", spec, "Result"),
    ...overlays.flatMap((overlay) => overlayTables(overlay)),
    "/** Every method of every document. */\nexport type MethodName = keyof MethodParams;\n",
    ...spec.documents.map(apiUnion),
  ];
  return [{ path: "src/generated/types.ts", text: text.join("\n") }];
}

/** Every component schema over all profiles and documents, by name. */
export function collectComponents(contract: Contract): Map<string, Schema> {
  const documents = contract.profiles.flatMap((profile) => profile.documents);
  const all = documents.flatMap((document) => [...document.schemas]);
  return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The methods of a profile, each once: `rpc.discover` is in every document. */
export function distinctMethods(profile: Profile): Method[] {
  const methods = profile.documents.flatMap((document) => document.methods);
  return [...new Map(methods.map((method) => [method.name, method])).values()];
}

/**
 * Returns a schema of all params of a method as one closed object; `isRequired` decides which can
 * be absent.
 */
export function paramsSchema(method: Method, isRequired: (param: Param) => boolean): Schema {
  return {
    type: "object",
    description: `Params of \`${method.name}\`.`,
    additionalProperties: false,
    required: method.params.filter(isRequired).map((param) => param.name),
    properties: Object.fromEntries(
      method.params.map((param) => [
        param.name,
        { ...param.schema, description: param.description },
      ]),
    ),
  };
}

function methodTypes(profile: Profile, prefix: string, onlyChanged = false): [string, Schema][] {
  return distinctMethods(profile).flatMap((method) => {
    const name = prefix + pascalName(method.name);
    const types: [string, Schema][] = [];
    if (!onlyChanged || method.changesParams) {
      const isGiven = (param: Param) => param.required || hasDefault(param.schema);
      types.push([`${name}Params`, paramsSchema(method, isGiven)]);
    }
    if (!onlyChanged || method.changesResult) {
      const { schema, description } = method.result;
      types.push([`${name}Result`, { description, ...schema }]);
    }
    return types;
  });
}

/** Whether the reader fills in the value when it is absent. */
export function hasDefault(schema: Schema): boolean {
  return schema["default"] !== undefined;
}

function methodTable(name: string, comment: string, profile: Profile, suffix: string): string {
  const rows = distinctMethods(profile).map(
    (method) => `  ${printKey(method.name)}: ${pascalName(method.name)}${suffix};\n`,
  );
  return `${docComment([comment])}export interface ${name} {\n${rows.join("")}}\n`;
}

/** Returns the tables of a profile: those of the documents, with the profile's changes applied. */
function overlayTables(overlay: Profile): string[] {
  const prefix = pascalName(overlay.name);
  const methods = distinctMethods(overlay);
  const changed = methods.filter((method) => method.changesParams || method.changesResult);
  const names = changed.map((method) => `\n  | ${printKey(method.name)}`).join("");
  const comment = `The methods whose params or results profile \`${overlay.name}\` changes.`;
  return [
    overlayTable(overlay, "MethodParams", "Params", (method) => method.changesParams),
    overlayTable(overlay, "MethodResults", "Result", (method) => method.changesResult),
    `${docComment([comment])}export type ${prefix}MethodName =${names || " never"};\n`,
  ];
}

function overlayTable(
  overlay: Profile,
  base: string,
  suffix: string,
  isChanged: (method: Method) => boolean,
): string {
  const prefix = pascalName(overlay.name);
  const changed = distinctMethods(overlay).filter(isChanged);
  const rows = changed.map(
    (method) => `  ${printKey(method.name)}: ${prefix}${pascalName(method.name)}${suffix};\n`,
  );
  const names = changed.map((method) => `\n    | ${printKey(method.name)}`).join("");
  const kept = names === "" ? base : `Omit<\n    ${base},${names}\n  >`;
  const comment = `As {@link ${base}} in profile \`${overlay.name}\`.`;
  return `${docComment([comment])}export interface ${prefix}${base}\n  extends ${kept} {\n${rows.join("")}}\n`;
}

function apiUnion(document: Document): string {
  const names = document.methods
    .filter((method) => method.name.startsWith(`${document.api}.`))
    .map((method) => printKey(method.name));
  const union = names.length === 0 ? "never" : `\n  | ${names.join("\n  | ")}`;
  return `/** The methods of ${document.source}. */\nexport type ${pascalName(document.api)}MethodName =${union.startsWith("\n") ? "" : " "}${union};\n`;
}
