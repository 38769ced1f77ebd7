import { type JsonObject, textAt } from "../load/json.ts";

/** Whether an error is the declared one: its code, and its message, in which `{name}` stands for any text. */
export function isDeclaredError(
  declared: JsonObject,
  { code, message }: { readonly code: number; readonly message: string },
): boolean {
  if (declared["code"] !== code) return false;
  const pattern = (textAt(declared, "message") ?? "")
    .split(/\{[a-zA-Z]\w*\}/)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("[^]*");
  return new RegExp(`^${pattern}$`, "u").test(message);
}
