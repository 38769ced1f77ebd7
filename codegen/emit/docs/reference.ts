import type { Example } from "../../declared-method.ts";
import { formatJson } from "../../load/json.ts";
import {
  type Contract,
  type Document,
  discoverName,
  type ErrorDef,
  type ErrorForm,
  type Method,
  type Param,
  type Profile,
} from "../../model.ts";
import { follow, type SchemaMap, unionForms } from "../../schema.ts";
import type { Output } from "../writer.ts";
import { anchor, generatedNote, table } from "./markdown.ts";
import {
  code,
  memberRows,
  needText,
  referredComponents,
  typeSection,
  typeText,
  withLimits,
} from "./type-text.ts";

const lifetimes = {
  immutable: "Can be cached until the node stops.",
  block: "Can be cached until the next block.",
  second: "Can be cached until the next block or second.",
  live: "Never cached.",
} as const;

/** docs/reference: a page for each document, and one for the errors. */
export function emitReference(contract: Contract): Output[] {
  const [spec] = contract.profiles;
  return [
    ...spec.documents.map((document) => ({
      path: `docs/reference/${document.api}.md`,
      text: page(document, contract),
    })),
    { path: "docs/reference/errors.md", text: errorsPage(contract) },
  ];
}

function page(document: Document, contract: Contract): string {
  const methods = document.methods.map((method) => methodText(method, document, contract));
  return [
    generatedNote,
    `# ${document.title}\n`,
    `${document.description}\n`,
    placesText(document),
    contents(document),
    ...methods,
    "## Types\n",
    ...typeSections(document, contract),
  ].join("\n");
}

/**
 * Returns every type that the page mentions: first those of the document, then the additions of
 * profiles.
 */
function typeSections(document: Document, { profiles }: Contract): string[] {
  const sections = new Map<string, string>();
  for (const { documents } of profiles) {
    for (const { api, methods, schemas } of documents) {
      if (api !== document.api) continue;
      const used = methods.flatMap(({ params, result }) => [
        result.schema,
        ...params.map(({ schema }) => schema),
      ]);
      for (const name of referredComponents(used, schemas)) {
        if (!sections.has(name)) sections.set(name, typeSection(name, schemas.get(name) ?? {}));
      }
    }
  }
  return [...sections.values()];
}

function placesText(document: Document): string {
  const { paths, distinctPaths, enabledBy, ready, httpGet } = document;
  const [canonical, ...aliases] = paths.map(code);
  const lines = distinctPaths
    ? [`POST ${paths.map(code).join(", ")}: each path has its own data.`]
    : [`POST ${canonical}${aliases.length === 0 ? "" : `, also at ${aliases.join(", ")}`}`];
  if (enabledBy !== undefined) {
    const state = enabledBy.default ? "on" : "off";
    lines.push(`Switch: ${code(`--${enabledBy.flag}`)}, ${state} by default.`);
  }
  if (ready !== undefined) lines.push(`Returns 503 until chain ${code(ready)} is ready.`);
  for (const route of httpGet) {
    const query = Object.keys(route.query).map((name) => `?${name}=`);
    const { member } = route.status;
    const link = `[${route.method}](#${anchor(route.method)})`;
    lines.push(
      `GET ${code(route.path + query.join(""))} answers the result of ${link}: ${route.status.true} when ${code(member)}, else ${route.status.false}.`,
    );
  }
  return `${lines.map((line) => `- ${line}\n`).join("")}`;
}

function contents(document: Document): string {
  const rows = document.methods.map((method) => [
    `[${method.name}](#${anchor(method.name)})`,
    method.summary,
  ]);
  return table(["Method", ""], rows);
}

function methodText(method: Method, document: Document, contract: Contract): string {
  const facts = [
    ...(method.deprecated ? ["**Deprecated.**"] : []),
    ...(method.nodeLocal ? ["Node-local: unavailable on public servers."] : []),
    lifetimes[method.lifetime],
    ...(method.settled === undefined ? [] : [settledText(method.settled)]),
  ];
  return [
    `## ${method.name}\n`,
    `${method.summary} ${method.description}\n`,
    `${facts.join(" ")}\n`,
    paramsText(method.params, document.schemas),
    resultText(method, document.schemas),
    errorsText(method, contract),
    ...method.examples.map((example) => exampleText(method, example)),
    ...overlayTexts(method, contract),
  ].join("\n");
}

function settledText({ member, values }: NonNullable<Method["settled"]>): string {
  return `Until the node stops if ${code(member)} ${values.map(code).join(" or ")}.`;
}

function paramsText(params: readonly Param[], schemas: SchemaMap): string {
  if (params.length === 0) return "No params.\n";
  const rows = params.map((param) => {
    const need = needText(param.required, follow(param.schema, schemas)["default"]);
    const words = withLimits(param.description, param.schema);
    return [code(param.name), typeText(param.schema), need, words];
  });
  return table(["Param", "Type", "", ""], rows);
}

