import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { webhookBody } from "../../data-api/webhooks/definition.ts";
import { isOfStore } from "../../store/store-condition.ts";
import { WatchStore } from "../../store/watch-store.ts";
import { SealedByOther } from "../../watches/keys.ts";
import { Watches } from "../../watches/watches.ts";
import type { OpenChain } from "../chain/open-chain.ts";
import type { Log } from "../logging/log.ts";
import type { Mode } from "../mode/decide-mode.ts";
import { type NodeConfig, StartError } from "../node-config.ts";
import { versions } from "../version.ts";
import { sealingKey } from "./sealing-key.ts";

type Parts = {
  readonly config: Pick<NodeConfig, "watches" | "database">;
  readonly opened: OpenChain;
  readonly mode: Mode;
  readonly log: Log;
};

/** Opens the watches of a chain, beside its store; in memory if that is, too. Throws StartError. */
export function openWatches({ config, opened, mode, log }: Parts): Watches {
  const { store, context } = opened;
  const { blocks, blockTimes, validators, txs, eventQueries: ledgerQueries } = store;
  const { avaxAssetID, network } = context;
  const isKept = opened.file !== ":memory:" && !config.database.readOnly;
  const folder = dirname(opened.file);
  const path = isKept ? join(folder, "watches.sqlite") : ":memory:";
  const watchStore = openStore(path);
  let key: Uint8Array | undefined;
  try {
    return new Watches({
      store: watchStore,
      sealingKey: () => {
        key ??= isKept
          ? sealingKey(join(folder, "watches.key"), watchStore.keys().length > 0)
          : randomBytes(32);
        return key;
      },
      source: {
        ...{ blocks, blockTimes, validators },
        validatorFees: network.validatorFees,
        ledger: { ledgerQueries, txs, avaxAssetID, hrp: network.hrp },
      },
      onRows: (listener) => store.ledger.onChanges(listener),
      isHeld: () => store.snapshots.count > 0,
      canUndo: mode === "dev",
      allowsPrivateTargets: config.watches.allowsPrivateTargets,
      userAgent: versions.application,
      dataBody: webhookBody,
      nowMs: Date.now,
      onError: (err) => {
        store.condition.note(err);
        log.error({ err }, "watches could not go on; the next block continues");
      },
    });
  } catch (error) {
    watchStore.close();
    if (isOfStore(error)) throw unreadable(path, error);
    if (!(error instanceof SealedByOther)) throw error;
    throw new StartError(`${error.message}: restore watches.key in ${folder}`, { cause: error });
  }
}

function openStore(path: string): WatchStore {
  try {
    return new WatchStore(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Without it, the error would be taken for one of the chain's file. */
function unreadable(path: string, cause: unknown): StartError {
  const reason = (cause as Error).message;
  return new StartError(
    `couldn't read ${path}: ${reason}. Restore it, or delete it with its watches.`,
    {
      cause,
    },
  );
}
