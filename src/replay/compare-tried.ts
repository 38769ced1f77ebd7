import { formatJson } from "../formats/json.ts";
import type { Call, CallAnswer } from "../node/apis/answer-call.ts";
import { type AnswerComparison, type Ask, clockOf, compareAnswer } from "./compare-asks.ts";
import type { ComparedEvent } from "./event.ts";
import { allMasks, type MaskName } from "./masks.ts";
import type { Tallies } from "./tally.ts";

/** What the recorded calls are repeated on: a chain in this process, or a node elsewhere. */
export type TriedOn = {
  readonly tallies: Tallies;
  /** All where it is left out. */
  readonly masks?: ReadonlySet<MaskName>;
  readonly setClock: (nowSeconds: bigint) => Promise<void> | void;
  readonly answer: (call: Call) => Promise<CallAnswer>;
  /** Why the block is rejected; undefined if it is valid. Does not change the chain. */
  readonly refusalOf: (block: RefusedBlock) => Promise<string | undefined> | string | undefined;
};

export type RefusedBlock = Extract<ComparedEvent, { readonly event: "refusedBlock" }>;

/** Repeats a recorded call or attempt and counts the outcome. */
export async function compareTried(event: ComparedEvent, on: TriedOn): Promise<void> {
  switch (event.event) {
    case "ask": {
      const { ask } = event;
      const { difference, masked } = await compareAsk(ask, on);
      const what = difference && `${formatJson(ask.params)}: ${difference}`;
      on.tallies.count(`ask ${ask.method}`, what, masked);
      return;
    }
    case "issue": {
      await on.setClock(event.clock);
      const params = { tx: event.tx, encoding: "hex" };
      const answer = await on.answer({ method: "platform.issueTx", params });
      const { error, result } = event.response;
      compareVerdicts("issue", event.kind, on, {
        here: answer.error?.message ?? { accepted: formatJson(answer.result ?? null) },
        there: error?.message ?? { accepted: formatJson(result ?? null) },
      });
      return;
    }
    case "refusedBlock":
      await on.setClock(event.clock);
      compareVerdicts(`refusedBlock ${event.stage}`, "", on, {
        here: (await on.refusalOf(event)) ?? { accepted: "a valid block" },
        there: event.error,
      });
  }
}

/** Asks at the recorded clock and, if the answers differ, at the clock that "fee config clock" allows. */
async function compareAsk(ask: Ask, on: TriedOn): Promise<AnswerComparison> {
  const { masks = allMasks } = on;
  const answerer = ({ method, params }: Ask) => on.answer({ method, params });
  const at = async (clock: bigint) => {
    await on.setClock(clock);
    return compareAnswer(ask, await answerer(ask), answerer, masks);
  };
  const recordedClock = BigInt(ask.clock);
  const found = await at(recordedClock);
  const otherClock = clockOf(ask);
  const isMasked = otherClock !== recordedClock && masks.has("fee config clock");
  if (found.difference === undefined || !isMasked) return found;
  const { difference, masked } = await at(otherClock);
  return { difference, masked: [...masked, "fee config clock"] };
}

/** The text of a refusal, or what was accepted. */
type Verdict = string | { readonly accepted: string };

function compareVerdicts(
  kind: string,
  subject: string,
  { tallies }: TriedOn,
  { here, there }: { readonly here: Verdict; readonly there: Verdict },
): void {
  const bothRefuse = typeof here === "string" && typeof there === "string";
  const equal = wordsOf(here) === wordsOf(there);
  if (bothRefuse) tallies.countTexts(kind, equal);
  const what = `${subject} got ${wordsOf(here)}, expected ${wordsOf(there)}`.trim();
  tallies.count(kind, equal ? undefined : what);
}

function wordsOf(verdict: Verdict): string {
  return typeof verdict === "string" ? `refused: ${verdict}` : `accepted: ${verdict.accepted}`;
}
