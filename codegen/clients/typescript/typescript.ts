import { type EventsDocument, eventsSource } from "../../emit/events/document.ts";
import { collectComponents, distinctMethods, paramsSchema } from "../../emit/server/types.ts";
import { printTypes } from "../../emit/types.ts";
import { docComment, header, pascalName, printKey, printValue } from "../../emit/writer.ts";
import { listAt, objectAt } from "../../load/json.ts";
import {
  type Contract,
  type Document,
  discoverName,
  type Method,
  type Profile,
} from "../../model.ts";
import { integerKinds } from "../../schema.ts";
import { eventSchemas, eventUnion } from "../events.ts";
import type { ClientFile, ClientLanguage } from "../language.ts";
import { methodsOf } from "../lookup.ts";
import type { ClientMethod, ClientModel, Type } from "../model.ts";
import { printErrors } from "./errors.ts";
import { printMethodInfo } from "./method-info.ts";
import { printShapes } from "./shape-table.ts";

/** clients/typescript/src/generated: types, errors, and the methods of each profile grouped by API. */
export const typescript: ClientLanguage = {
  name: "typescript",
  isGenerated: (path) => path.startsWith(folder),
  emit: async (model, contract, events) => {
    const [spec] = contract.profiles;
    return [
      { path: `${folder}types.ts`, text: await types(contract, events) },
      { path: `${folder}errors.ts`, text: printErrors(model) },
      ...(events === undefined ? [] : [{ path: `${folder}events.ts`, text: stream(events) }]),
      { path: `${folder}shapes.ts`, text: shapes(model, events !== undefined) },
      { path: `${folder}rules.ts`, text: rules(model) },
      ...contract.profiles.map(
        (profile): ClientFile => ({
          path: `${folder}${profile.name}.ts`,
          text: printProfile(profile, profile === spec, contract, model),
        }),
      ),
    ];
  },
};

const folder = "src/generated/";

async function types(contract: Contract, events: EventsDocument | undefined): Promise<string> {
  const components = collectComponents(contract);
  const streamed = events === undefined ? [] : eventSchemas(events, components);
  const definitions = new Map([...components, ...streamed]);
  for (const [index, profile] of contract.profiles.entries()) {
    for (const method of distinctMethods(profile)) {
      const name = typePrefix(profile, index === 0) + pascalName(method.name);
      if (method.params.length > 0 && (index === 0 || method.changesParams)) {
        definitions.set(
          `${name}Params`,
          paramsSchema(method, (param) => param.required),
        );
      }
      if (index === 0 || method.changesResult) {
        const { description, schema } = method.result;
        definitions.set(`${name}Result`, { description, ...schema });
      }
    }
  }
  const printed = await printTypes(definitions, {
    integer: (kind, schema) => {
      if (!integerKinds[kind].wide) return "number";
      return Array.isArray(schema["type"]) ? "bigint | number" : "bigint";
    },
    named: new Map([["Uint64String", "bigint"]]),
  });
  return `${header("openrpc/*.json")}\n${printed}`;
}

