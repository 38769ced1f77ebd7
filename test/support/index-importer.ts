import { createReadStream } from "node:fs";
import { importContainers } from "../../src/indexer/import-containers.ts";
import { ContainerImport } from "../../src/store/container-import.ts";
import { openIndices, unknownChains } from "./containers.ts";

// Imports a file in small transactions and says after each how much is safe; a test kills it.
const [database, file] = process.argv.slice(2) as [string, string];
const indices = openIndices(database);
const log = indices.indexer.logs["P/block"];
const target = new ContainerImport(indices.database, indices.indexer.logs, {
  transactionBytes: 64 * 1024,
});
await importContainers(createReadStream(file), target, unknownChains, () => {
  if (!indices.database.inTransaction) process.stdout.write(`${log.count()}\n`);
});
process.stdout.write(`${log.count()}\n`);
indices.close();
