import type { SqlObject } from "./ledger-functions.ts";

/** For people who read what crossed between chains, in an order in which each can be created. They need the table. */
export const crossingObjects: readonly SqlObject[] = [
  {
    kind: "function",
    name: "owner_bytes(bytea)",
    doc: "The addresses of a column of owners, 20 bytes each. `ledger_crossings` has an index of them.",
    sql: `CREATE FUNCTION owner_bytes(owners bytea) RETURNS bytea[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(substr(owners, 20 * owner + 1, 20) ORDER BY owner), '{}')
  FROM generate_series(0, length(owners) / 20 - 1) AS owner
$$`,
  },
  {
    kind: "view",
    name: "crossings",
    doc: "What the X- and C-chain exported to the P-chain and imported from it, with the transactions of both chains. `tx_bytes`, and `utxo_tx_bytes` with `output_index`, have an index.",
    sql: `CREATE VIEW crossings AS SELECT cb58(c.chain_id) AS chain_id, c.kind, c.height, utc(c.time) AS time,
  cb58(c.id) AS tx_id, c.amount, cb58(c.asset_id) AS asset_id,
  p_addresses(coalesce(c.addresses, o.addresses)) AS owners,
  cb58(CASE c.kind WHEN 'import' THEN c.tx_id ELSE t.id END) AS platform_tx_id,
  CASE c.kind WHEN 'import' THEN o.created_height ELSE t.height END AS platform_height,
  c.is_verified = 1 AS is_verified, c.output_index, c.id AS tx_bytes, c.tx_id AS utxo_tx_bytes,
  c.chain_id AS chain_bytes, c.position, c.ordinal
FROM ledger_crossings AS c
LEFT JOIN ledger_outputs AS o
  ON c.kind = 'import' AND o.tx_id = c.tx_id AND o.output_index = c.output_index
LEFT JOIN ledger_imports AS i
  ON c.kind = 'export' AND i.tx_id = c.tx_id AND i.output_index = c.output_index
LEFT JOIN ledger_txs AS t ON t.height = i.height AND t.position = i.position`,
  },
  {
    kind: "function",
    name: "crossings_of(text)",
    doc: "The rows of `crossings` that an address owns, found by indexes.",
    sql: `CREATE FUNCTION crossings_of(address text) RETURNS SETOF crossings
LANGUAGE sql STABLE STRICT PARALLEL SAFE ROWS 10 AS $$
  SELECT found.* FROM (
    SELECT k.chain_id, k.height, k.position, k.ordinal FROM ledger_crossings AS k
    WHERE owner_bytes(k.addresses) @> ARRAY[p_address_bytes(crossings_of.address)]
    UNION
    SELECT k.chain_id, k.height, k.position, k.ordinal FROM ledger_address_txs AS a
    JOIN ledger_txs AS x ON x.height = a.height AND x.position = a.position
    JOIN ledger_outputs AS o ON o.tx_id = x.id AND o.exported_to IS NOT NULL
    JOIN ledger_crossings AS k
      ON k.tx_id = o.tx_id AND k.output_index = o.output_index AND k.kind = 'import'
    WHERE a.address = p_address_bytes(crossings_of.address) AND a.kind = 'ExportTx'
      AND owner_bytes(o.addresses) @> ARRAY[a.address]
  ) AS keys
  JOIN crossings AS found ON found.chain_bytes = keys.chain_id AND found.height = keys.height
    AND found.position = keys.position AND found.ordinal = keys.ordinal
$$`,
  },
];

/** Finds what was exported to an address. */
export const crossingsByOwner =
  "CREATE INDEX ledger_crossings_by_owner ON ledger_crossings USING gin (owner_bytes(addresses))";
