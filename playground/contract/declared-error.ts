import { isObject, type Json } from "../json/parse.ts";
import type { Contract, Document, Method } from "./contract.ts";

/** Returns the declared error that matches a response; the method's own errors come first. */
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

/** Returns a message with `{placeholders}` as a pattern. */
function pattern(message: string): RegExp {
  const parts = message.split(/\{[a-zA-Z]\w*\}/);
  const escaped = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${escaped.join("[^]*")}$`);
}
