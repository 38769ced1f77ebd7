import { Archiver } from "../../src/indexer/archiver.ts";
import { Archive } from "../../src/store/postgres/archive.ts";
import { openIndices } from "./containers.ts";

// Moves an index to an archive and says after each row that is gone how far it is; a test kills it.
const [database, url, storeID] = process.argv.slice(2) as [string, string, string];
const { database: sqlite, indexer } = openIndices(database);
const archive = Archive.at(url, { storeID, network: "local", hasArchived: false });
const archiver = new Archiver({
  database: sqlite,
  logs: indexer.logs,
  archive,
  acceptedHeight: () => 0n,
  tailContainers: 3,
  batchContainers: 40,
});
process.stdout.write("begun\n");
await archiver.moveAll();
process.stdout.write("done\n");
process.exit(0);
