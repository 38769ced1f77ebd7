import { sentenceAbout } from "../doc-text.ts";
import { quoted, usesName } from "../literals.ts";
import { ownDefinition, target } from "../lookup.ts";
import type { ClientApi, ClientMethod, ClientModel, ClientProfile } from "../model.ts";
import { goName } from "../names.ts";
import { alignRows, goComment, goFile } from "./source.ts";
import { goType } from "./types.ts";
import { holdsUnion, reader } from "./unions.ts";

/** Prints gen_spec.go or gen_avalanchego.go: the APIs of a profile, for single calls and for batches. */
export function printProfile(profile: ClientProfile, model: ClientModel): string {
  const own = profile.apis.filter((api) => !api.sameAsFirst);
  const body = [
    ...own.map((api) => printApi(api, profile, model)),
    printGroup(profile, "APIs", model),
    printGroup(profile, "Batch", model),
    printMethodTable(own, profile, model),
  ].join("\n");
  const imports = [
    ...(usesName("context", body) ? ["context"] : []),
    ...(usesName("json", body) ? ["encoding/json"] : []),
  ];
  return goFile(model.generated, imports, body);
}

/** The name of the type that has an API's methods: `PlatformAPI`. */
export function apiTypeName(
  api: ClientApi,
  profile: ClientProfile,
  suffix: "API" | "Batch",
): string {
  return (api.sameAsFirst ? "" : profile.prefix) + goName(api.name) + suffix;
}

/** Whether the Go method returns only an error: a notification, or one whose result is an object without members. */
export function returnsNothing(
  { result, isNotification }: ClientMethod,
  { types }: ClientModel,
): boolean {
  if (isNotification === true) return true;
  const def = ownDefinition(result.type, types);
  return def?.kind === "struct" && def.members.length === 0;
}

function printApi(api: ClientApi, profile: ClientProfile, model: ClientModel): string {
  const name = apiTypeName(api, profile, "API");
  const batch = apiTypeName(api, profile, "Batch");
  return `${goComment([`${name} is the ${api.title}.`, api.description])}type ${name} struct {
	caller *caller
	path   string
}

${api.methods.map((method) => printMethod(method, name, profile, model)).join("\n")}
// ${batch} collects calls of ${name} for a batch.
type ${batch} struct {
	batch *batch
	path  string
}

${api.methods.map((method) => printBatchMethod(method, batch, profile, model)).join("\n")}`;
}

function printMethod(
  method: ClientMethod,
  api: string,
  profile: ClientProfile,
  model: ClientModel,
): string {
  const name = goName(method.localName);
  const { params, paramsArgument } = paramsOf(method);
  const result = resultType(method, model);
  const variable = methodVariable(method, profile);
  const answer = result === undefined ? "error" : `(${result.returned}, error)`;
  const given = `ctx, a.caller, a.path, &${variable}, ${paramsArgument}, options`;
  const forms = formsOf(method, model);
  const body =
    result === undefined
      ? `	_, err := call[${emptyType(method)}](${given})\n	return err\n`
      : forms === undefined
        ? `	return ${result.isPointer ? "call" : "callValue"}[${result.type}](${given})\n`
        : `	return callForms(${given}, ${forms})\n`;
  return `${methodComment(name, method)}func (a *${api}) ${name}(ctx context.Context, ${params}options ...Option) ${answer} {
${body}}
`;
}

function printBatchMethod(
  method: ClientMethod,
  batch: string,
  profile: ClientProfile,
  model: ClientModel,
): string {
  const name = goName(method.localName);
  const { params, paramsArgument } = paramsOf(method);
  const type = resultType(method, model)?.type ?? emptyType(method);
  const given = `b.batch, b.path, &${methodVariable(method, profile)}, ${paramsArgument}`;
  const forms = formsOf(method, model);
  const added = forms === undefined ? `add[${type}](${given})` : `addForms(${given}, ${forms})`;
  return `${goComment([`${name} adds ${method.name} to the batch.`])}func (b *${batch}) ${name}(${params.replace(/, $/, "")}) *Pending[${type}] {
	return ${added}
}
`;
}

/** The reader of a result that is a union, or a list or map of one: Go's decoder cannot read it. */
function formsOf({ result }: ClientMethod, { types }: ClientModel): string | undefined {
  return holdsUnion(result.type, types) ? reader(result.type, types) : undefined;
}

function emptyType({ result }: ClientMethod): string {
  return result.type.kind === "named" ? goName(result.type.name) : "struct{}";
}

function paramsOf({ params }: ClientMethod): { params: string; paramsArgument: string } {
  return params === undefined
    ? { params: "", paramsArgument: "nil" }
    : { params: `params ${goName(params.name)}, `, paramsArgument: "params" };
}

type GoResult = { readonly type: string; readonly returned: string; readonly isPointer: boolean };

function resultType(method: ClientMethod, model: ClientModel): GoResult | undefined {
  if (returnsNothing(method, model)) return undefined;
  const type = goType(method.result.type, model.types);
  const isPointer = ownDefinition(method.result.type, model.types)?.kind === "struct";
  return { type, returned: isPointer ? `*${type}` : type, isPointer };
}

function methodComment(name: string, method: ClientMethod): string {
  return goComment([
    sentenceAbout(name, method.summary),
    method.description,
    // What a method without summary is said to do.
    `${method.summary === `Calls ${method.name}.` ? "" : `It calls ${method.name}.`}${errorsText(method)}`.trim(),
    ...(method.deprecated ? ["Deprecated: the OpenRPC document deprecates this method."] : []),
  ]);
}

