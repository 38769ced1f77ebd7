/** A function or view for people, and the sentence about it in the database and on the reference page. */
export type SqlObject = {
  readonly kind: "function" | "view";
  /** With the types of arguments. */
  readonly name: string;
  readonly doc: string;
  readonly sql: string;
  /** What is used by others only. */
  readonly isInternal?: true;
};

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const bech32Alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** In an order in which each can be created. Plain SQL and PL/pgSQL: no extension is needed. */
export const ledgerFunctions: readonly SqlObject[] = [
  {
    kind: "function",
    name: "cb58(bytea)",
    doc: "The text of an ID: base 58 with a checksum.",
    sql: `CREATE FUNCTION cb58(bytes bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  checked constant bytea := bytes || substr(sha256(bytes), 29, 4);
  number numeric := 0;
  result text := '';
BEGIN
  FOR i IN 0..length(checked) - 1 LOOP
    number := number * 256 + get_byte(checked, i);
  END LOOP;
  WHILE number > 0 LOOP
    result := substr('${alphabet}', (number % 58)::int + 1, 1) || result;
    number := div(number, 58);
  END LOOP;
  FOR i IN 0..length(checked) - 1 LOOP
    EXIT WHEN get_byte(checked, i) <> 0;
    result := '1' || result;
  END LOOP;
  RETURN result;
END $$`,
  },
  {
    kind: "function",
    name: "cb58_bytes(text)",
    doc: "The bytes of the text of an ID. Fails if its checksum is wrong.",
    sql: `CREATE FUNCTION cb58_bytes(id text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  number numeric := 0;
  result bytea := '';
  digit int;
BEGIN
  FOR i IN 1..length(id) LOOP
    digit := strpos('${alphabet}', substr(id, i, 1)) - 1;
    IF digit < 0 THEN RAISE EXCEPTION '% is not cb58', id; END IF;
    number := number * 58 + digit;
  END LOOP;
  WHILE number > 0 LOOP
    result := decode(lpad(to_hex((number % 256)::int), 2, '0'), 'hex') || result;
    number := div(number, 256);
  END LOOP;
  FOR i IN 1..length(id) LOOP
    EXIT WHEN substr(id, i, 1) <> '1';
    result := '\\x00'::bytea || result;
  END LOOP;
  IF length(result) < 4 OR substr(sha256(substr(result, 1, length(result) - 4)), 29, 4)
    <> substr(result, length(result) - 3, 4) THEN
    RAISE EXCEPTION '% has a wrong checksum', id;
  END IF;
  RETURN substr(result, 1, length(result) - 4);
END $$`,
  },
  {
    kind: "function",
    name: "node_id(bytea)",
    doc: "The text of a node ID.",
    sql: `CREATE FUNCTION node_id(bytes bytea) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT 'NodeID-' || cb58(bytes) $$`,
  },
  {
    kind: "function",
    name: "node_id_bytes(text)",
    doc: "The bytes of the text of a node ID.",
    sql: `CREATE FUNCTION node_id_bytes(id text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT cb58_bytes(regexp_replace(id, '^NodeID-', '')) $$`,
  },
  {
    kind: "function",
    name: "bech32_checksum(text, int[])",
    doc: "The remainder of bech32.",
    isInternal: true,
    sql: `CREATE FUNCTION bech32_checksum(hrp text, groups int[]) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  generators constant bigint[] := '{996825010,642813549,513874426,1027748829,705979059}';
  expanded int[] := '{}';
  remainder bigint := 1;
  top bigint;
  value int;
BEGIN
  FOR i IN 1..length(hrp) LOOP expanded := expanded || (ascii(substr(hrp, i, 1)) >> 5); END LOOP;
  expanded := expanded || 0;
  FOR i IN 1..length(hrp) LOOP expanded := expanded || (ascii(substr(hrp, i, 1)) & 31); END LOOP;
  FOREACH value IN ARRAY expanded || groups LOOP
    top := remainder >> 25;
    remainder := ((remainder & 33554431) << 5) # value;
    FOR i IN 0..4 LOOP
      IF (top >> i) & 1 = 1 THEN remainder := remainder # generators[i + 1]; END IF;
    END LOOP;
  END LOOP;
  RETURN remainder;
END $$`,
  },
  {
    kind: "function",
    name: "p_address(bytea)",
    doc: "The P-chain address of 20 bytes, on the network of the database.",
    sql: `CREATE FUNCTION p_address(bytes bytea) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  hrp constant text := (SELECT couloir_ledger.hrp FROM couloir_ledger);
  groups int[] := '{}';
  remainder bigint;
  buffer int := 0;
  bits int := 0;
  result text := '';
BEGIN
  FOR i IN 0..length(bytes) - 1 LOOP
    buffer := ((buffer << 8) | get_byte(bytes, i)) & 4095;
    bits := bits + 8;
    WHILE bits >= 5 LOOP
      bits := bits - 5;
      groups := groups || ((buffer >> bits) & 31);
    END LOOP;
  END LOOP;
  IF bits > 0 THEN groups := groups || ((buffer << (5 - bits)) & 31); END IF;
  remainder := bech32_checksum(hrp, groups || '{0,0,0,0,0,0}'::int[]) # 1;
  FOR i IN 0..5 LOOP groups := groups || ((remainder >> (5 * (5 - i))) & 31)::int; END LOOP;
  FOR i IN 1..array_length(groups, 1) LOOP
    result := result || substr('${bech32Alphabet}', groups[i] + 1, 1);
  END LOOP;
  RETURN 'P-' || hrp || '1' || result;
END $$`,
  },
  {
    kind: "function",
    name: "p_address_bytes(text)",
    doc: "The 20 bytes of an address, with or without `P-`. Fails if its checksum is wrong.",
    sql: `CREATE FUNCTION p_address_bytes(address text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  bare constant text := lower(regexp_replace(address, '^.*-', ''));
  hrp constant text := split_part(bare, '1', 1);
  groups int[] := '{}';
  digit int;
  buffer int := 0;
  bits int := 0;
  result bytea := '';
BEGIN
  FOR i IN length(hrp) + 2..length(bare) LOOP
    digit := strpos('${bech32Alphabet}', substr(bare, i, 1)) - 1;
    IF digit < 0 THEN RAISE EXCEPTION '% is not an address', address; END IF;
    groups := groups || digit;
  END LOOP;
  IF coalesce(array_length(groups, 1), 0) <> 38 OR bech32_checksum(hrp, groups) <> 1 THEN
    RAISE EXCEPTION '% is not an address', address;
  END IF;
  FOR i IN 1..32 LOOP
    buffer := ((buffer << 5) | groups[i]) & 4095;
    bits := bits + 5;
    IF bits >= 8 THEN
      bits := bits - 8;
      result := result || decode(lpad(to_hex((buffer >> bits) & 255), 2, '0'), 'hex');
    END IF;
  END LOOP;
  RETURN result;
END $$`,
  },
  {
    kind: "function",
    name: "p_addresses(bytea)",
    doc: "The P-chain addresses of a column of owners.",
    sql: `CREATE FUNCTION p_addresses(owners bytea) RETURNS text[]
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(p_address(substr(owners, 20 * owner + 1, 20)) ORDER BY owner), '{}')
  FROM generate_series(0, length(owners) / 20 - 1) AS owner
$$`,
  },
  {
    kind: "function",
    name: "utc(bigint)",
    doc: "The time of Unix seconds.",
    sql: `CREATE FUNCTION utc(seconds bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT to_timestamp(seconds) $$`,
  },
  {
    kind: "function",
    name: "balance_at(text, bigint)",
    doc: "The nAVAX of the UTXOs of an address after the block of a height, locked ones too. Staked AVAX is not in it.",
    sql: `CREATE FUNCTION balance_at(address text, height bigint) RETURNS numeric
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  owner constant bytea := p_address_bytes(address);
  avax constant bytea := (SELECT avax_asset_id FROM couloir_ledger);
  last constant bigint := (SELECT couloir_ledger.height FROM couloir_ledger);
  forks bigint[] := ARRAY[balance_at.height];
  fork_of_level bigint;
BEGIN
  IF balance_at.height < 0 OR balance_at.height > last THEN
    RAISE EXCEPTION 'height % is not between 0 and %', balance_at.height, last;
  END IF;
  -- The nodes above the height in the tree of intervals: see interval-tree.ts.
  FOR level IN 0..30 LOOP
    fork_of_level := ((balance_at.height >> level) << level) | (1::bigint << level);
    IF fork_of_level <> balance_at.height THEN forks := forks || fork_of_level; END IF;
  END LOOP;
  RETURN (
    SELECT coalesce(sum(held.amount), 0) FROM (
      SELECT amount, asset_id FROM ledger_holdings AS h
      WHERE h.address = owner AND is_staked = 0 AND fork = -1 AND from_height <= balance_at.height
      UNION ALL
      SELECT amount, asset_id FROM ledger_holdings AS h
      WHERE h.address = owner AND is_staked = 0 AND fork = ANY (forks)
        AND from_height <= balance_at.height AND to_height >= balance_at.height
    ) AS held WHERE held.asset_id = avax
  );
END $$`,
  },
];

