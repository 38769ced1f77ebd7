import type { Json, JsonObject } from "../../codegen/load/json.ts";

/** A call, as a line of the conformance program's input. */
export type Call = {
  readonly method: string;
  readonly params?: JsonObject;
  /** Where a method is in several APIs. */
  readonly api?: string;
  /** Which of several paths of its API. */
  readonly path?: string;
};

/** A line of the input without its `id`. */
export type Line = Call | { readonly batch: readonly Call[] };

/** The response to a call, as received. */
export type Answer =
  | { readonly result: Json }
  | { readonly error: Json }
  /** The members after the ID of a response that is a list instead of an object. */
  | { readonly list: readonly Json[] };

/** The response to a line, as received. */
export type LineAnswer = Answer | { readonly batch: readonly Answer[] };

/** What is checked of the output for a line, besides that it equals the wire. */
export type Expectation =
  /** The member whose JSON must be that on the wire, with numbers as numbers and text as text. */
  | { readonly rawAt: string }
  /** What the client says about an error that the node returned. */
  | { readonly text: string }
  /** Part of what the client says about a result that it cannot read, and the member that it names. */
  | { readonly failure: string; readonly field?: string };

/** Calls to one server, whose results are compared. */
export type Target = {
  readonly name: string;
  readonly profile: string;
  readonly lines: readonly Line[];
  /** Members that are other ones each time, `method /where`: of two calls by hand they may be the same by chance. */
  readonly volatile: readonly string[];
  /** For each line. */
  readonly expectations?: readonly Expectation[];
  /** Opens the server for one program. */
  readonly open: () => Promise<OpenTarget>;
};

export type OpenTarget = { readonly url: string; close(): Promise<void> };
