import type { Waits } from "./bystander.ts";
import type { Stage } from "./stage.ts";

/** One attack and what must hold meanwhile. Each file in `cases/` exports one as `torture`; its name is that of the file. */
export type TortureCase = {
  /** What is done to the node, in one line. */
  readonly attack: string;
  readonly run: (stage: Stage) => Promise<readonly Measure[]>;
};

/** One row of the table. It passes if `measured` is at most `bound`, or at least `atLeast`. */
export type Measure = {
  readonly what: string;
  readonly measured: number;
  readonly unit: "MiB" | "ms" | "s" | "%" | "";
} & ({ readonly bound: number } | { readonly atLeast: number } | { readonly reported: true });

/** Whether a measure is within its bound. A reported measure has none. */
export function passes(measure: Measure): boolean {
  if (Number.isNaN(measure.measured)) return false;
  if ("bound" in measure) return measure.measured <= measure.bound;
  return "reported" in measure || measure.measured >= measure.atLeast;
}

/** The rows for another client that called the node beside an attack. */
export function waitRows(attack: string, { longestMs, failed }: Waits): Measure[] {
  return [
    { what: `longest wait beside ${attack}`, measured: longestMs, bound: 250, unit: "ms" },
    { what: `failed calls beside ${attack}`, measured: failed, bound: 0, unit: "" },
  ];
}

/** A row for something that either holds or does not. */
export function holds(what: string, isTrue: boolean): Measure {
  return { what, measured: isTrue ? 1 : 0, atLeast: 1, unit: "" };
}
