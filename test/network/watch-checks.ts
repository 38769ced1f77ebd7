import assert from "node:assert/strict";
import type { JsonValue } from "../../src/formats/json.ts";
import type { WatchEvent } from "../../src/generated/events.ts";
import { ask } from "../e2e/rpc.ts";
import { openTarget, type Received, type Target } from "../support/watches/target.ts";
import { beaconsOf, Couloir } from "./couloir.ts";
import type { Scene } from "./join-checks.ts";
import type { Check } from "./peer-checks.ts";
import { delegate, payOnce, until } from "./traffic.ts";

const payments = 10;
const delegationSeconds = 172_800n;
const offlineSeconds = 5;

/** A follower delivers what its validators accept, and what it observes of them. */
export function watchChecks({ validators, wallet }: Scene): readonly Check[] {
  const { all, network } = validators;
  const urls = all.map(({ url }) => url);
  const staker = all[1]!;
  const last = all.at(-1)!;
  let couloir: Couloir;
  let target: Target;
  const paid: string[] = [];
  const pay = async (count: number) => {
    for (let i = 0; i < count; i++) paid.push(await payOnce(wallet()));
  };
  const activity = () => eventsOf(target.received, "activity");

  return [
    {
      name: "a watch of a follower reports each payment once and in order",
      needsBlocks: true,
      run: async () => {
        couloir = await Couloir.join(network, beaconsOf(all), ["--watch-allow-private-targets"]);
        await couloir.untilBootstrapped();
        await couloir.catchesUp(urls);
        target = await openTarget();
        for (const rule of [
          { kind: "addressActivity", addresses: [wallet().address] },
          { kind: "staking", nodeID: staker.nodeID, events: ["delegationAdded"] },
          { kind: "offline", nodeID: last.nodeID, seconds: offlineSeconds },
        ]) {
          await watch(couloir, rule, target.url);
        }
        await pay(payments);
        await until(
          () => activity().length >= payments,
          () => `${activity().length} of ${payments} payments: ${couloir.lastLog()}`,
        );
        assert.deepEqual(txIDsOf(activity()), paid);
        return `${payments} payments`;
      },
    },
    {
      name: "payments while it is killed are reported when it is back",
      needsBlocks: true,
      run: async () => {
        await pay(2);
        await couloir.process.stop("SIGKILL");
        await pay(payments);
        await couloir.process.start();
        await until(
          () => new Set(txIDsOf(activity())).size >= paid.length,
          () => `${activity().length} of ${paid.length} payments: ${couloir.lastLog()}`,
        );
        const repeated = withoutRepetition(target.received);
        assert.deepEqual(txIDsOf(eventsOf(repeated, "activity")), paid);
        return `${payments + 2} payments; ${target.received.length - repeated.length} deliveries repeated`;
      },
    },
    {
      name: "a delegation is reported with its transaction",
      needsBlocks: true,
      run: async () => {
        const txID = await delegate(wallet(), staker.nodeID, delegationSeconds);
        const added = await untilEvent(target, "delegationAdded", couloir);
        assert.equal(added.stakingTxID, txID);
        assert.equal(added.nodeID, staker.nodeID);
        return txID;
      },
    },
    {
      name: "a validator that is killed is reported as offline, once",
      run: async () => {
        await couloir.untilBootstrapped();
        const killedMs = Date.now();
        await validators.end(last);
        const { nodeID, offlineSince } = await untilEvent(target, "offline", couloir);
        const tookMs = Date.now() - killedMs;
        await validators.restart(last);
        assert.equal(nodeID, last.nodeID);
        assert.ok(Date.parse(offlineSince!) >= killedMs);
        assert.equal(eventsOf(target.received, "offline").length, 1);
        await couloir.process.stop();
        await target.close();
        return `after ${tookMs} ms, of which ${offlineSeconds * 1000} are the rule's`;
      },
    },
  ];
}

async function watch({ url }: Couloir, rule: JsonValue, target: string): Promise<void> {
  await ask(url, "/ext/watch", "watch.create", { rule, target: { url: target } });
}

async function untilEvent(
  target: Target,
  kind: WatchEvent["kind"],
  couloir: Couloir,
): Promise<WatchEvent> {
  await until(
    () => eventsOf(target.received, kind).length > 0,
    () => `no event ${kind}: ${couloir.lastLog()}`,
  );
  return eventsOf(target.received, kind)[0]!;
}

/** At least once means that a delivery may come again, with the same ID. */
function withoutRepetition(received: readonly Received[]): readonly Received[] {
  return [...new Map(received.map((one) => [one.id, one])).values()];
}

function eventsOf(received: readonly Received[], kind: WatchEvent["kind"]): readonly WatchEvent[] {
  return received.flatMap(({ event }) => ("kind" in event && event.kind === kind ? [event] : []));
}

const txIDsOf = (events: readonly WatchEvent[]) => events.map(({ txID }) => txID!);
