import { constantName, lowerWordName, wordName } from "../../codegen/clients/names.ts";
import { pascalName } from "../../codegen/emit/writer.ts";
import type { Call } from "./call.ts";
import { bracketed, groupOf, indexPath } from "./layout.ts";
import { type Argument, argumentsOf, type TypedValue } from "./typed-value.ts";

const layout = { indent: "    ", trailing: "" };

/** A call with the client of clients/java. */
export function java(call: Call): string {
  const { method, node, path, profile } = call;
  const isOther = profile === "avalanchego";
  const client = isOther ? "AvalanchegoClient" : "CouloirClient";
  const place = indexPath(path);
  const group = groupOf(method.name, path);
  const api = place === undefined ? `${group}()` : `${group}(IndexPath.${constantName(place)})`;
  const local = lowerWordName(method.name.slice(method.name.indexOf(".") + 1));
  const all = argumentsOf(call);
  const required = all.filter((each) => each.required).map(({ value }) => literal(value));
  const optional = all.filter((each) => !each.required);
  const prefix = isOther && method.changesParams ? wordName(profile) : "";
  const type = `${prefix}${wordName(pascalName(method.name))}Params`;
  const setters = optional.map(({ name, value }) =>
    bracketed(`.with${wordName(name)}(`, [literal(value)], ")", layout),
  );
  const params = [bracketed(`${type}.of(`, required, ")", layout), ...setters].join("\n    ");
  const lines =
    optional.length === 0
      ? [`var result = client.${api}`, `    ${bracketed(`.${local}(`, required, ")", layout)}`]
      : [`var params = ${params};`, `var result = client.${api}`, `    .${local}(params)`];
  return `${importsOf(client, place !== undefined, optional.length > 0 ? [type] : [], all)}

${client} client = ${client}.create(${quoted(node)});
${lines.join("\n")}
    .send();
System.out.println(result);`;
}

function literal(value: TypedValue): string {
  switch (value.kind) {
    case "text":
      return quoted(value.text);
    case "word":
      return `${wordName(value.type)}.${constantName(value.word)}`;
    case "integer":
      return number(value.size, value.digits);
    case "boolean":
    case "decimal":
      return value.text;
    case "list":
      return bracketed("List.of(", value.items.map(literal), ")", layout);
    case "object":
      return bracketed(
        `new ${wordName(value.type)}(`,
        value.names.map((name) => memberText(value.members.find((each) => each.name === name))),
        ")",
        layout,
      );
    case "union":
      return value.form.kind === "word"
        ? literal(value.form)
        : `${wordName(value.type)}.of(${literal(value.form)})`;
  }
}

/** A record has a place for each of its members. */
function memberText(member: Argument | undefined): string {
  if (member === undefined) return "Optional.empty()";
  return member.required ? literal(member.value) : `Optional.of(${literal(member.value)})`;
}

/** Unsigned 64-bit integers are BigInteger, smaller ones long, and 16-bit ones int. */
function number(size: string, digits: string): string {
  if (size === "uint16") return digits;
  if (size !== "uint64") return `${digits}L`;
  return digits.length < 19 ? `BigInteger.valueOf(${digits}L)` : `new BigInteger("${digits}")`;
}

function importsOf(
  client: string,
  hasPath: boolean,
  params: readonly string[],
  all: readonly Argument[],
): string {
  const used = all.flatMap(({ value }) => typesIn(value));
  const own = used.filter((name) => !name.startsWith("java."));
  const names = [
    `couloir.client.${client}`,
    ...(hasPath ? ["couloir.client.IndexPath"] : []),
    ...[...params, ...own].map((name) => `couloir.client.types.${name}`),
    ...used.filter((name) => name.startsWith("java.")),
  ];
  return [...new Set(names)]
    .sort()
    .map((name) => `import ${name};`)
    .join("\n");
}

function typesIn(value: TypedValue): string[] {
  switch (value.kind) {
    case "word":
      return [wordName(value.type)];
    case "integer":
      return value.size === "uint64" ? ["java.math.BigInteger"] : [];
    case "list":
      return ["java.util.List", ...value.items.flatMap(typesIn)];
    case "object":
      return [
        wordName(value.type),
        ...(value.names.length > value.members.filter(({ required }) => required).length
          ? ["java.util.Optional"]
          : []),
        ...value.members.flatMap((member) => typesIn(member.value)),
      ];
    case "union":
      return [
        ...(value.form.kind === "word" ? [] : [wordName(value.type)]),
        ...typesIn(value.form),
      ];
    default:
      return [];
  }
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
