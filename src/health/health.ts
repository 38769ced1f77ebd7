import type { HealthClock, HealthLog } from "./check.ts";
import { Worker } from "./worker.ts";

/** The three groups of checks of a node. avalanchego api/health/health.go @ v1.12.1 */
export class Health {
  /** Whether the node has finished starting: the check `bootstrapped`. */
  readonly readiness: Worker;
  /** Every check. */
  readonly health: Worker;
  /** Whether the node answers at all: has no checks, so any response is healthy. */
  readonly liveness: Worker;

  constructor(clock: HealthClock, log: HealthLog) {
    this.readiness = new Worker("readiness", clock, log);
    this.health = new Worker("health", clock, log);
    this.liveness = new Worker("liveness", clock, log);
  }

  get workers(): readonly Worker[] {
    return [this.readiness, this.health, this.liveness];
  }

  /** Runs every check, then again every `frequencyMs`. Resolves after the first run. */
  async start(frequencyMs: number): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.start(frequencyMs)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
  }
}