function resultText({ result }: Method, schemas: SchemaMap): string {
  const schema = follow(result.schema, schemas);
  const description = `Result: ${result.description}`;
  const forms = unionForms(schema)?.map((form) => follow(form, schemas)) ?? [schema];
  const tables = forms.flatMap((form) => {
    const rows = memberRows(form);
    if (rows.length === 0) return [];
    const words = forms.length === 1 ? "" : `${String(form["description"] ?? "")}\n\n`;
    return [words + table(["Member", "Type", "", ""], rows)];
  });
  if (tables.length === 0) return `${description} ${typeText(result.schema)}\n`;
  return [`${description}\n`, ...tables].join("\n");
}

function errorsText(method: Method, { errors }: Contract): string {
  const rows = method.errors.map((name) => {
    const form = errors.find((error) => error.name === name)?.forms.get("spec");
    return [`[${name}](errors.md#${anchor(name)})`, String(form?.code), form?.message ?? ""];
  });
  return table(["Error", "Code", "Message"], rows);
}

function exampleText(method: Method, example: Example): string {
  const { params } = example;
  const request = { jsonrpc: "2.0", id: 1, method: method.name, params };
  const answer = { jsonrpc: "2.0", result: example.result, id: 1 };
  const words = example.description === "" ? "" : ` ${example.description}`;
  return `Example: ${example.name}.${words}

\`\`\`json
${formatJson(request)}\`\`\`

\`\`\`json
${formatJson(answer)}\`\`\`
`;
}

/** Prints the differences of the profiles; those that differ in the same way have one section. */
function overlayTexts(method: Method, { profiles: [, ...overlays] }: Contract): string[] {
  const bodies = overlays.flatMap((overlay): [string, string][] => {
    const text = overlayText(method, overlay);
    return text === undefined ? [] : [[overlay.name, text]];
  });
  return [...groupedNames(bodies)].map(
    ([text, names]) =>
      `### ${method.name} in profile${names.length > 1 ? "s" : ""} ${names.join(" and ")}\n\n${text}`,
  );
}

/** What an overlay changes; undefined for nothing. */
function overlayText(method: Method, overlay: Profile): string | undefined {
  if (method.name === discoverName) return undefined;
  const document = overlay.documents.find(({ api }) => api === method.api);
  const other = document?.methods.find(({ name }) => name === method.name);
  if (document === undefined || other === undefined) return "There is no such method.\n";
  if (!other.changed) return undefined;
  return [
    ...(other.description === method.description ? [] : [`${other.description}\n`]),
    ...(other.changesParams ? [paramsText(other.params, document.schemas)] : []),
    ...(other.changesResult ? [resultText(other, document.schemas)] : []),
  ].join("\n");
}

/** The names by what they have in common, in the order of the first name of each. */
function groupedNames(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, text] of pairs) groups.set(text, [...(groups.get(text) ?? []), name]);
  return groups;
}

function errorsPage(contract: Contract): string {
  const sections = contract.errors.map((error) => errorSection(error, contract));
  return [
    generatedNote,
    "# Errors\n",
    "Every error of the service. HTTP status is 200 for all of them.\n",
    ...sections,
  ].join("\n");
}

function errorSection(error: ErrorDef, { profiles }: Contract): string {
  const forms = groupedNames([...error.forms].map(([name, form]) => [name, JSON.stringify(form)]));
  const distinct = [...forms].map(([text, names], index) => {
    const form = JSON.parse(text) as ErrorForm;
    const data = form.data === undefined ? "" : code(form.data);
    return [index === 0 ? "spec" : names.join(", "), String(form.code), form.message, data];
  });
  const methods = profiles.flatMap((profile): [string, string][] => {
    const names = usersOf(error.name, profile);
    if (names.length === 0) return [];
    return [[profile.name, names.length > 20 ? "nearly every method" : names.join(", ")]];
  });
  const users = [...groupedNames(methods)].map(
    ([text, names]) => `Profile${names.length > 1 ? "s" : ""} ${names.join(", ")}: ${text}.`,
  );
  const used = users.length === 0 ? ["Any request can return it."] : users;
  const explained = [error.cause, error.remedy].filter((text) => text !== "");
  const words = explained.map((text) => `${text}\n\n`).join("");
  return `## ${error.name}\n\n${words}${table(["Profile", "Code", "Message", "Data"], distinct)}\n${used.join("\n\n")}\n`;
}

/** Links to the methods that declare an error. */
function usersOf(error: string, profile: Profile): string[] {
  return profile.documents.flatMap((document) =>
    document.methods
      .filter((method) => method.errors.includes(error) && method.name !== discoverName)
      .map((method) => `[${method.name}](${document.api}.md#${anchor(method.name)})`),
  );
}
