import type { Bystander } from "./bystander.ts";
import type { NodeProcess } from "./node-process.ts";
import { type Measure, waitRows } from "./torture-case.ts";

/** What runs during an attack. */
export type UnderAttack = {
  readonly node: NodeProcess;
  readonly bystander: Bystander;
  /** Ends the connections of the attack. */
  readonly leave: () => void;
};

/** Ends an attack, and the node with it. Returns the rows for the other client, the node's memory and its end. */
export async function endOfAttack(
  attack: string,
  { node, bystander, leave }: UnderAttack,
): Promise<{ readonly rows: Measure[]; readonly shutdownMs: number }> {
  const waits = await bystander.stop();
  const peakMiB = node.peakMiB();
  leave();
  const { code, tookMs } = await node.stop();
  return {
    rows: [
      ...waitRows(attack, waits),
      { what: `most memory beside ${attack}`, measured: peakMiB, bound: 400, unit: "MiB" },
      { what: `exit code after ${attack}`, measured: code ?? -1, bound: 0, unit: "" },
    ],
    shutdownMs: tookMs,
  };
}