function errorsText({ errors }: ClientMethod): string {
  return errors.length === 0 ? "" : ` Errors: ${errors.map((error) => `Err${error}`).join(", ")}.`;
}

/** The variable with what a call needs to know about its method. */
export function methodVariable(
  method: ClientMethod,
  { prefix }: { readonly prefix: string } = { prefix: "" },
): string {
  return `method${prefix}${goName(method.label)}`;
}

/** Prints a struct with a member for each API: `APIs` with `PlatformAPI`, `Batch` with `PlatformBatch`. */
function printGroup(
  profile: ClientProfile,
  kind: "APIs" | "Batch",
  { profiles }: ClientModel,
): string {
  const suffix = kind === "APIs" ? "API" : "Batch";
  const owner = kind === "APIs" ? "caller *caller" : "batch *batch";
  const argument = kind === "APIs" ? "caller" : "batch";
  const name = `${profile.prefix}${kind}`;
  const maker = `make${name}`;
  const served = profile.apis.filter(({ paths }) => paths.length > 1);
  const rows = profile.apis.map((api) => ({
    comment: goComment([`${goName(api.name)} is the ${api.title}.`], "\t"),
    cells: [goName(api.name), memberType(api, profile, suffix)],
  }));
  const made = profile.apis.map(
    (api) => `		${goName(api.name)}: ${memberValue(api, profile, suffix, argument)},\n`,
  );
  const of = profiles.length === 1 ? "" : ` of a node in profile ${profile.name}`;
  return `// ${name} ${kind === "Batch" ? "collects calls of the APIs" : "has the APIs"}${of}.
type ${name} struct {
${alignRows(rows)}}

${served.map((api) => `${printPaths(api, profile, suffix)}\n`).join("")}func ${maker}(${owner}) ${name} {
	return ${name}{
${alignValues(made)}	}
}
`;
}

function pathsTypeName(api: ClientApi, profile: ClientProfile, suffix: string): string {
  return `${profile.prefix}${goName(api.name)}${suffix === "API" ? "Paths" : "BatchPaths"}`;
}

function memberType(api: ClientApi, profile: ClientProfile, suffix: "API" | "Batch"): string {
  return api.paths.length > 1
    ? pathsTypeName(api, profile, suffix)
    : `*${apiTypeName(api, profile, suffix)}`;
}

function memberValue(
  api: ClientApi,
  profile: ClientProfile,
  suffix: "API" | "Batch",
  argument: string,
): string {
  const type = apiTypeName(api, profile, suffix);
  const [only, ...more] = api.paths;
  if (more.length === 0) return `&${type}{${argument}, ${quoted(only?.path ?? "")}}`;
  const values = api.paths.map(
    ({ key, path }) => `			${goName(key)}: &${type}{${argument}, "${path}"},\n`,
  );
  return `${pathsTypeName(api, profile, suffix)}{\n${alignValues(values)}		}`;
}

/** Prints the struct for an API with several paths. */
function printPaths(api: ClientApi, profile: ClientProfile, suffix: "API" | "Batch"): string {
  const type = apiTypeName(api, profile, suffix);
  const rows = api.paths.map(({ key, path }) => ({
    comment: goComment([`${goName(key)} is served at ${path}.`], "\t"),
    cells: [goName(key), `*${type}`],
  }));
  const name = pathsTypeName(api, profile, suffix);
  return `// ${name} has one ${type} for each path of the API.
type ${name} struct {
${alignRows(rows)}}
`;
}

/** Aligns the values of consecutive one-line fields, as gofmt does. */
function alignValues(lines: readonly string[]): string {
  const isOneLine = (line: string) => !line.trimEnd().includes("\n");
  const sections: string[][] = [];
  for (const line of lines) {
    const last = sections.at(-1);
    if (last !== undefined && isOneLine(line) && isOneLine(last.at(-1) ?? "")) last.push(line);
    else sections.push([line]);
  }
  return sections
    .flatMap((section) => {
      const width = Math.max(...section.map((line) => line.indexOf(": ") + 1));
      return section.map((line) => {
        const colon = line.indexOf(": ") + 1;
        return `${line.slice(0, colon).padEnd(width)} ${line.slice(colon + 1)}`;
      });
    })
    .join("");
}

function printMethodTable(
  apis: readonly ClientApi[],
  profile: ClientProfile,
  model: ClientModel,
): string {
  const methods = new Map(
    apis.flatMap((api) => api.methods).map((method) => [method.name, method]),
  );
  const rows = [...methods.values()].map((method) => {
    const errors = method.errors.map((error) => `Err${error}`).join(", ");
    const parts = [
      `name: ${quoted(method.name)}`,
      ...(method.repeatable ? ["repeatable: true"] : []),
      ...(method.isNotification ? ["notification: true"] : []),
      `errors: []ErrorName{${errors}}`,
      ...formParts(method, model),
    ];
    return {
      comment: "",
      cells: [methodVariable(method, profile), `= method{${parts.join(", ")}}`],
    };
  });
  return `// What a call needs to know about its method.
var (
${alignRows(rows)})
`;
}

/** How params are sent, unless by name, and whether the result can be null. */
function formParts(method: ClientMethod, { types }: ClientModel): string[] {
  const { byPosition, params, result } = method;
  const positions = (params?.members ?? []).map(({ name }) => quoted(name));
  const end = target(result.type, types);
  return [
    ...(["json", "null", "nullable"].includes(end.kind) ? ["nullable: true"] : []),
    ...(byPosition === undefined || positions.length === 0
      ? []
      : [`arrange: byPosition(${byPosition === "only"}, ${positions.join(", ")})`]),
  ];
}
