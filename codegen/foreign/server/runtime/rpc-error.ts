/** An error that a handler returns to the caller by throwing it. */
export class RpcError extends Error {
  override readonly name: string = "RpcError";
  readonly code: number;
  /** Further information for the caller; any JSON value. */
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Replaces the placeholders of a declared message, such as `{name}`. */
export function fillMessage(message: string, values: Readonly<Record<string, string>>): string {
  return message.replaceAll(/\{([a-zA-Z]\w*)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
}
