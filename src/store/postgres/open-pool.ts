import pg from "pg";

const connectionsMax = 8;
const connectMs = 5_000;
const idleMs = 60_000;

/** The forms in which values are sent and read, which a role or a database may have changed. */
const forms = ["bytea_output=hex", "extra_float_digits=1", "standard_conforming_strings=on"];

/**
 * A pool of connections whose sessions have settings, whatever their role, database and URL say. They are set after
 * connecting, because a URL may have `options` of its own, and PgBouncer refuses those of a connection.
 */
export function openPool(
  url: string,
  settings: readonly string[],
  options: pg.PoolConfig,
): pg.Pool {
  const set: pg.QueryConfig & { readonly query_timeout: number } = {
    text: [...forms, ...settings].map((setting) => `SET ${setting}`).join(";"),
    query_timeout: connectMs,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: "couloir",
    onConnect: (client) => client.query(set),
    ...options,
  });
  // The pool replaces an idle connection that fails. Any other fails its statement, or the next one: without a listener,
  // one that breaks between two statements would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
