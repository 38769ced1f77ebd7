import { snakeName } from "../../codegen/clients/names.ts";
import type { Call } from "./call.ts";
import { bracketed, groupOf, indexPath } from "./layout.ts";
import { type Argument, answersNothing, argumentsOf, type TypedValue } from "./typed-value.ts";

const layout = { indent: "    ", trailing: "," };

/** A call with the client of clients/python. */
export function python(call: Call): string {
  const { method, node, path, profile } = call;
  const client = profile === "avalanchego" ? "AvalanchegoClient" : "Client";
  const place = indexPath(path);
  const api = groupOf(method.name, path) + (place === undefined ? "" : `.${snakeName(place)}`);
  const local = snakeName(method.name.slice(method.name.indexOf(".") + 1));
  const all = argumentsOf(call);
  const args = [
    ...all.filter(({ required }) => required).map(({ value }) => literal(value)),
    ...all.filter(({ required }) => !required).map(member),
  ];
  const types = all.some(({ value }) => value.kind === "object") ? ", types" : "";
  const isEmpty = answersNothing(call);
  const begin = `${isEmpty ? "" : "result = "}client.${api}.${local}(`;
  const callText = bracketed(begin, args, ")", layout);
  return `from couloir import ${client}${types}

with ${client}(${quoted(node)}) as client:
    ${callText.replaceAll("\n", "\n    ")}${isEmpty ? "" : "\n    print(result)"}`;
}

function literal(value: TypedValue): string {
  switch (value.kind) {
    case "text":
      return quoted(value.text);
    case "word":
      return quoted(value.word);
    case "integer":
      return value.digits;
    case "decimal":
      return value.text;
    case "boolean":
      return value.text === "true" ? "True" : "False";
    case "list":
      return bracketed("[", value.items.map(literal), "]", layout);
    case "object":
      return bracketed(`types.${value.type}(`, value.members.map(member), ")", layout);
    case "union":
      return literal(value.form);
  }
}

function member({ name, value }: Argument): string {
  return `${snakeName(name)}=${literal(value)}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
