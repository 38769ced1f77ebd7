import { isObject, type Json, type JsonObject } from "../../../codegen/load/json.ts";
import { withServer } from "../harness.ts";
import { expectSame } from "./expect-same.ts";
import { itemCount, itemsByStream } from "./pushed-items.ts";
import { type PushingServer, whileRunning } from "./pushing-server.ts";
import type { StreamCall, Take } from "./run-language.ts";

/** Six items over three connections, and two of each of two streams and then one more of the second. */
const readings = [
  { rest: { count: itemCount }, breaks: true, expected: [0, 1, 2, 3, 4, 5], begun: 3, ended: 1 },
  {
    rest: { count: 2, isTwice: true },
    breaks: false,
    expected: [0, 1, 1, 2, 3],
    begun: 2,
    ended: 2,
  },
] as const;

/**
 * Reads every stream of a generated server, which breaks the first connection and whose stream of the second one fails, and
 * then two at once. Each item must arrive, and each stream that a client leaves must end at the server.
 */
export async function readFromServer(
  document: JsonObject,
  { feed, create }: PushingServer,
  calls: readonly StreamCall[],
  take: Take,
): Promise<void> {
  const items = itemsByStream(document);
  for (const call of calls) {
    const payloads = (items.get(call.name) ?? []).map(payloadOf);
    for (const { rest, breaks, expected, begun, ended } of readings) {
      feed.reset(items, breaks);
      const problems: string[] = [];
      const log = (problem: string) => problems.push(problem.replace(/\n.*/s, ""));
      const [outcome] = await withServer(create(log), async (url) => {
        const outcomes = await take(url, [{ ...call, ...rest }]);
        await whileRunning(() => feed.running > 0);
        return outcomes;
      });
      const what = `${call.name} of the server`;
      expectSame(what, outcome, {
        items: expected.map((index) => payloads[index]),
        reconnections: breaks ? 2 : 0,
      });
      expectSame(`the ends of ${what}`, feed.ended, Array(ended).fill(true));
      expectSame(`the params of ${what}`, feed.params, Array(begun).fill(call.params ?? {}));
      const failures = breaks ? ["a subscription failed: Error: the source failed"] : [];
      expectSame(`the problems of ${what}`, problems, failures);
    }
  }
}

/** That of an item which names one of several notifications. */
function payloadOf(item: Json): Json {
  return isObject(item) && "notification" in item ? (item["payload"] ?? null) : item;
}
