import { formatTime, formatTimeMillis } from "../formats/time.ts";
import type { LiveWatch } from "./live-watch.ts";
import type { ObservedRuleKind } from "./matcher.ts";
import type { RuleOf, WatchRule } from "./rule.ts";
import type { WatchEventDetails } from "./watch-event.ts";

/** What the node sees of the network at a moment. Nothing of it is in a block. */
export type NetworkView = {
  /** Unix milliseconds by the clock of the machine. */
  readonly nowMs: number;
  /** Whether the node follows its network, so that not being connected says something. */
  readonly isFollowing: boolean;
  /** Why following halted; undefined while it has not. */
  readonly haltReason: string | undefined;
  /** The next upgrade that the schedule of this node or most of the stake names, in Unix seconds. */
  readonly nextUpgrade: { readonly time: bigint; readonly name: string | undefined } | undefined;
  /** Undefined for a node that does not validate the primary network. */
  readonly validator: (nodeID: string) => ValidatorView | undefined;
};

export type ValidatorView = {
  readonly isConnected: boolean;
  /** From 0 to 1. */
  readonly uptime: number;
  /** What the node says in its handshake; undefined while it is not connected. */
  readonly peer: { readonly version: string; readonly upgradeTime: bigint } | undefined;
};

/** `reported` distinguishes what was reported last, so that it is reported once; undefined while there is nothing. */
type Finding = { readonly reported: string; readonly details: WatchEventDetails } | undefined;

type Observe<Rule> = (rule: Rule, view: NetworkView, since: Since) => Finding;

/** Since when a validator is not connected, as far as this process has seen it, in Unix milliseconds. */
type Since = (nodeID: string, isConnected: boolean) => number | undefined;

const observe: { readonly [Kind in ObservedRuleKind]: Observe<RuleOf<Kind>> } = {
  uptime: ({ nodeID, percent }, { validator }) => {
    const uptime = validator(nodeID)?.uptime;
    if (uptime === undefined || uptime * 100 >= percent) return undefined;
    const text = percentText(uptime * 100);
    const details = { nodeID, limit: String(percent), uptime: text };
    return { reported: "below", details: { kind: "uptimeBelow", ...details } };
  },
  offline: ({ nodeID, seconds }, { nowMs, isFollowing, validator }, since) => {
    const seen = isFollowing ? validator(nodeID) : undefined;
    const fromMs = since(nodeID, seen === undefined || seen.isConnected);
    if (fromMs === undefined || nowMs - fromMs < seconds * 1000) return undefined;
    const offlineSince = formatTimeMillis(fromMs);
    return {
      reported: "offline",
      details: { kind: "offline", nodeID, limit: String(seconds), offlineSince },
    };
  },
  version: ({ nodeID }, { nextUpgrade, validator }) => {
    const peer = validator(nodeID)?.peer;
    if (peer === undefined || nextUpgrade === undefined) return undefined;
    if (peer.upgradeTime >= nextUpgrade.time) return undefined;
    const details = { nodeID, version: peer.version, ...upgradeDetails(nextUpgrade) };
    return { reported: String(nextUpgrade.time), details: { kind: "versionBehind", ...details } };
  },
  upgrade: (_rule, { nextUpgrade }) =>
    nextUpgrade && {
      reported: String(nextUpgrade.time),
      details: { kind: "upgradeAnnounced", ...upgradeDetails(nextUpgrade) },
    },
  halt: (_rule, { haltReason }) =>
    haltReason === undefined
      ? undefined
      : { reported: haltReason, details: { kind: "followingHalted", reason: haltReason } },
};

function upgradeDetails({ time, name }: NonNullable<NetworkView["nextUpgrade"]>) {
  return { ...(name !== undefined && { upgrade: name }), upgradeTime: formatTime(time) };
}

const percentText = (percent: number) => String(Number(percent.toFixed(4)));

/** Evaluates the rules whose events no block contains. */
export class Observations {
  readonly #offlineSince = new Map<string, number>();

  /** What a watch reports now, if it has not reported it yet. `reported` is what it has to remember. */
  of(
    { definition, progress }: Pick<LiveWatch, "definition" | "progress">,
    view: NetworkView,
  ): { readonly reported: string | undefined; readonly details: WatchEventDetails | undefined } {
    const { rule } = definition;
    const find = observe[rule.kind as ObservedRuleKind] as Observe<WatchRule>;
    const finding = find(rule, view, (nodeID, isConnected) =>
      this.#since(nodeID, isConnected, view.nowMs),
    );
    const isNew = finding !== undefined && finding.reported !== progress.reported;
    return { reported: finding?.reported, details: isNew ? finding.details : undefined };
  }

  /** Forgets the validators that only other watches asked about: what happens to them since is not seen. */
  keepOnly(watches: readonly Pick<LiveWatch, "definition">[]): void {
    const rules = watches.map(({ definition }) => definition.rule);
    const asked = new Set(rules.flatMap((rule) => (rule.kind === "offline" ? rule.nodeID : [])));
    for (const nodeID of this.#offlineSince.keys()) {
      if (!asked.has(nodeID)) this.#offlineSince.delete(nodeID);
    }
  }

  #since(nodeID: string, isConnected: boolean, nowMs: number): number | undefined {
    if (isConnected) {
      this.#offlineSince.delete(nodeID);
      return undefined;
    }
    const since = this.#offlineSince.get(nodeID) ?? nowMs;
    this.#offlineSince.set(nodeID, since);
    return since;
  }
}
