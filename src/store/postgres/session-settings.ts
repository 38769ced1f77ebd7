import type pg from "pg";

/** The forms in which values are sent and read, which a role or a database may have changed. */
const forms = ["bytea_output=hex", "extra_float_digits=1", "standard_conforming_strings=on"];

/**
 * A pool whose sessions have settings, whatever their role, database and URL say. They are set after connecting, because a
 * URL may have `options` of its own, and PgBouncer refuses those of a connection.
 */
export function withSettings(settings: readonly string[], timeoutMs: number): pg.PoolConfig {
  const set: pg.QueryConfig & { readonly query_timeout: number } = {
    text: [...forms, ...settings].map((setting) => `SET ${setting}`).join(";"),
    query_timeout: timeoutMs,
  };
  return { onConnect: (client) => client.query(set) };
}
