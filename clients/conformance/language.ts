/** How a language's client is checked. Commands are run in `clients/<name>`. */
export type Language = {
  readonly name: string;
  /**
   * Prints the version of each required tool. If one cannot be run, the language is skipped by
   * name.
   */
  readonly toolchain: readonly Command[];
  /** Format, lint, compile, test: each must exit with 0. */
  readonly steps: readonly Step[];
  /** The conformance program, which gets the node's URL and the profile. */
  readonly conformance: Command;
  /** The bench program, which gets the node's URL, rounds and calls. */
  readonly bench: Command;
};

export type Step = {
  readonly name: string;
  readonly command: Command;
  /** A tool that only some machines have: where it cannot be run, the step is skipped by name. */
  readonly needs?: Command;
};

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]];
