import { goName } from "../../codegen/clients/names.ts";
import { pascalName } from "../../codegen/emit/writer.ts";
import type { Call } from "./call.ts";
import { bracketed, groupOf, indexPath } from "./layout.ts";
import { answersNothing, argumentsOf, type TypedValue } from "./typed-value.ts";

const layout = { indent: "\t", trailing: "," };

/** A call with the client of clients/go. */
export function go(call: Call): string {
  const { method, node, path, profile } = call;
  const isOther = profile === "avalanchego";
  const place = indexPath(path);
  const api = goName(groupOf(method.name, path)) + (place === undefined ? "" : `.${goName(place)}`);
  const local = goName(method.name.slice(method.name.indexOf(".") + 1));
  const prefix = isOther && method.changesParams ? goName(profile) : "";
  const type = `couloir.${prefix}${goName(pascalName(method.name))}Params`;
  const members = argumentsOf(call).map(
    ({ name, required, value }) => `${goName(name)}: ${required ? plain(value) : optional(value)}`,
  );
  const params =
    method.params.length === 0 ? "" : `, ${bracketed(`${type}{`, members, "}", layout)}`;
  const client = `client := couloir.${isOther ? "NewAvalanchego" : "New"}(${quoted(node)})`;
  const callText = `client.${api}.${local}(ctx${params})`;
  if (answersNothing(call)) {
    return `${client}\n\nif err := ${callText}; err != nil {\n\treturn err\n}`;
  }
  return `${client}

result, err := ${callText}
if err != nil {
	return err
}
fmt.Printf("%+v\\n", result)`;
}

function plain(value: TypedValue): string {
  switch (value.kind) {
    case "text":
      return quoted(value.text);
    case "word":
      return quoted(value.word);
    case "integer":
      return value.digits;
    case "boolean":
    case "decimal":
      return value.text;
    case "list": {
      const item = value.itemType === undefined ? "string" : `couloir.${goName(value.itemType)}`;
      return bracketed(`[]${item}{`, value.items.map(plain), "}", layout);
    }
    case "object": {
      const members = value.members.map(
        ({ name, required, value: inner }) =>
          `${goName(name)}: ${required ? plain(inner) : optionalMember(inner)}`,
      );
      return bracketed(`couloir.${goName(value.type)}{`, members, "}", layout);
    }
    case "union":
      return formOf(value.form);
  }
}

/** Optional values are pointers, unless their type has an empty value. */
function optional(value: TypedValue): string {
  if (value.kind === "integer") return `couloir.Ptr${conversion(value.size, value.digits)}`;
  if (value.kind === "boolean" || value.kind === "decimal") return `couloir.Ptr(${value.text})`;
  return value.kind === "object" ? `&${plain(value)}` : plain(value);
}

/** Inside an object an empty text is not the same as none: text is a pointer there, to its own type. */
function optionalMember(value: TypedValue): string {
  if (value.kind !== "text" && value.kind !== "word") return optional(value);
  const text = quoted(value.kind === "word" ? value.word : value.text);
  return `couloir.Ptr(${value.type === undefined ? text : `couloir.${goName(value.type)}(${text})`})`;
}

function conversion(size: string, digits: string): string {
  return /64$/.test(size) ? `(${wide(size)}(${digits}))` : `[${size}](${digits})`;
}

/** A form of a union names its type. */
function formOf(form: TypedValue): string {
  if (form.kind === "integer") return `${wide(form.size)}(${form.digits})`;
  if (form.kind === "word") return `couloir.${goName(form.type)}(${quoted(form.word)})`;
  if (form.kind === "text" && form.type !== undefined) {
    return `couloir.${goName(form.type)}(${quoted(form.text)})`;
  }
  if (form.kind === "list" && form.itemType !== undefined) {
    return bracketed(`couloir.${goName(form.itemType)}List{`, form.items.map(plain), "}", layout);
  }
  return plain(form);
}

function wide(size: string): string {
  return size === "int64" ? "couloir.Int64" : "couloir.Uint64";
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
