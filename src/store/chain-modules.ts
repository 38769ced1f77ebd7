import { atomicUtxoTables } from "./atomic-utxos.ts";
import { blockTimeTables } from "./block-times.ts";
import { blockTables } from "./blocks.ts";
import { chainTables } from "./chains.ts";
import { l1ValidatorTables } from "./l1-validators.ts";
import { ledgerOutboxTables } from "./ledger/outbox.ts";
import { ledgerTables } from "./ledger/tables.ts";
import { metadataTables } from "./metadata.ts";
import type { TableModule } from "./migrations.ts";
import { observatoryTables } from "./observatory/observatory.ts";
import { ownedUtxoTables } from "./owned-utxos.ts";
import { readerJournalTables } from "./reader-journal.ts";
import { stakedOutputTables } from "./staked-outputs.ts";
import { stakerTables } from "./stakers.ts";
import { submittedTxTables } from "./submitted-txs.ts";
import { subnetTables } from "./subnets.ts";
import { tipTables } from "./tip.ts";
import { txTables } from "./txs.ts";
import { uptimeTables } from "./uptimes.ts";
import { utxoTables } from "./utxos.ts";
import { validatorRefTables } from "./validator-refs.ts";
import { validatorSetTables } from "./validator-sets.ts";

/** The tables of a chain's store, in the order in which they refer to each other. */
export const chainModules: readonly TableModule[] = [
  metadataTables,
  blockTables,
  txTables,
  blockTimeTables,
  utxoTables,
  ownedUtxoTables,
  atomicUtxoTables,
  stakerTables,
  stakedOutputTables,
  uptimeTables,
  l1ValidatorTables,
  subnetTables,
  chainTables,
  validatorRefTables,
  validatorSetTables,
  tipTables,
  submittedTxTables,
  readerJournalTables,
  ledgerTables,
  ledgerOutboxTables,
  observatoryTables,
];
