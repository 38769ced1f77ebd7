/** What a server sent for a request. */
export type Answer = { readonly status: number; readonly text: string };

/** How an answer compares with the document. A note says what is worth knowing although nothing differs. */
export type Verdict = { readonly difference?: string; readonly note?: string };

export const kinds = ["examples", "errors", "wrong params", "protocol", "files"] as const;
export type Kind = (typeof kinds)[number];

/** One request of a check. */
export type Case = {
  /** Name of the method, or of the rule of JSON-RPC that the case is about. */
  readonly method: string;
  readonly kind: Kind;
  /** Unique among the cases of the method. */
  readonly name: string;
  readonly body: string;
  readonly judge: (answer: Answer) => Verdict;
};

/** Something that the check does not send, and why. */
export type Skipped = { readonly method: string; readonly name: string; readonly reason: string };

/** The requests of a check, in order. */
export type Plan = { readonly cases: readonly Case[]; readonly skipped: readonly Skipped[] };
