import { expect, it } from "vitest";
import { killCopying } from "../../../support/copying/kill-copying.ts";
import { missingPostgres } from "../../../support/postgres.ts";

const missing = missingPostgres();
const kills = Number(process.env["COULOIR_STORE_KILLS"] ?? 3);

// npm run torture:ledger does it more often, on a longer chain.
it.skipIf(missing !== undefined)(
  "loses and doubles no row when the node or PostgreSQL is killed while the ledger is copied",
  async () => {
    const { nodeKills, serverKills, completions } = await killCopying("small", kills, 200);
    expect(nodeKills + serverKills).toBe(kills);
    expect(completions).toBeGreaterThan(0);
  },
  300_000,
);