/** nAVAX of a delegator's reward that go to its owner: AvalancheGo's rule, which rounds late unless the product is too large. */
const ownShare = `CASE
    WHEN p.role = 'validator' THEN p.potential_reward
    WHEN (1000000 - v.delegation_shares) * p.potential_reward <= 18446744073709551615
      THEN div((1000000 - v.delegation_shares) * p.potential_reward, 1000000)
    ELSE (1000000 - v.delegation_shares) * div(p.potential_reward, 1000000)
  END`;

const periodColumns = `cb58(p.tx_id) AS tx_id, node_id(p.node_id) AS node_id, cb58(p.subnet_id) AS subnet_id,
  p.weight, utc(p.start_time) AS start_time, utc(p.end_time) AS end_time,
  p.began_height, utc(p.began_time) AS began_time, p.ended_height, utc(p.ended_time) AS ended_time,
  coalesce(p.end_reason, CASE WHEN p.began_height IS NULL THEN 'pending' ELSE 'running' END) AS status`;

/** A delegator's validator, in one of its periods. */
const itsValidator = `LEFT JOIN LATERAL (
  SELECT delegation_shares FROM ledger_staking_periods AS each
  WHERE p.role = 'delegator' AND each.tx_id = p.validator_tx_id ORDER BY start_time LIMIT 1
) AS v ON true`;

