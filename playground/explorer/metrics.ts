/** How a node gets its blocks. */
export type NodeMode = {
  /** `dev`, `follow` or `offline`; `unknown` if the node does not report it. */
  readonly mode: string;
  /** These are undefined unless the mode is `follow`. */
  readonly phase: string | undefined;
  /** How far the snapshot is verified that the node started from; undefined without one. */
  readonly snapshot?: string | undefined;
  readonly height: number | undefined;
  readonly networkHeight: number | undefined;
  readonly blocksPerSecond: number | undefined;
  readonly peers: number | undefined;
  /** The chains that are followed beside the P-chain. */
  readonly storedChains: readonly StoredChain[];
  /** Vertices of the X-chain's DAG so far; undefined unless they are being fetched. */
  readonly dagVertices: number | undefined;
  /** Blocks whose rows the ledger still lacks, and how fast they are filled; undefined if it was complete at the start. */
  readonly ledgerMissing?: number | undefined;
  readonly ledgerPerSecond?: number | undefined;
  /** Whether they cannot be filled; the check `ledger` says why. */
  readonly isLedgerStopped?: boolean | undefined;
};

export type StoredChain = {
  readonly chain: string;
  readonly height: number;
  readonly networkHeight: number | undefined;
  /** Whether every block up to the network's tip is stored. */
  readonly isBootstrapped: boolean;
};

/** Reads the mode from a node's metrics. */
export function readMode(text: string): NodeMode {
  const [, mode = "unknown"] = /^couloir_mode\{mode="(\w+)"\} 1$/m.exec(text) ?? [];
  const [, phase] = /^couloir_follow_phase\{phase="(\w+)"\} 1$/m.exec(text) ?? [];
  const [, snapshot] = /^couloir_snapshot_state\{state="(\w+)"\} 1$/m.exec(text) ?? [];
  const ledgerMissing = gauge(text, "couloir_ledger_missing_blocks");
  return {
    mode,
    ...(ledgerMissing !== undefined && {
      ledgerMissing,
      ledgerPerSecond: gauge(text, "couloir_ledger_filled_per_second"),
      isLedgerStopped: gauge(text, "couloir_ledger_filling_stopped") === 1,
    }),
    phase,
    snapshot,
    height: gauge(text, "couloir_follow_height"),
    networkHeight: gauge(text, "couloir_follow_network_height"),
    blocksPerSecond: gauge(text, "couloir_follow_executed_per_second"),
    peers: gauge(text, "couloir_follow_peers"),
    storedChains: ["X", "C"].flatMap((chain) => storedChain(text, chain) ?? []),
    dagVertices:
      gauge(text, "couloir_stored_chain_dag_complete") === 0
        ? gauge(text, "couloir_stored_chain_dag_vertices")
        : undefined,
  };
}

function storedChain(text: string, chain: string): StoredChain | undefined {
  const own = text.split("\n").filter((line) => line.includes(`{chain="${chain}"}`));
  const read = (name: string) => gauge(own.join("\n"), `couloir_stored_chain_${name}`);
  const height = read("height");
  if (height === undefined) return undefined;
  const isBootstrapped = read("bootstrapped") === 1;
  return { chain, height, networkHeight: read("network_height"), isBootstrapped };
}

/** `bootstrapping, 24 peers` */
export function modeNote(now: NodeMode): string {
  const { ledgerMissing = 0, ledgerPerSecond = 0 } = now;
  const source = [sourceNote(now), ...now.storedChains.map(chainNote), ...dagNote(now)].join("; ");
  if (ledgerMissing === 0) return source;
  const pace =
    now.isLedgerStopped === true
      ? "filling stopped (see the check ledger)"
      : `${Math.round(ledgerPerSecond).toLocaleString("en")}/s`;
  const filling = `ledger lacks ${ledgerMissing.toLocaleString("en")} blocks, ${pace}`;
  return source === "" ? filling : `${source}; ${filling}`;
}

/** `C at block 1,200 of 25,000`; at the tip its height alone. */
function chainNote({ chain, height, networkHeight, isBootstrapped }: StoredChain): string {
  const block = `${chain} at block ${height.toLocaleString("en")}`;
  if (isBootstrapped || networkHeight === undefined) return block;
  return `${block} of ${networkHeight.toLocaleString("en")}`;
}

function dagNote({ dagVertices }: NodeMode): readonly string[] {
  return dagVertices === undefined
    ? []
    : [`DAG of X: ${dagVertices.toLocaleString("en")} vertices`];
}

function sourceNote({ mode, phase, snapshot, peers }: NodeMode): string {
  if (mode === "dev") return "builds its own blocks";
  if (mode === "offline") return "answers from its stored chain";
  if (phase === undefined) return "";
  return [
    phase,
    ...(snapshot === undefined || snapshot === "complete"
      ? []
      : [`state from a snapshot: ${snapshot}`]),
    ...(peers === undefined ? [] : [`${peers.toLocaleString("en")} peers`]),
  ].join(", ");
}

export type Progress = {
  readonly share: number;
  /** `block 1,200 of 25,000` */
  readonly words: string;
  /** `300 blocks/s, 2 minutes left` */
  readonly pace: string;
};

/** How far a follower is, or undefined if the node follows nothing or does not know its network's height yet. */
export function progressOf(mode: NodeMode, spanText: (seconds: number) => string) {
  const { phase, height, networkHeight, blocksPerSecond = 0 } = mode;
  if (phase === undefined || height === undefined || !networkHeight) return undefined;
  const count = (value: number) => value.toLocaleString("en");
  const left = Math.max(0, networkHeight - height);
  const pace =
    left === 0
      ? "at the tip of the network"
      : phase === "halted" || phase === "outdated"
        ? `${phase === "outdated" ? "outdated: update Couloir" : "stopped"}, ${count(left)} blocks left`
        : blocksPerSecond >= 1
          ? `${count(Math.round(blocksPerSecond))} blocks/s, ${spanText(left / blocksPerSecond)} left`
          : `${count(left)} blocks left`;
  return {
    share: Math.min(1, height / networkHeight),
    words: `block ${count(height)} of ${count(Math.max(height, networkHeight))}`,
    pace,
  } satisfies Progress;
}

/** The value of a gauge in Prometheus' text form: the sum over its labels. */
export function gauge(text: string, name: string): number | undefined {
  const lines = text.split("\n").filter((line) => line.startsWith(name));
  const values = lines
    .filter((line) => line[name.length] === "{" || line[name.length] === " ")
    .map((line) => Number(line.slice(line.lastIndexOf(" "))));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
