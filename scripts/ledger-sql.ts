import { writeFileSync } from "node:fs";
import { copyHistory } from "../test/support/copying/copied-history.ts";
import { TestPostgres } from "../test/support/postgres.ts";
import { ledgerSqlPage } from "./ledger-sql/page.ts";

/** Writes the reference page of the ledger in PostgreSQL, with the answers of a server of its own. */
const server = await TestPostgres.start();
try {
  const url = server.url(await server.newDatabase());
  await copyHistory("small", url);
  const page = new URL("../docs/ledger-sql.md", import.meta.url);
  writeFileSync(page, await ledgerSqlPage(url));
} finally {
  await server.remove();
}
