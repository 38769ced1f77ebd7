import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configuredNetwork } from "../../node/chain/configured-network.ts";
import { genesisTime, type OpenChain, openChain } from "../../node/chain/open-chain.ts";
import { needsHealing } from "../../node/chain/outdated-schedule.ts";
import { machineClock } from "../../node/clock.ts";
import { creditAccounts } from "../../node/dev/credit-accounts.ts";
import { DevSettings } from "../../node/dev/dev-settings.ts";
import { withGas } from "../../node/dev/gas.ts";
import { recordedMode } from "../../node/mode/recorded-mode.ts";
import { type NodeConfig, StartError } from "../../node/node-config.ts";
import { compareTables } from "../../store/compare-tables.ts";
import { differingPages } from "../../store/differing-pages.ts";
import { lostLog } from "../../store/open-mark.ts";
import { refusalOf } from "../../store/refusal-of.ts";
import { inUseError } from "../../store/sqlite.ts";
import { type FoundFiles, findFiles } from "../../store/store-files.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import type { Command, Terminal } from "../command.ts";
import { Interrupted, interruptible, type Pause } from "../interruption.ts";
import { readSettings } from "../settings.ts";
import { executeAgain, rulesOf } from "./execute-again.ts";
import { existingStore } from "./existing-store.ts";

const shownMax = 20;

/** Prints what is broken in the store of a stopped node. */
export const verify: Command = async (args, terminal) => {
  const settings = await readSettings(args, terminal);
  if ("exitCode" in settings) return settings.exitCode;
  const { config } = settings;
  const faults = new Faults(terminal);
  try {
    const path = existingStore(config, configuredNetwork(config).name);
    const inUse = inUseError(path);
    if (inUse !== undefined) throw refusalOf(inUse, path);
    const files = verifyFiles(path, faults);
    const isCompared = await interruptible((pause) =>
      verifyContent(config, { path, files, pause }, faults, terminal),
    );
    if (!isCompared) {
      terminal.out(
        "the state is not compared with the blocks, because calls of the dev API changed it outside of blocks\n",
      );
    }
  } catch (error) {
    if (error instanceof Interrupted) return error.exitCode;
    const isRefusal = error instanceof StartError || error instanceof StoreRefused;
    if (isRefusal && faults.count === 0) {
      terminal.err(`${error.message}\n`);
      return 1;
    }
    faults.add(isRefusal ? error.message : `cannot be read: ${error}`);
  }
  const { count } = faults;
  terminal.out(count === 0 ? "all is well\n" : `${count} ${count === 1 ? "fault" : "faults"}\n`);
  return faults.count === 0 ? 0 : 1;
};

class Faults {
  readonly #terminal: Terminal;
  count = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  add(fault: string): void {
    this.count += 1;
    if (this.count <= shownMax) this.#terminal.err(`${fault}\n`);
  }
}

function verifyFiles(path: string, faults: Faults): FoundFiles {
  const files = findFiles(path);
  if (files.damage !== undefined) faults.add(files.damage);
  for (const page of differingPages(path).pages)
    faults.add(`page ${page} does not match its checksum`);
  return files;
}

/** Returns whether the state was compared with the one that follows from the blocks. */
async function verifyContent(
  config: NodeConfig,
  {
    path,
    files,
    pause,
  }: { readonly path: string; readonly files: FoundFiles; readonly pause: Pause },
  faults: Faults,
  terminal: Terminal,
): Promise<boolean> {
  const network = configuredNetwork(config);
  const now = machineClock.nowNanos() / 1_000_000_000n;
  const database = { ...config.database, readOnly: true, unchecked: true };
  const found = await openChain({ ...config, database, anySchedule: true }, network, now);
  if (!found.store.history.isComplete) {
    await found.close();
    throw new StartError(
      "the history of the snapshot that the store was started from is not complete yet: let the node follow its network until it is",
    );
  }
  const directory = await mkdtemp(join(tmpdir(), "couloir-verify-"));
  try {
    const lost = lostLog(files, found.store.database(), path);
    if (lost !== undefined) faults.add(lost);
    const rows = found.store.database().pragma("integrity_check(20)") as object[];
    for (const problem of rows.flatMap(Object.values)) {
      if (problem !== "ok") faults.add(`structure: ${problem}`);
    }
    if (found.outdated !== undefined) {
      faults.add(needsHealing(found.outdated));
      return true;
    }
    const fresh = { directory, inMemory: false, readOnly: false };
    const again = await openChain(
      { ...config, ...rulesOf(found.store.metadata), database: fresh },
      network,
      genesisTime(found.store),
      found.store.ledger.isFilled ? true : undefined,
    );
    try {
      return await verifyState({ found, again, config, pause }, faults, terminal);
    } finally {
      await again.close();
    }
  } finally {
    await found.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Compares the state with the one that results from the genesis, the accounts of a dev node, and the blocks. Returns false
 * if the dev API changed the state outside of blocks.
 */
async function verifyState(
  {
    found,
    again,
    config,
    pause,
  }: {
    readonly found: OpenChain;
    readonly again: OpenChain;
    readonly config: NodeConfig;
    readonly pause: Pause;
  },
  faults: Faults,
  terminal: Terminal,
): Promise<boolean> {
  const settings = new DevSettings(found.store.metadata);
  if (settings.hasFundings) return false;
  if (settings.areAccountsCredited) {
    creditAccounts(again, new DevSettings(again.store.metadata), config.local);
  }
  const isOwn = recordedMode(found.store) === "dev";
  const chain = isOwn ? withGas(found, config).opened : found;
  const { height: last } = found.store.blocks.lastAccepted();
  const problem = await executeAgain({
    ...{ found: chain, again, last, pause, terminal },
    allowsEmptyBlocks: isOwn,
  });
  if (problem !== undefined) {
    faults.add(problem);
    return true;
  }
  terminal.out(`executed ${last} blocks\n`);
  compare(found, again, faults);
  sayRemoved(found, again, terminal);
  return true;
}

function compare(found: OpenChain, again: OpenChain, faults: Faults): void {
  const hasLedger = again.store.ledger.isOn;
  const ledgerFrom = found.store.ledger.local.from;
  const compared = { hasLedger, ledgerFrom };
  for (const each of compareTables(found.store.database(), again.store.database(), compared)) {
    if ("unreadable" in each) faults.add(`table ${each.table}: ${each.unreadable}`);
    else {
      const { table, surplus, missing, example } = each;
      faults.add(
        `table ${table}: ${surplus} rows do not follow from the blocks, ${missing} are missing, such as ${example}`,
      );
    }
  }
}

/** Old rows of the ledger are compared in the database that has them. */
function sayRemoved(found: OpenChain, again: OpenChain, terminal: Terminal): void {
  const { from } = found.store.ledger.local;
  if (from === 0 || !again.store.ledger.isOn) return;
  terminal.out(
    `the ledger's rows of heights 0 to ${from - 1} are not compared, because they were removed from this store (--ledger-keep-blocks): couloir ledger verify --db-url compares those in the database\n`,
  );
}
