import type { SchemaMap } from "../contract/schema.ts";
import type { JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { agoText, avaxText } from "./amount.ts";
import { blockList } from "./block-list.ts";
import { pollingBlocks } from "./block-source.ts";
import { chartCard } from "./chart.ts";
import { gasPriceChart, intervalChart, type PriceSample, stakeChart } from "./charts.ts";
import { figure } from "./figure.ts";
import { healthCard } from "./health-card.ts";
import { inTurn } from "./in-turn.ts";
import { modeNote } from "./metrics.ts";
import type { NodeReader } from "./node-reader.ts";
import { openField } from "./open-field.ts";
import { progressCard } from "./progress-card.ts";
import { streamedBlocks } from "./streamed-blocks.ts";
import { validatorList, weightOf } from "./validator-list.ts";

const refreshMs = 5_000;
const samplesMax = 720;

/** The status of a node and its chain, updated while visible. */
export function statusPage(
  node: string,
  reader: NodeReader,
  schemas: () => SchemaMap,
): { readonly node: HTMLElement; readonly start: () => () => void } {
  const parts = {
    network: figure("Network"),
    mode: figure("Mode"),
    height: figure("Height"),
    validators: figure("Validators"),
    mempool: figure("Mempool"),
    progress: progressCard(),
    price: chartCard("Gas price"),
    interval: chartCard("Block interval"),
    stake: chartCard("Stake distribution"),
    blocks: blockList(reader, schemas),
    validatorList: validatorList(() => reader.clock.now()),
    health: healthCard(),
  };
  const trouble = h("p", { class: "trouble", role: "status", hidden: true });
  const update = updates(parts, reader);
  return {
    node: layout(node, parts, trouble, openField(reader)),
    start: () => {
      update.onStart();
      // While another page was shown, they may have been reverted.
      parts.blocks.forget();
      const timer = setInterval(() => {
        if (!document.hidden) update.onTick();
      }, refreshMs);
      const polled = pollingBlocks(() => reader.height());
      const stopBlocks = streamedBlocks(node, polled).start({
        onHeight: update.onHeight,
        onReverted: parts.blocks.forget,
        onPending: update.readMempool,
        onTrouble: (reason) => {
          // The node may have started again, as another one.
          if (reason === undefined && !trouble.hidden) update.onStart();
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

type Parts = {
  readonly [Name in "network" | "mode" | "height" | "validators" | "mempool"]: ReturnType<
    typeof figure
  >;
} & {
  readonly [Name in "price" | "interval" | "stake"]: ReturnType<typeof chartCard>;
} & {
  readonly progress: ReturnType<typeof progressCard>;
  readonly blocks: ReturnType<typeof blockList>;
  readonly validatorList: ReturnType<typeof validatorList>;
  readonly health: ReturnType<typeof healthCard>;
};

function layout(node: string, parts: Parts, trouble: HTMLElement, open: HTMLElement): HTMLElement {
  const { network, mode, height, validators, mempool, price, interval, stake } = parts;
  const nodes = (all: readonly { readonly node: HTMLElement }[]) => all.map((each) => each.node);
  return h(
    "section",
    { class: "explorer", id: "status", tabindex: -1, "aria-labelledby": "status-title" },
    h(
      "header",
      { class: "status-head" },
      h(
        "div",
        {},
        h("h1", { id: "status-title" }, "Status"),
        h(
          "p",
          { class: "lead" },
          `The P-chain as ${node.replace(/^https?:\/\//, "")} sees it. `,
          h("a", { href: "#totals" }, "Totals over time"),
        ),
      ),
      open,
    ),
    trouble,
    parts.progress.node,
    h("div", { class: "figures" }, ...nodes([network, mode, height, validators, mempool])),
    h("div", { class: "charts" }, ...nodes([price, interval, stake])),
    h(
      "div",
      { class: "status-columns" },
      parts.blocks.node,
      h("div", { class: "status-column" }, ...nodes([parts.validatorList, parts.health])),
    ),
  );
}

/** What is read at the start, with each block, and every few seconds. */
function updates(parts: Parts, reader: NodeReader) {
  const samples: PriceSample[] = [];
  let lastHeight = 0n;
  const readPrice = inTurn(async () => {
    try {
      samples.push({ time: Date.now() / 1_000, price: await reader.gasPrice() });
      samples.splice(0, samples.length - samplesMax);
      parts.price.show(gasPriceChart(samples));
    } catch (error) {
      parts.price.fail((error as Error).message);
    }
  });
  const readNetwork = inTurn(() =>
    parts.network.fill(async () => {
      const [{ networkName }, { networkID }, version] = await Promise.all([
        reader.call("/ext/info", "info.getNetworkName"),
        reader.call("/ext/info", "info.getNetworkID"),
        reader.call("/ext/info", "info.getNodeVersion"),
      ]);
      return [String(networkName), `network ID ${networkID}\n${version["version"]}`];
    }),
  );
  const readValidators = inTurn(async () => {
    try {
      const [all] = await Promise.all([reader.validators(), reader.now()]);
      parts.validatorList.show(all);
      parts.stake.show(stakeChart(all.map(weightOf)));
      const connected = all.filter((each) => each["connected"] === true).length;
      const stake = all.reduce((sum, each) => sum + weightOf(each), 0n);
      const note = `${connected} connected\n${avaxText(stake)} staked`;
      await parts.validators.fill(async () => [all.length.toLocaleString("en"), note]);
    } catch (error) {
      const { message } = error as Error;
      parts.validatorList.fail(message);
      parts.stake.fail(message);
      await parts.validators.fill(() => Promise.reject(error));
    }
  });
  const readMempool = inTurn(() =>
    parts.mempool.fill(async () => {
      const count = await reader.mempoolCount();
      if (count === undefined) return ["–", "this node keeps no count"];
      return [count.toLocaleString("en"), count === 1 ? "transaction waits" : "transactions wait"];
    }),
  );
  const readMode = inTurn(() =>
    parts.mode.fill(async () => {
      const now = await reader.mode();
      parts.progress.show(now);
      parts.blocks.tick();
      return [now.mode, modeNote(now)];
    }),
  );
  const readHealth = inTurn(() =>
    parts.health.fill((): Promise<JsonObject> => reader.call("/ext/health", "health.health")),
  );
  const readHeight = inTurn(() =>
    parts.height.fill(async () => {
      const [{ timestamp }, now] = await Promise.all([
        reader.call("/ext/bc/P", "platform.getTimestamp"),
        reader.now(),
      ]);
      const seconds = now - Date.parse(String(timestamp)) / 1_000;
      return [lastHeight.toLocaleString("en"), `chain time ${agoText(seconds)}`];
    }),
  );
  const readBlocks = inTurn(async () => {
    parts.interval.show(intervalChart(await parts.blocks.show(lastHeight)));
  });
  const all = (reads: readonly (() => void)[]): void => {
    for (const read of reads) read();
  };
  return {
    readMempool,
    onStart: () => all([readNetwork, readHealth, readMode]),
    onTick: () => {
      parts.blocks.tick();
      all([readHealth, readMode, readMempool, readHeight, readPrice]);
    },
    onHeight: (now: bigint) => {
      lastHeight = now;
      all([readHeight, readBlocks, readValidators, readMempool, readPrice]);
    },
  };
}
