import { isObject, type JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { agoText, avaxText } from "./amount.ts";
import { pollingBlocks } from "./block-source.ts";
import { blockTable } from "./block-table.ts";
import { healthCard } from "./health-card.ts";
import { modeNote, NodeReader } from "./node-reader.ts";
import { streamedBlocks } from "./streamed-blocks.ts";

const refreshMs = 5_000;

/** The status of a node and its chain, updated while visible. */
export function statusPage(node: string): {
  readonly node: HTMLElement;
  readonly start: () => () => void;
} {
  const reader = new NodeReader(node);
  const network = figure("Network");
  const height = figure("Height");
  const validators = figure("Validators");
  const mempool = figure("Mempool");
  const mode = figure("Mode");
  const health = healthCard();
  const blocks = blockTable();
  const trouble = h("p", { class: "trouble", role: "status", hidden: true });
  const page = h(
    "section",
    { class: "status", id: "status", tabindex: -1, "aria-labelledby": "status-title" },
    h(
      "header",
      {},
      h("h1", { id: "status-title" }, "Status"),
      h(
        "p",
        { class: "lead" },
        `What ${node.replace(/^https?:\/\//, "")} says of itself and its P-chain.`,
      ),
      trouble,
    ),
    h(
      "div",
      { class: "figures" },
      network.node,
      mode.node,
      height.node,
      validators.node,
      mempool.node,
    ),
    h("div", { class: "status-columns" }, blocks.node, health.node),
  );

  const readNetwork = () =>
    network.fill(async () => {
      const [{ networkName }, { networkID }, version] = await Promise.all([
        reader.call("/ext/info", "info.getNetworkName"),
        reader.call("/ext/info", "info.getNetworkID"),
        reader.call("/ext/info", "info.getNodeVersion"),
      ]);
      return [String(networkName), `network ID ${networkID} · ${version["version"]}`];
    });
  const readValidators = () =>
    validators.fill(async () => {
      const [{ validators: list }, { stake }] = await Promise.all([
        reader.call("/ext/bc/P", "platform.getCurrentValidators"),
        reader.call("/ext/bc/P", "platform.getTotalStake"),
      ]);
      const all = Array.isArray(list) ? list.filter(isObject) : [];
      const connected = all.filter((each) => each["connected"] === true).length;
      const staked = typeof stake === "string" ? `${avaxText(BigInt(stake))} staked` : "";
      return [all.length.toLocaleString("en"), `${connected} connected · ${staked}`];
    });
  const readMempool = () =>
    mempool.fill(async () => {
      const count = await reader.mempoolCount();
      if (count === undefined) return ["–", "this node keeps no count"];
      return [count.toLocaleString("en"), count === 1 ? "transaction waits" : "transactions wait"];
    });
  const readMode = () =>
    mode.fill(async () => {
      const now = await reader.mode();
      return [now.mode, modeNote(now)];
    });
  const readHealth = () =>
    health.fill((): Promise<JsonObject> => reader.call("/ext/health", "health.health"));

  let lastHeight = 0n;
  const readHeight = () =>
    height.fill(async () => {
      const { timestamp } = await reader.call("/ext/bc/P", "platform.getTimestamp");
      const seconds = (Date.now() - Date.parse(String(timestamp))) / 1_000;
      return [lastHeight.toLocaleString("en"), `chain time ${agoText(seconds)}`];
    });
  const onHeight = (now: bigint): void => {
    lastHeight = now;
    void readHeight();
    void blocks.show(now, (each) => reader.block(each));
    void readValidators();
    void readMempool();
  };

  return {
    node: page,
    start: () => {
      void readNetwork();
      void readHealth();
      void readMode();
      const timer = setInterval(() => {
        if (document.hidden) return;
        void readHealth();
        void readMode();
        void readMempool();
        void readHeight();
        blocks.tick();
      }, refreshMs);
      const polled = pollingBlocks(() => reader.height());
      const stopBlocks = streamedBlocks(node, polled).start({
        onHeight,
        onReverted: blocks.forget,
        onPending: () => void readMempool(),
        onTrouble: (reason) => {
          trouble.hidden = reason === undefined;
          trouble.textContent = `New blocks are not available: ${reason}. The page shows the last known ones.`;
        },
      });
      return () => {
        clearInterval(timer);
        stopBlocks();
      };
    },
  };
}

/** A number with a label above and a note below. */
function figure(title: string): {
  readonly node: HTMLElement;
  readonly fill: (read: () => Promise<readonly [string, string]>) => Promise<void>;
} {
  const value = h("p", { class: "figure-value" }, "…");
  const note = h("p", { class: "figure-note" });
  return {
    node: h("div", { class: "card figure-card" }, h("h2", {}, title), value, note),
    fill: async (read) => {
      try {
        [value.textContent, note.textContent] = await read();
      } catch (error) {
        value.textContent = "–";
        note.textContent = (error as Error).message;
      }
    },
  };
}