/** Prints the path of the event stream, and the shape of an event. */
function stream(events: EventsDocument): string {
  return `${header(eventsSource)}
import type { Shape } from "../shape.ts";

/** The path of the event stream. */
export const eventsPath = ${JSON.stringify(events.address)};

export const eventShape: Shape = ${JSON.stringify(`#${eventUnion}`)};
`;
}

/** Prints what the types of results and events must be. */
function shapes(model: ClientModel, hasEvents: boolean): string {
  const methods = methodsOf(model);
  const results = methods.map(({ result }) => result.type);
  const event: Type = { kind: "named", name: eventUnion };
  return `${header("openrpc/*.json")}
import type { Shapes } from "../shape.ts";

/** What the types of results and events must be, by name. */
export const shapes: Shapes = ${printShapes(hasEvents ? [...results, event] : results, model.types)};
`;
}

function rules(model: ClientModel): string {
  return `${header("openrpc/*.json")}
import type { ParamRules } from "../param-check.ts";

/** What the params of each method accept. */
export const rules: ParamRules = ${printValue(model.rules)};
`;
}

function typePrefix(profile: Profile, isFirst: boolean): string {
  return isFirst ? "" : pascalName(profile.name);
}

function printProfile(
  profile: Profile,
  isFirst: boolean,
  contract: Contract,
  model: ClientModel,
): string {
  const [spec] = contract.profiles;
  const prefix = typePrefix(profile, isFirst);
  const groups = profile.documents.filter((document) => isFirst || ownMethods(document).length > 0);
  const body = [
    ...groups.map((document) =>
      printInterface(document, prefix, removedFrom(document, spec), isFirst),
    ),
    printApis(profile, prefix, isFirst),
    printTable(profile, isFirst, model),
  ].join("\n");
  const mentioned = body.matchAll(/(?:params\??: |Promise<(?:Extract<|Exclude<)?)([A-Z]\w*)/g);
  const own = [...new Set([...mentioned].map(([, name]) => name))].sort();
  const served = profile.documents.map(apiName);
  const specApis = isFirst
    ? ""
    : `import { type ${served.join(", type ")}, methods as specMethods } from "./spec.ts";\n`;
  const source = isFirst ? "openrpc/*.json" : `openrpc/profiles/${profile.name}.json`;
  return `${header(source)}
import type { CallOptions, MethodTable } from "../method.ts";
${specApis}import type {
${own.map((name) => `  ${name},\n`).join("")}} from "./types.ts";

${body}`;
}

function ownMethods(document: Document): readonly Method[] {
  return document.methods.filter((method) => method.changesParams || method.changesResult);
}

function apiName(document: Document): string {
  return `${pascalName(document.api)}Api`;
}

/** Names of the first profile's methods that the document of another does not have. */
function removedFrom({ api, methods }: Document, spec: Profile): string[] {
  const first = spec.documents.find((document) => document.api === api);
  return (first?.methods ?? [])
    .filter(({ name }) => !methods.some((method) => method.name === name))
    .map(localName);
}

function printInterface(
  document: Document,
  prefix: string,
  removed: readonly string[],
  isFirst: boolean,
): string {
  const methods = isFirst ? document.methods : ownMethods(document);
  const members = methods.map((method) => printSignature(method, prefix)).join("\n");
  const omitted = [...methods.map(localName), ...removed];
  const names = omitted.map((name) => JSON.stringify(name)).join(" | ");
  const base = isFirst ? "" : ` extends Omit<${apiName(document)}, ${names}>`;
  const comment = docComment([
    isFirst ? document.description : `{@link ${apiName(document)}} as AvalancheGo serves it.`,
  ]);
  return `${comment}export interface ${prefix}${apiName(document)}${base} {\n${members}}\n`;
}

function localName(method: Method): string {
  return method.name.slice(method.name.indexOf(".") + 1);
}

function printSignature(method: Method, prefix: string): string {
  const { params, deprecated } = method;
  const name = pascalName(method.name);
  const paramsType = `${method.changesParams ? prefix : ""}${name}Params`;
  const result = `${method.changesResult ? prefix : ""}${name}Result`;
  const optional = params.every((param) => !param.required) ? "?" : "";
  const comment = docComment(
    [
      method.summary,
      method.description,
      ...params.map((param) => `@param params.${param.name} - ${param.description}`),
      `@throws {@link RpcError} with one of the names ${method.errors.join(", ")}.`,
      ...(deprecated ? ["@deprecated The OpenRPC document deprecates this method."] : []),
    ],
    "  ",
  );
  const signatures = [...narrowForms(method), { narrows: undefined, keeps: undefined }];
  return signatures
    .map(({ narrows, keeps }) => {
      // Params that must have a member cannot be left out.
      const mark = narrows?.isRequired === true ? "" : optional;
      const type = narrows === undefined ? paramsType : `${paramsType} & { ${narrows.member} }`;
      const given = params.length === 0 ? "" : `params${mark}: ${type}, `;
      const kept = keeps === undefined ? result : `${keeps.by}<${result}, { ${keeps.member} }>`;
      return `${comment}  ${localName(method)}(${given}options?: CallOptions): Promise<${kept}>;\n`;
    })
    .join("");
}

/** What params with a member of this form narrow the result to. */
type NarrowForm = {
  readonly narrows: { readonly member: string; readonly isRequired: boolean };
  readonly keeps: { readonly by: "Extract" | "Exclude"; readonly member: string };
};

/** The forms of a result that follow from the params: by `encoding`, the first of which is its default, or by `fields`. */
function narrowForms({ name, params, result }: Method): readonly NarrowForm[] {
  const forms = listAt(result.schema, "oneOf").map((form) => objectAt(form, "properties"));
  const has = (param: string) => params.some((each) => each.name === param);
  const words = forms.map((members) => listAt(members["encoding"], "enum")[0]);
  if (has("encoding") && forms.length > 1 && words.every((word) => typeof word === "string")) {
    return words.map((word, i) => ({
      narrows: { member: `readonly encoding${i === 0 ? "?" : ""}: "${word}"`, isRequired: i > 0 },
      keeps: { by: "Extract", member: `readonly encoding: "${word}"` },
    }));
  }
  const isPartial = forms.map((members) => members["fields"] !== undefined);
  if (!has("fields") || isPartial.join() !== "false,true") return [];
  const all = `NonNullable<${pascalName(name)}Params["fields"]>`;
  const keeps = { member: "readonly fields: unknown" };
  return [
    {
      narrows: { member: "readonly fields?: never", isRequired: false },
      keeps: { by: "Exclude", ...keeps },
    },
    {
      narrows: { member: `readonly fields: ${all}`, isRequired: true },
      keeps: { by: "Extract", ...keeps },
    },
  ];
}

function printApis(profile: Profile, prefix: string, isFirst: boolean): string {
  const members = profile.documents.map((document) => {
    const changed = isFirst || ownMethods(document).length > 0;
    const api = `${changed ? prefix : ""}${apiName(document)}`;
    const keys = pathKeys(document).map((key) => JSON.stringify(key));
    const type = document.distinctPaths ? `Readonly<Record<${keys.join(" | ")}, ${api}>>` : api;
    return `${docComment([`The ${document.title}.`], "  ")}  readonly ${document.api}: ${type};\n`;
  });
  return `/** The APIs of profile \`${profile.name}\`. */
export interface ${prefix}Apis {
${members.join("")}}
`;
}

/** The keys of the paths of a document: `P/block` for /ext/index/P/block. */
function pathKeys(document: Document): string[] {
  return document.paths.map((path) => path.split("/").slice(3).join("/"));
}

function printTable(profile: Profile, isFirst: boolean, model: ClientModel): string {
  const changed = distinctMethods(profile).filter((method) => isFirst || method.changed);
  const own = model.profiles.find(({ name }) => name === profile.name);
  const methods = new Map(
    (own?.apis ?? []).flatMap((api) => api.methods.map((method) => [method.name, method])),
  );
  const rows = changed.map(
    ({ name }) =>
      `    ${printKey(name)}: ${printMethodInfo(methods.get(name) as ClientMethod, model)},\n`,
  );
  const paths = profile.documents.map((document) => {
    const keyed = Object.fromEntries(pathKeys(document).map((key, i) => [key, document.paths[i]]));
    const [canonical] = document.paths;
    const value = document.distinctPaths ? keyed : canonical;
    return `  ${printKey(document.api)}: ${printValue(value)},\n`;
  });
  const base = isFirst ? "" : "    ...specMethods,\n";
  const pathTable = `
/** The path of each API. */
export const paths = {
${paths.join("")}} as const;
`;
  return `/** What a call needs to know about its method. Every API has \`${discoverName}\`. */
export const methods: MethodTable = {
${base}${rows.join("")}};
${isFirst ? pathTable : ""}`;
}
