export type WorkedQuery = { readonly question: string; readonly sql: string };

/** The queries of the reference page. Their answers there are those of the recorded chain `small`. */
export const workedQueries: readonly WorkedQuery[] = [
  {
    question: "What did an address do?",
    sql: `SELECT t.height, t.kind, cb58(t.id) AS tx_id, a.received, a.sent, a.staked
FROM ledger_address_txs AS a JOIN ledger_txs AS t USING (height, position)
WHERE a.address = p_address_bytes('P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95')
ORDER BY height DESC, position DESC LIMIT 5`,
  },
  {
    question: "What did it own after a block?",
    sql: `SELECT balance_at('P-custom1wh50pg3zu2wwff9sdev74w5he404w7ejulh096', 12) AS navax`,
  },
  {
    question: "How did its balance develop?",
    sql: `SELECT b.height, utc(b.time) AS time,
  sum(a.received - a.sent) OVER (ORDER BY a.height, a.position) AS navax
FROM ledger_address_txs AS a JOIN ledger_blocks AS b USING (height)
WHERE a.address = p_address_bytes('P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95')
  AND a.received <> a.sent
ORDER BY a.height DESC, a.position DESC LIMIT 5`,
  },
  {
    question: "Which rewards did it get?",
    sql: `SELECT utc(r.time) AS time, r.kind, r.amount, node_id(r.node_id) AS node_id, cb58(t.id) AS reward_tx_id
FROM ledger_address_txs AS a JOIN ledger_rewards AS r USING (height, position) JOIN ledger_txs AS t USING (height, position)
WHERE a.address = p_address_bytes('P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen') AND a.roles & 8 <> 0
  AND owner_bytes(r.addresses) @> ARRAY[a.address]
ORDER BY height, position`,
  },
  {
    question: "Which rewards are pending, the next first?",
    sql: `SELECT end_time, role, reward, delegatee_reward, reward_addresses
FROM pending_rewards ORDER BY end_time, tx_bytes LIMIT 5`,
  },
  {
    question: "Which validators got no reward, and what did they miss?",
    sql: `SELECT node_id, weight, ended_time, status, potential_reward
FROM validator_terms WHERE status = 'not rewarded' ORDER BY ended_height`,
  },
  {
    question: "Who delegated to a validator?",
    sql: `SELECT tx_id, weight, end_time, status, reward_addresses FROM delegations
WHERE validator_tx_bytes = cb58_bytes('vDBSwPRhKz8dPmPZHwFHL2x3PV3viocTpKFX8mPi4sc8KVDdt')
ORDER BY start_time`,
  },
  {
    question: "How did the balance of an L1 validator change?",
    sql: `SELECT height, time, kind, change, balance, weight FROM l1_ledger
WHERE validation_bytes = cb58_bytes('2rj6DbBhGDtGqF2mv3P8kHThhPgbkSSyQw2xzZqG6U16ebxvv6')
ORDER BY height, ordinal`,
  },
  {
    question: "How did supply, stake and fees develop?",
    sql: `SELECT day, blocks, txs, burned, rewards, supply, staked, delegated FROM supply_daily ORDER BY day`,
  },
  {
    question: "Who owns the most that is not staked?",
    sql: `SELECT p_address(address) AS address, sum(amount) AS navax
FROM ledger_holdings, couloir_ledger
WHERE is_staked = 0 AND fork = -1 AND asset_id = avax_asset_id
GROUP BY address ORDER BY navax DESC LIMIT 5`,
  },
];
