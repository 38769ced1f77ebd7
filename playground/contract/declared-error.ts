import { isObject, type Json } from "../json/parse.ts";
import type { Contract, Document, Method } from "./contract.ts";

/** Which of the errors that a call may be answered is this one; the method's own come first. */
export function declaredError(
  error: Json,
  method: Method,
  { documents, errors }: Pick<Contract, "documents" | "errors">,
): string | undefined {
  if (!isObject(error)) return undefined;
  const { code, message } = error;
  const own: Document | undefined = documents.find(({ api }) => api === method.api);
  return [...method.errors, ...(own?.errors ?? [])].find((name) => {
    const declared = errors.get(name);
    return (
      declared !== undefined &&
      declared.code === code &&
      pattern(declared.message).test(String(message))
    );
  });
}

/** A message with `{placeholders}` as the pattern of what it may say. */
function pattern(message: string): RegExp {
  const parts = message.split(/\{[a-zA-Z]\w*\}/);
  const escaped = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${escaped.join("[^]*")}$`);
}
