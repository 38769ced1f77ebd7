import { formatJson } from "../formats/json.ts";
import type { Call, CallAnswer } from "../node/apis/answer-call.ts";
import { clockOf, compareAnswer } from "./compare-asks.ts";
import type { ComparedEvent } from "./event.ts";
import type { Tallies } from "./tally.ts";

/** A chain in this process, or a node elsewhere. */
export type TriedOn = {
  readonly tallies: Tallies;
  readonly setClock: (nowSeconds: bigint) => Promise<void> | void;
  readonly answer: (call: Call) => Promise<CallAnswer>;
  /** Why the block is refused; undefined where it is not. It changes nothing. */
  readonly refusalOf: (block: RefusedBlock) => Promise<string | undefined> | string | undefined;
};

export type RefusedBlock = Extract<ComparedEvent, { readonly event: "refusedBlock" }>;

/** Asks or tries what a history asked or tried, and counts how it went. */
export async function compareTried(event: ComparedEvent, on: TriedOn): Promise<void> {
  switch (event.event) {
    case "ask": {
      const { ask } = event;
      await on.setClock(clockOf(ask));
      const difference = compareAnswer(ask, await on.answer(ask));
      const what = difference && `${formatJson(ask.params)}: ${difference}`;
      on.tallies.count(`ask ${ask.method}`, what);
      return;
    }
    case "issue": {
      await on.setClock(event.clock);
      const params = { tx: event.tx, encoding: "hex" };
      const answer = await on.answer({ method: "platform.issueTx", params });
      const { error, result } = event.response;
      compareVerdicts("issue", event.kind, {
        here: answer.error?.message ?? { accepted: formatJson(answer.result ?? null) },
        there: error?.message ?? { accepted: formatJson(result ?? null) },
        tallies: on.tallies,
      });
      return;
    }
    case "refusedBlock":
      await on.setClock(event.clock);
      compareVerdicts(`refusedBlock ${event.stage}`, "", {
        here: (await on.refusalOf(event)) ?? { accepted: "a valid block" },
        there: event.error,
        tallies: on.tallies,
      });
  }
}

/** A refusal's text, or what was accepted. */
type Verdict = string | { readonly accepted: string };

function compareVerdicts(
  kind: string,
  subject: string,
  { here, there, tallies }: { here: Verdict; there: Verdict; tallies: Tallies },
): void {
  const bothRefuse = typeof here === "string" && typeof there === "string";
  const equal = maskIDs(wordsOf(here)) === maskIDs(wordsOf(there));
  if (bothRefuse) tallies.countTexts(kind, equal);
  const what = `${subject} got ${wordsOf(here)}, expected ${wordsOf(there)}`.trim();
  tallies.count(kind, equal ? undefined : what);
}

function wordsOf(verdict: Verdict): string {
  return typeof verdict === "string" ? `refused: ${verdict}` : `accepted: ${verdict.accepted}`;
}

/** Which of several IDs a text names depends on the order of Go's maps. */
function maskIDs(text: string): string {
  return text.startsWith("refused") ? text.replace(/[1-9A-HJ-NP-Za-km-z]{32,52}/g, "(ID)") : text;
}
