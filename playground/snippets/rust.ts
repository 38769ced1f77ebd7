import { snakeName, wordName } from "../../codegen/clients/names.ts";
import type { Call } from "./call.ts";
import { bracketed, groupOf, indexPath } from "./layout.ts";
import { type Argument, argumentsOf, type TypedValue } from "./typed-value.ts";

const layout = { indent: "    ", trailing: "," };

/** A call with the client of clients/rust. */
export function rust(call: Call): string {
  const { method, node, path, profile } = call;
  const isOther = profile === "avalanchego";
  const client = isOther ? "AvalanchegoClient" : "Client";
  const place = indexPath(path);
  const group = groupOf(method.name, path);
  const api = place === undefined ? `${group}()` : `${group}(IndexPath::${wordName(place)})`;
  const local = snakeName(method.name.slice(method.name.indexOf(".") + 1));
  const all = argumentsOf(call);
  const required = all.filter((each) => each.required).map(({ value }) => literal(value));
  const lines = [
    `.${api}`,
    bracketed(`.${local}(`, required, ")", layout),
    ...all
      .filter((each) => !each.required)
      .map(({ name, value }) => bracketed(`.${snakeName(name)}(`, [literal(value)], ")", layout)),
    ".await?;",
  ];
  const types = [...new Set(all.flatMap(({ value }) => typesIn(value)))].sort();
  const imports = [
    ...(types.length > 0
      ? [`use couloir_client::types::${types.length === 1 ? types[0] : `{${types.join(", ")}}`};`]
      : []),
    `use couloir_client::${place === undefined ? client : `{${client}, spec::IndexPath}`};`,
  ];
  const chain = lines.map((line) => `    ${line.replaceAll("\n", "\n    ")}`).join("\n");
  return `${imports.join("\n")}

let client = ${client}::new(${quoted(node)})?;
let result = client
${chain}
println!("{result:?}");`;
}

function literal(value: TypedValue): string {
  switch (value.kind) {
    case "text":
      return quoted(value.text);
    case "word":
      return `${wordName(value.type)}::${wordName(value.word)}`;
    case "integer":
      return value.digits;
    case "boolean":
    case "decimal":
      return value.text;
    case "list":
      // An empty list does not show its item type.
      if (value.items.length === 0) return "Vec::<String>::new()";
      // Lists of text can be of anything that becomes text; others are a Vec.
      return bracketed(
        value.items[0]?.kind === "text" ? "[" : "vec![",
        value.items.map(literal),
        "]",
        layout,
      );
    case "object": {
      const members = value.names.map((name) => {
        const member = value.members.find((each) => each.name === name);
        return `${snakeName(name)}: ${memberText(member)}`;
      });
      return bracketed(`${wordName(value.type)} { `, members, " }", layout);
    }
    case "union":
      return formOf(value.type, value.form);
  }
}

/** A struct has a place for each of its members. */
function memberText(member: Argument | undefined): string {
  if (member === undefined) return "None";
  return member.required ? owned(member.value) : `Some(${owned(member.value)})`;
}

/** A struct member stores text, and lists of it, directly. */
function owned(value: TypedValue): string {
  if (value.kind === "list" && value.items[0]?.kind === "text")
    return bracketed("vec![", value.items.map(owned), "]", layout);
  return value.kind === "text" ? `${literal(value)}.into()` : literal(value);
}

/** The forms that convert to a union; its other forms are written as variants. */
function formOf(union: string, form: TypedValue): string {
  if (form.kind === "integer")
    return `${form.digits}_${form.size.replace("int", "").replace(/^\d/, "i$&")}`;
  if (form.kind === "word") return `${wordName(union)}::${wordName(form.word)}`;
  if (form.kind === "list") return bracketed("vec![", form.items.map(owned), "]", layout);
  return literal(form);
}

function typesIn(value: TypedValue): string[] {
  if (value.kind === "word") return [wordName(value.type)];
  if (value.kind === "object") {
    return [wordName(value.type), ...value.members.flatMap((member) => typesIn(member.value))];
  }
  if (value.kind === "union") return value.form.kind === "word" ? [wordName(value.type)] : [];
  return value.kind === "list" ? value.items.flatMap(typesIn) : [];
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(/\\u([0-9a-f]{4})/g, "\\u{$1}");
}
