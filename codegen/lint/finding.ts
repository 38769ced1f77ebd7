import type { BundledProfile } from "../load/bundle.ts";
import type { Sources } from "../load/read.ts";

/** Something in the contract that has to change. */
export type Finding = {
  /** Name of the rule. */
  readonly rule: string;
  /** File and place, such as `openrpc/platform.json platform.getBlock`. */
  readonly where: string;
  /** What is wrong and how to fix it. */
  readonly text: string;
};

/** A finding of the rule that looks. */
export type Problem = Omit<Finding, "rule">;

/** The input of rules: the files as written, and each document as each profile serves it. */
export type Subject = {
  readonly sources: Sources;
  readonly profiles: readonly BundledProfile[];
};

export type Rule = {
  readonly name: string;
  readonly check: (subject: Subject) => readonly Problem[];
};