/** An auto-renewed validator has several periods with one staking transaction, as in the Data API (`delegationsTo`). */
const beganInPeriod = `d.validator_tx_id = p.tx_id AND d.began_height >= p.began_height
    AND (p.ended_height IS NULL OR d.began_height <= p.ended_height)`;

/** Replaces the one of older databases, whose periods had the delegations of all periods. */
export const validatorTerms: SqlObject = {
  kind: "view",
  name: "validator_terms",
  doc: "Validators, a row for each period, with what they were paid, and the delegations that began in the period. `node_bytes` and `tx_bytes` have an index.",
  sql: `CREATE OR REPLACE VIEW validator_terms AS SELECT ${periodColumns},
  p.delegation_shares, p.is_auto_renewed = 1 AS is_auto_renewed,
  p.potential_reward, p.reward, p.delegatee_reward, p.restaked,
  p_addresses(p.reward_addresses) AS reward_addresses,
  (SELECT count(*) FROM ledger_staking_periods AS d
    WHERE ${beganInPeriod}) AS delegations,
  (SELECT coalesce(sum(d.weight), 0) FROM ledger_staking_periods AS d
    WHERE ${beganInPeriod}) AS delegated,
  p.node_id AS node_bytes, p.tx_id AS tx_bytes
FROM ledger_staking_periods AS p WHERE p.role = 'validator'`,
};

export const ledgerViews: readonly SqlObject[] = [
  validatorTerms,
  {
    kind: "view",
    name: "delegations",
    doc: "Delegators, with the validator's part of the reward. `node_bytes`, `tx_bytes` and `validator_tx_bytes` have an index.",
    sql: `CREATE VIEW delegations AS SELECT ${periodColumns},
  cb58(p.validator_tx_id) AS validator_tx_id, p.potential_reward, p.reward, p.delegatee_reward,
  p_addresses(p.reward_addresses) AS reward_addresses,
  p.node_id AS node_bytes, p.tx_id AS tx_bytes, p.validator_tx_id AS validator_tx_bytes
FROM ledger_staking_periods AS p WHERE p.role = 'delegator'`,
  },
  {
    kind: "view",
    name: "pending_rewards",
    doc: "What running periods will be paid if they are rewarded: to the owner, and of a delegator to its validator. A validator also gets what delegations left it that ended before; `ledger.getRewards` has it.",
    sql: `CREATE VIEW pending_rewards AS SELECT cb58(p.tx_id) AS tx_id, p.role,
  node_id(p.node_id) AS node_id, utc(p.end_time) AS end_time, ${ownShare} AS reward,
  CASE WHEN p.role = 'delegator' THEN p.potential_reward - ${ownShare} END AS delegatee_reward,
  p_addresses(p.reward_addresses) AS reward_addresses, p.node_id AS node_bytes, p.tx_id AS tx_bytes
FROM ledger_staking_periods AS p ${itsValidator}
WHERE p.ended_height IS NULL AND p.began_height IS NOT NULL AND p.potential_reward > 0`,
  },
  {
    kind: "view",
    name: "l1_ledger",
    doc: "Every change of an L1 validator, with its balance afterwards. `validation_bytes` and `subnet_bytes` have an index.",
    sql: `CREATE VIEW l1_ledger AS SELECT cb58(e.validation_id) AS validation_id,
  cb58(v.subnet_id) AS subnet_id, node_id(v.node_id) AS node_id, e.height, utc(e.time) AS time,
  e.kind, e.change, e.balance, e.weight, cb58(t.id) AS tx_id,
  e.validation_id AS validation_bytes, v.subnet_id AS subnet_bytes, e.ordinal
FROM ledger_l1_events AS e
JOIN ledger_l1_validators AS v ON v.validation_id = e.validation_id
LEFT JOIN ledger_txs AS t ON t.height = e.height AND t.position = e.position`,
  },
  {
    kind: "view",
    name: "supply_daily",
    doc: "Each day with a block: sums of the day, and the state after its last block.",
    sql: `CREATE VIEW supply_daily AS SELECT date '1970-01-01' + d.day::int AS day,
  d.blocks, d.txs, d.rewards, d.burned, d.l1_fees, b.supply, b.staked, b.delegated, b.validators,
  b.delegators, b.l1_active, b.l1_balance, d.last_height
FROM ledger_days AS d JOIN ledger_blocks AS b ON b.height = d.last_height`,
  },
];
