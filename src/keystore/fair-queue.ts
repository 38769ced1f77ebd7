/**
 * Runs a limited number of tasks at a time. Tasks of one flow, such as a connection, run one after another; flows take
 * turns. Three of four turns belong to the flow that arrived last, so that a newcomer does not wait for a crowd that came
 * before it. A task that nobody waits for any more does not run.
 */
export class FairQueue {
  readonly #parallelMax: number;
  readonly #flows = new Map<unknown, Flow>();
  /** Oldest first. Places that are taken stay until they are found. */
  #places: Place[] = [];
  /** Those of flows that have not had a turn. */
  #arrivals: Place[] = [];
  #running = 0;
  #waiting = 0;
  #turns = 0;
  #isScheduled = false;

  constructor(parallelMax: number) {
    this.#parallelMax = parallelMax;
  }

  get runningCount(): number {
    return this.#running;
  }

  get waitingCount(): number {
    return this.#waiting;
  }

  /** Rejects with an AbortError if `isWanted` returns false when it is the task's turn. */
  run<Value>(
    flowID: unknown,
    task: () => Promise<Value>,
    isWanted: () => boolean = () => true,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      const start = () => task().then(resolve, reject);
      const drop = () => reject(new DOMException("nobody waits for the result", "AbortError"));
      this.#add(flowID, { start, drop, isWanted });
      this.#startNext();
    });
  }

  #add(id: unknown, task: Task): void {
    const flow = this.#flows.get(id) ?? { id, tasks: [], isRunning: false };
    this.#flows.set(id, flow);
    flow.tasks.push(task);
    this.#waiting += 1;
    if (flow.isRunning || flow.tasks.length > 1) return;
    this.#arrivals.push(this.#lineUp(flow));
    if (this.#arrivals.length > 2 * this.#flows.size + 16) {
      this.#arrivals = this.#arrivals.filter(({ isTaken }) => !isTaken);
    }
  }

  #lineUp(flow: Flow): Place {
    const place = { flow, isTaken: false };
    this.#places.push(place);
    return place;
  }

  #startNext(): void {
    for (let dropped = 0; this.#running < this.#parallelMax; ) {
      if (dropped === droppedMax) {
        this.#schedule();
        return;
      }
      const flow = this.#nextFlow();
      if (flow === undefined) return;
      this.#waiting -= 1;
      const task = flow.tasks.shift()!;
      if (task.isWanted()) this.#start(flow, task);
      else {
        dropped += 1;
        task.drop();
        this.#goOn(flow);
      }
    }
  }

  #start(flow: Flow, task: Task): void {
    this.#running += 1;
    flow.isRunning = true;
    void task.start().then(() => {
      this.#running -= 1;
      flow.isRunning = false;
      this.#goOn(flow);
      this.#startNext();
    });
  }

  /** A flow with further tasks goes to the end. */
  #goOn(flow: Flow): void {
    if (flow.tasks.length > 0) this.#lineUp(flow);
    else this.#flows.delete(flow.id);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startNext();
    });
  }

  /** The flow that has its turn; undefined if none waits. */
  #nextFlow(): Flow | undefined {
    const isNewest = this.#turns % newestEvery !== 0;
    const place = (isNewest ? untaken(() => this.#arrivals.pop()) : undefined) ?? this.#oldest();
    if (place === undefined) return undefined;
    this.#turns += 1;
    place.isTaken = true;
    return place.flow;
  }

  #oldest(): Place | undefined {
    return untaken(() => this.#places.shift());
  }
}

type Task = {
  readonly start: () => Promise<void>;
  readonly drop: () => void;
  readonly isWanted: () => boolean;
};
type Flow = { readonly id: unknown; readonly tasks: Task[]; isRunning: boolean };
type Place = { readonly flow: Flow; isTaken: boolean };

/** Of this number of turns, all but one belong to the newest flow. */
const newestEvery = 4;
/** The number of unwanted tasks that are dropped in one pass of the event loop: a crowd may leave at the same time. */
const droppedMax = 64;

function untaken(next: () => Place | undefined): Place | undefined {
  for (;;) {
    const place = next();
    if (place === undefined || !place.isTaken) return place;
  }
}
