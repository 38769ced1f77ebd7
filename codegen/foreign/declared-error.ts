import { isObject, type JsonObject, listAt, textAt } from "../load/json.ts";

type ServerError = { readonly code: number; readonly message: string };

/** What a document declares of an error, for the method or for every call (`x-errors`). */
export function declarationOf(
  error: ServerError,
  method: JsonObject,
  document: JsonObject,
): JsonObject | undefined {
  return [...listAt(method, "errors"), ...listAt(document, "x-errors")]
    .filter(isObject)
    .find((each) => isDeclaredError(each, error));
}

/** Whether an error is the declared one: its code, and its message, in which `{name}` stands for any text. */
export function isDeclaredError(declared: JsonObject, { code, message }: ServerError): boolean {
  if (declared["code"] !== code) return false;
  const pattern = (textAt(declared, "message") ?? "")
    .split(/\{[a-zA-Z]\w*\}/)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("[^]*");
  return new RegExp(`^${pattern}$`, "u").test(message);
}
