/** A JSON value in which integers beyond 2^53 are `bigint`, so that none loses a digit. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * `exact` takes 1.0 for the integer 1; `literal` makes NaN of an integer written as 1.0, 1e3 or -0.
 */
export type NumberReading = "exact" | "literal";
