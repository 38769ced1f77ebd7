/** What a page shows beside its contract. All of it is optional: the page of any contract works without. */
export type Additions = {
  /** One sentence below the title. */
  readonly lead?: string;
  /** The method of the first example. */
  readonly firstCall?: string;
  readonly tasks?: readonly Task[];
  /** Concepts that people search for, with the IDs of the entries that they lead to, best first. */
  readonly concepts?: Readonly<Record<string, readonly string[]>>;
  readonly guides?: readonly GuideEntry[];
  readonly remedies?: Readonly<Record<string, Remedy>>;
  /** Whether the page has the explorer of a P-chain. */
  readonly explorer?: boolean;
};

/** Something that a reader wants to do. */
export type Task = {
  readonly title: string;
  readonly text: string;
  readonly methods: readonly string[];
  /** A guide, or `guide/heading`. */
  readonly guide?: string;
};

export type GuideEntry = {
  readonly id: string;
  readonly title: string;
  /** Its headings, for the search. */
  readonly headings: readonly string[];
};

/** Why an error occurs, and what to do. */
export type Remedy = { readonly cause: string; readonly remedy: string };
