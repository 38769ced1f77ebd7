import { type Answer, occupiedBytes } from "../json-rpc/answer.ts";
import { BatchItems } from "../json-rpc/dialect.ts";
import type { Client } from "./client.ts";
import type { CostModel } from "./cost-model.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import type { Scheduler, Weight } from "./scheduler.ts";

/** What is known of a request before it is worked for. */
export type Work = {
  /** What its costs are remembered by: a method and about a length. Empty if that is not known. */
  readonly kind: string;
  /** If it is not cheap. */
  readonly weight: Exclude<Weight, "light">;
};

/** A batch, a long body, or the opening of a stream: a crowd may open theirs at the same time. */
export const heavyWork: Work = { kind: "", weight: "heavy" };

/** A shorter answer has room while others wait for theirs to be read. */
export const heldBytesMin = 16_384;

/** What an answer of an unknown kind may have: as many such calls may wait for theirs at the same time as fit. */
export const unknownAnswerBytes = (bytesMax: number): number => Math.min(4_194_304, bytesMax / 16);

/** Decides when a request is worked for: when it is its client's turn, and when there is room for its answer. */
export class Admission {
  readonly scheduler: Scheduler;
  readonly budget: MemoryBudget;
  readonly costs: CostModel;

  constructor(scheduler: Scheduler, budget: MemoryBudget, costs: CostModel) {
    this.scheduler = scheduler;
    this.budget = budget;
    this.costs = costs;
  }

  /**
   * Begins work for a client, at once if possible. If there is no room for the answer for too long, calls `refuse` instead.
   * Neither is called when the client has gone.
   */
  run(client: Client, work: Work, begin: (grant: Grant) => void, refuse: () => void): void {
    this.inTurn(client, work, () => {
      const grant = new Grant(this, client, work);
      // Those before it may have taken all the room since it arrived.
      const bytes = this.#bytesToWaitFor(client, work);
      if (bytes === 0) begin(grant);
      else {
        client.memory.reserveAnswer(bytes, (isGranted) => {
          if (isGranted) grant.inTurn(() => begin(grant));
          else refuse();
        });
      }
    });
  }

  /** Runs a part of work when it is the client's turn. */
  inTurn(client: Client, { kind, weight }: Work, part: () => void): void {
    const run = () => {
      if (!client.socket.destroyed) part();
    };
    const weightNow = () => (this.costs.isExpensive(kind) ? weight : "light");
    this.scheduler.run(client.usage, run, weightNow);
  }

  /** Whether there is room for a client's answer of `bytes`. */
  hasRoomFor(client: Client, bytes: number): boolean {
    if (this.budget.isHalfEmpty || bytes <= client.memory.roomBytes) return true;
    return this.budget.hasRoomFor(bytes, client.usage.isLight(performance.now()));
  }

  /** Waits for an answer. `hold` is called with what it occupies: until it is there, what those of its kind have. */
  settle<Settled>(
    kind: string,
    answer: Promise<Settled>,
    bytesOf: (settled: Settled) => number,
    hold: (bytes: number) => void,
  ): Promise<Settled> {
    const endWaiting = this.costs.wait(kind, hold);
    const end = (bytes: number) => {
      endWaiting(bytes);
      hold(bytes);
    };
    return answer.then(
      (settled) => {
        end(bytesOf(settled));
        return settled;
      },
      (error) => {
        end(0);
        throw error;
      },
    );
  }

  #bytesToWaitFor(client: Client, { kind }: Work): number {
    if (this.budget.isHalfEmpty) return 0;
    const bytes = this.costs.answerBytes(kind);
    return this.hasRoomFor(client, bytes) ? 0 : bytes;
  }
}

/** The right of one request to be worked for. It ends when the client has taken the response. */
export class Grant {
  readonly #client: Client;
  readonly #admission: Admission;
  readonly #work: Work;

  constructor(admission: Admission, client: Client, work: Work) {
    this.#admission = admission;
    this.#client = client;
    this.#work = work;
  }

  /**
   * Runs what answers the request, and remembers what it took. The time counts until there is an answer: how long the system
   * takes to send it says nothing about the call.
   */
  measure<Result>(answer: () => Result): Result {
    return this.#admission.costs.run(this.#work.kind, answer);
  }

  /** Makes the answer to a call, which counts as soon as it is there. Until then, what those of its kind have counts. */
  answer(make: () => Given | Promise<Answer>): Given | Promise<Answer> {
    const given = this.measure(make);
    if (given instanceof Promise) return this.settle(given, occupiedBytes);
    if (!(given instanceof BatchItems)) {
      this.#admission.costs.addAnswer(this.#work.kind, occupiedBytes(given));
    }
    return given;
  }

  /** Waits for an answer, which counts meanwhile, and then until the client has taken it. */
  settle<Settled>(
    answer: Promise<Settled>,
    bytesOf: (settled: Settled) => number,
  ): Promise<Settled> {
    return this.#admission.settle(this.#work.kind, answer, bytesOf, (bytes) =>
      this.#client.memory.holdAnswer(bytes < heldBytesMin ? 0 : bytes),
    );
  }

  /** Runs another part of the work when it is the client's turn again. */
  inTurn(part: () => void): void {
    this.#admission.inTurn(this.#client, this.#work, part);
  }
}

/** What a call gives at once. */
type Given = Answer | BatchItems;
