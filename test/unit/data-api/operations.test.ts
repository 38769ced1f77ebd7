import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/formats/json.ts";
import type {
  ActiveValidator,
  Balances,
  Blockchain,
  CompletedValidator,
  HistoricalReward,
  L1Validator,
  LastActivity,
  NetworkDetails,
  PendingReward,
  PrimaryNetworkBlock,
  Subnet,
  Transaction,
  Utxo,
} from "../../../src/generated/data-api/types.ts";
import { callNode } from "../../support/call-node.ts";
import { addressesBody, DataApi } from "../../support/data-api.ts";
import { type StartedNode, startNode } from "../../support/start-node.ts";

type Members = Readonly<Record<string, unknown>>;

const chain = "/blockchains/p-chain";
const primary = "11111111111111111111111111111111LpoYY";
const whole = 1000;

describe.each(["small", "helicon-1"])("the Data API of %s", (name) => {
  let node: StartedNode;
  let api: DataApi;
  let txs: Transaction[];
  /** Of all outputs that a transaction emitted, without `P-`. */
  let addresses: string[];

  const call = async (method: string, params: object = {}): Promise<Members> => {
    const { result, error } = await callNode(node.url, method, params as JsonValue);
    expect(error, method).toBeUndefined();
    return result as unknown as Members;
  };

  /** All entries of a list of the ledger. */
  const ledgerList = async (method: string, filter: object = {}): Promise<Members[]> => {
    const entries: Members[] = [];
    let startAfter: string | undefined;
    do {
      const page = { limit: 1024, ...(startAfter !== undefined && { startAfter }) };
      const result = await call(method, { page, filter });
      entries.push(...(Object.values(result).find(Array.isArray) as Members[]));
      startAfter = result["nextCursor"] as string | undefined;
    } while (startAfter !== undefined);
    return entries;
  };

  beforeAll(async () => {
    node = await startNode({ chain: name, "data-api": "true" });
    api = new DataApi(node.url);
    txs = await api.walk(`${chain}/transactions`, { member: "transactions", pageSize: 13 });
    const emitted = txs.flatMap(({ emittedUtxos }) => emittedUtxos);
    addresses = [...new Set(emitted.flatMap((utxo) => utxo.addresses))];
  }, 120_000);

  afterAll(() => node.stop());

  it("lists every transaction of a block once, in the ledger's order", async () => {
    const rows = (await ledgerList("ledger.getTransactions")).filter(
      ({ height }) => height !== "0",
    );
    const expected = rows.map((row) => [row["txID"], row["status"], row["blockHeight"]]);
    expect(txs.map((tx) => [tx.txHash, tx.couloirStatus, tx.blockNumber])).toEqual(expected);
    expect(txs.map(({ amountBurned }) => amountBurned[0]?.amount ?? "0")).toEqual(
      rows.map(({ burned }) => burned),
    );
    const path = `${chain}/transactions?sortOrder=asc`;
    const ascending = await api.walk<Transaction>(path, {
      member: "transactions",
      pageSize: whole,
    });
    expect(ascending).toEqual(txs.toReversed());
    const blocks = await api.walk<PrimaryNetworkBlock>(`${chain}/blocks`, {
      member: "blocks",
      pageSize: whole,
    });
    expect(blocks.reduce((sum, { txCount }) => sum + txCount, 0)).toBe(txs.length);
  });

  it("names types that the SDK does not know only for those that ask for all", async () => {
    const unknown = txs.filter(({ txType }) => txType === "UNKNOWN");
    expect(unknown.every(({ couloirTxType }) => couloirTxType !== undefined)).toBe(true);
    expect(unknown.length > 0).toBe(name === "helicon-1");
    const init = { headers: { "couloir-types": "all" } };
    const path = `${chain}/transactions?txTypes=UNKNOWN`;
    const named = await api.walk<Transaction>(path, {
      member: "transactions",
      pageSize: whole,
      init,
    });
    expect(named.map((tx) => [tx.txHash, tx.txType])).toEqual(
      unknown.map((tx) => [tx.txHash, tx.couloirTxType]),
    );
  });

  it("selects transactions by address, type and time", async () => {
    const [address] = addresses;
    const rows = await ledgerList("ledger.getTransactions", { addresses: [`P-${address}`] });
    const path = `${chain}/transactions?addresses=${address}`;
    const found = await api.walk<Transaction>(path, { member: "transactions", pageSize: 9 });
    expect(found.map(({ txHash }) => txHash)).toEqual(
      rows.filter(({ height }) => height !== "0").map(({ txID }) => txID),
    );
    const at = txs[txs.length >> 1]!.blockTimestamp;
    const query = `txTypes=BaseTx&txTypes=ImportTx&startTimestamp=${at}`;
    const narrowed = await api.walk<Transaction>(`${chain}/transactions?${query}`, {
      member: "transactions",
      pageSize: 3,
    });
    expect(narrowed).toEqual(
      txs.filter(
        ({ txType, blockTimestamp }) =>
          (txType === "BaseTx" || txType === "ImportTx") && blockTimestamp >= at,
      ),
    );
  });

  it("shows each transaction as the ledger has it", async () => {
    for (const listed of txs.slice(0, 60)) {
      const tx = await api.get<Transaction>(`${chain}/transactions/${listed.txHash}`);
      expect({ ...tx, blockchainInfo: undefined }).toEqual({
        ...listed,
        blockchainInfo: undefined,
      });
      const { inputs, outputs } = (await call("ledger.getTransaction", {
        txID: listed.txHash,
      })) as unknown as Record<"inputs" | "outputs", { utxoID: string; amount: string }[]>;
      const keys = (utxos: readonly Utxo[]) => utxos.map(({ utxoId, amount }) => [utxoId, amount]);
      expect(keys(tx.consumedUtxos)).toEqual(inputs.map((each) => [each.utxoID, each.amount]));
      expect(keys(tx.emittedUtxos)).toEqual(outputs.map((each) => [each.utxoID, each.amount]));
    }
  });

  it("explains what each transaction consumed", () => {
    const sum = (utxos: readonly Utxo[]) =>
      utxos.reduce(
        (total, { asset }) => total + (asset.symbol === "AVAX" ? BigInt(asset.amount) : 0n),
        0n,
      );
    const only = (amounts: Transaction["amountBurned"]) => BigInt(amounts[0]?.amount ?? 0);
    const explained = txs.filter(({ consumedUtxos }) => consumedUtxos.length > 0);
    for (const tx of explained) {
      if (tx.couloirStatus !== "Committed") continue;
      const { txHash, amountBurned, amountL1ValidatorBalanceBurned } = tx;
      // What an L1 validator gets back is created besides.
      const own = tx.emittedUtxos.filter(({ couloirOrigin }) => couloirOrigin !== "balance");
      const left = sum(own) + only(amountBurned) + only(amountL1ValidatorBalanceBurned);
      expect(left, `${tx.txType} ${txHash}`).toBe(sum(tx.consumedUtxos));
    }
    const types = new Set(explained.map(({ couloirTxType, txType }) => couloirTxType ?? txType));
    for (const type of ["BaseTx", "ImportTx", "ExportTx", "AddPermissionlessValidatorTx"]) {
      expect(types).toContain(type);
    }
  });

  it("lists the UTXOs of platform.getUTXOs, and the stake", async () => {
    for (const address of addresses) {
      const utxos = await api.walk<Utxo>(`${chain}/utxos`, {
        member: "utxos",
        pageSize: whole,
        init: addressesBody([address]),
      });
      const unstaked = utxos.filter(({ staked }) => staked !== true);
      const params = { addresses: [`P-${address}`], limit: 1024, encoding: "json" };
      const { numFetched } = await call("platform.getUTXOs", params);
      const known = new Set(unstaked.map(({ utxoId }) => utxoId));
      expect(known.size).toBe(unstaked.length);
      if (Number(numFetched) < 1024) expect(String(known.size)).toBe(numFetched);
      const { staked } = await call("platform.getStake", { addresses: [`P-${address}`] });
      const stake = utxos
        .filter((utxo) => utxo.staked === true && utxo.asset.symbol === "AVAX")
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      expect(String(stake)).toBe(staked);
    }
  });

  it("has the balances of a time to come after the last block so far, without its locks", async () => {
    for (const address of addresses) {
      const { balances } = await api.get<{ balances: Balances }>(
        `${chain}/balances?addresses=${address}&blockTimestamp=253402300799`,
      );
      const { balance } = await call("platform.getBalance", { addresses: [`P-${address}`] });
      const unlocked = balances.unlockedUnstaked.find(({ symbol }) => symbol === "AVAX");
      expect(unlocked?.amount ?? "0").toBe(balance);
    }
  });

  it("sorts and filters UTXOs, spent ones too", async () => {
    const few = addresses.at(-1)!;
    const query = `${chain}/utxos?addresses=P-${few}&includeSpent=true&sortOrder=asc`;
    const all = await api.walk<Utxo>(query, { member: "utxos", pageSize: whole });
    const byAmount = await api.walk<Utxo>(`${query}&sortBy=amount`, {
      member: "utxos",
      pageSize: Math.min(whole, Math.max(1, all.length >> 2)),
    });
    const ids = (utxos: readonly Utxo[]) => utxos.map(({ utxoId }) => utxoId).sort();
    expect(ids(byAmount)).toEqual(ids(all));
    const amounts = byAmount.map(({ amount }) => BigInt(amount));
    expect(amounts).toEqual(amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    const heights = all.map(({ blockNumber }) => Number(blockNumber));
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    const least = amounts[amounts.length >> 1]!;
    const large = await api.walk<Utxo>(`${query}&minUtxoAmount=${least}`, {
      member: "utxos",
      pageSize: whole,
    });
    expect(ids(large)).toEqual(ids(all.filter(({ amount }) => BigInt(amount) >= least)));
  });

  it("has the balances of platform.getBalance", async () => {
    for (const address of addresses) {
      const { balances } = await api.get<{ balances: Balances }>(
        `${chain}/balances?addresses=${address}`,
      );
      const avax = (member: keyof Balances) =>
        BigInt(balances[member].find(({ symbol }) => symbol === "AVAX")?.amount ?? 0);
      const result = await call("platform.getBalance", { addresses: [`P-${address}`] });
      expect({
        unlocked: String(avax("unlockedUnstaked")),
        lockedStakeable: String(avax("lockedStakeable")),
        lockedNotStakeable: String(avax("lockedPlatform")),
      }).toEqual({
        unlocked: result["unlocked"],
        lockedStakeable: result["lockedStakeable"],
        lockedNotStakeable: result["lockedNotStakeable"],
      });
      const { staked } = await call("platform.getStake", { addresses: [`P-${address}`] });
      const stake = avax("unlockedStaked") + avax("lockedStaked") + avax("pendingStaked");
      expect(String(stake)).toBe(staked);
    }
  });

  it("finds the newest activity of addresses", async () => {
    for (const address of addresses) {
      const found = await api.get<LastActivity>(
        `${chain}/lastActivityTimestampByAddresses`,
        addressesBody([address]),
      );
      const tx = txs.find(({ consumedUtxos, emittedUtxos }) =>
        [...consumedUtxos, ...emittedUtxos].some((utxo) => utxo.addresses.includes(address)),
      )!;
      expect([found.txHash, found.timestamp]).toEqual([tx.txHash, tx.blockTimestamp]);
    }
  });

  it("lists current validators as AvalancheGo does, and every ended period", async () => {
    const walk = <Validator>(status: string) =>
      api.walk<Validator>(`/validators?validationStatus=${status}`, {
        member: "validators",
        pageSize: 3,
      });
    const { validators } = (await call("platform.getCurrentValidators")) as unknown as {
      validators: { txID: string; stakeAmount: string }[];
    };
    const active = await walk<ActiveValidator>("active");
    expect(active.map((each) => [each.txHash, each.amountStaked]).sort()).toEqual(
      validators.map(({ txID, stakeAmount }) => [txID, stakeAmount]).sort(),
    );
    const [block] = await ledgerList("ledger.getBlocks");
    expect(active.reduce((sum, each) => sum + each.delegatorCount, 0)).toBe(block!["delegators"]);
    const ended = await ledgerList("ledger.getStakingPeriods", {
      role: "validator",
      subnetID: primary,
      status: "ended",
    });
    const completed = await walk<CompletedValidator>("completed");
    expect(completed.map(({ txHash }) => txHash)).toEqual(ended.map(({ txID }) => txID));
    // What an auto-renewed validator staked again was withheld, and what it had earned before was paid.
    const withheld = ended.map(({ endReason, potentialReward }) =>
      endReason === "not rewarded" && potentialReward !== "0" ? potentialReward : undefined,
    );
    expect(completed.map((each) => each.couloirWithheldReward)).toEqual(withheld);
  });

  it("sorts current validators", async () => {
    const sorted = await api.walk<ActiveValidator>("/validators?sortBy=delegationCapacity", {
      member: "validators",
      pageSize: 2,
    });
    const capacities = sorted.map(({ delegationCapacity }) => BigInt(delegationCapacity!));
    expect(capacities).toEqual(capacities.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    const [most] = capacities;
    const within = await api.walk<ActiveValidator>(`/validators?minDelegationCapacity=${most}`, {
      member: "validators",
      pageSize: whole,
    });
    expect(within.length).toBe(capacities.filter((each) => each === most).length);
  });

  it("lists delegators and rewards as the ledger has them", async () => {
    const delegators = await api.walk<{ txHash: string; amountDelegated: string }>("/delegators", {
      member: "delegators",
      pageSize: 5,
    });
    const periods = await ledgerList("ledger.getStakingPeriods", {
      role: "delegator",
      subnetID: primary,
    });
    expect(delegators.map((each) => [each.txHash, each.amountDelegated])).toEqual(
      periods.map(({ txID, weight }) => [txID, weight]),
    );
    const paid = await api.walk<HistoricalReward>("/rewards", {
      member: "historicalRewards",
      pageSize: 5,
    });
    const rewards = await ledgerList("ledger.getRewards", { subnetID: primary });
    expect(paid.map((each) => [each.txHash, each.reward.amount, each.rewardTxHash])).toEqual(
      rewards.map(({ stakingTxID, amount, rewardTxID }) => [stakingTxID, amount, rewardTxID]),
    );
    const pending = await api.walk<PendingReward>("/rewards:listPending", {
      member: "pendingRewards",
      pageSize: 2,
    });
    const expected = await ledgerList("ledger.getRewards", {
      subnetID: primary,
      status: "pending",
    });
    const own = pending.filter(({ rewardType }) => rewardType !== "VALIDATOR_FEE");
    expect(own.map((each) => [each.txHash, each.estimatedReward.amount]).sort()).toEqual(
      expected.map(({ stakingTxID, amount }) => [stakingTxID, amount]).sort(),
    );
    expect(new Set(pending.map((each) => each.txHash + each.rewardType)).size).toBe(pending.length);
  });

  it("lists subnets, blockchains and L1 validators", async () => {
    const subnets = await api.walk<Subnet>("/subnets", { member: "subnets", pageSize: 2 });
    const known = (await call("platform.getSubnets", { ids: [] })) as unknown as {
      subnets: { id: string; threshold: string }[];
    };
    expect(subnets.map(({ subnetId }) => subnetId).sort()).toEqual(
      known.subnets
        .map(({ id }) => id)
        .filter((id) => id !== primary)
        .sort(),
    );
    const blockchains = await api.walk<Blockchain>("/blockchains", {
      member: "blockchains",
      pageSize: 2,
    });
    const { blockchains: created } = (await call("platform.getBlockchains")) as unknown as {
      blockchains: { id: string; name: string }[];
    };
    expect(blockchains.map((each) => [each.blockchainId, each.blockchainName]).sort()).toEqual(
      created.map(({ id, name: chainName }) => [id, chainName]).sort(),
    );
    const path = "/l1Validators?includeInactiveL1Validators=true";
    const l1 = await api.walk<L1Validator>(path, { member: "validators", pageSize: 2 });
    const rows = await ledgerList("ledger.getL1Validators");
    expect(l1.map((each) => [each.validationId, each.couloirStatus]).sort()).toEqual(
      rows.map(({ validationID, status }) => [validationID, status]).sort(),
    );
  });

  it("sums the primary network", async () => {
    const { validatorDetails, delegatorDetails } = await api.get<NetworkDetails>("");
    const [block] = await ledgerList("ledger.getBlocks");
    expect(validatorDetails.totalAmountStaked).toBe(block!["staked"]);
    expect(delegatorDetails.delegatorCount).toBe(block!["delegators"]);
  });

  it.each([
    ["/blockchains/x-chain/assets/AVAX/transactions", "transactions"],
    ["/blockchains/x-chain/assets/ID/transactions", "transactions"],
    ["/blockchains/x-chain/vertices", "vertices"],
    ["/blockchains/x-chain/vertices:listByHeight?vertexHeight=1", "vertices"],
    ["/blockchains/c-chain/transactions", "transactions"],
    ["/blockchains/x-chain/blocks", "blocks"],
  ])("answers %s with an empty list", async (path, member) => {
    const asset = txs[0]!.emittedUtxos[0]?.assetId ?? primary;
    const { [member]: list } = await api.get<Members>(path.replace("ID", asset));
    expect(list).toEqual([]);
  });

  it.each([
    [
      `${chain}/utxos?addresses=${"x,".repeat(64)}x`,
      "addresses: expected at most 64 entries, got 65",
    ],
    [`${chain}/utxos?addresses=P-avax1`, "addresses: expected a P-chain address of this network"],
    [`${chain}/utxos`, "addresses: expected"],
    [`${chain}/transactions?txTypes=NoTx`, "txTypes"],
    [`${chain}/transactions/x`, "txHash: expected an ID"],
    [`${chain}/assets/${primary}`, "blockchainId: expected one of x-chain"],
    ["/validators?nodeIds=NodeID-x", "nodeIds: expected a node ID"],
    [
      "/validators?sortBy=timeRemaining&validationStatus=pending",
      "validationStatus: expected active",
    ],
    ["/subnets/x", "subnetId: expected an ID"],
    ["/blockchains/constructor", "blockchainId: expected an ID"],
    ["/rewards?sortOrder=up", 'sortOrder: expected "asc" or "desc", got "up"'],
  ])("rejects %s", async (path, message) => {
    const { status, body } = await api.ask(path);
    expect([status, (body as Members)["message"]]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([
    ["{", "body: expected a JSON object"],
    ["[]", "body: expected a JSON object"],
    ["{}", "addresses"],
    ['{"addresses":1}', "addresses: expected string"],
    [`{"addresses":"${"x,".repeat(1024)}x"}`, "addresses: expected at most 1024 entries, got 1025"],
  ])("rejects the body %s", async (text, message) => {
    const { status, body } = await api.ask(`${chain}/utxos`, { method: "POST", body: text });
    expect([status, (body as Members)["message"]]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([
    [`${chain}/transactions/${primary}`, "txHash: there is no accepted transaction"],
    [`/subnets/2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm`, "subnetId: there is no subnet"],
    [`/blockchains/${primary}`, "blockchainId: no transaction created a blockchain"],
    [`/blockchains/x-chain/vertices/${primary}`, "vertexHash: this node runs only the P-chain"],
  ])("finds nothing at %s", async (path, message) => {
    const { status, body } = await api.ask(path);
    expect([status, (body as Members)["message"]]).toEqual([404, expect.stringContaining(message)]);
  });
});

// It was the time of the last change of its weight.
it("says since when an L1 validator is inactive whose weight changed later", async () => {
  const node = await startNode({ chain: "all-1@180", "data-api": "true" });
  try {
    const path = "/l1Validators?includeInactiveL1Validators=true";
    const { validators } = await new DataApi(node.url).get<{ validators: L1Validator[] }>(path);
    const inactive = validators.filter(({ couloirStatus }) => couloirStatus === "inactive");
    const kinds: string[] = [];
    for (const { validationId, couloirEndedTimestamp } of inactive) {
      const params = { validationID: validationId };
      const { result } = await callNode(node.url, "ledger.getL1Validator", params);
      const { events } = result as unknown as { events: { kind: string; time: string }[] };
      kinds.push(events.at(-1)!.kind);
      const ended = events.findLast(({ kind }) => kind !== "weight")!;
      expect(couloirEndedTimestamp).toBe(Date.parse(ended.time) / 1000);
    }
    expect(kinds).toContain("weight");
  } finally {
    await node.stop();
  }
});

describe("the Data API of elastic subnets", () => {
  it("ranks validators by what their subnet lets delegate to them", async () => {
    const node = await startNode({ chain: "apricot-to-etna", "data-api": "true" });
    try {
      const api = new DataApi(node.url);
      const call = async (method: string, params: object) =>
        (await callNode(node.url, method, params as JsonValue)).result as unknown as Members;
      const filter = { kinds: ["TransformSubnetTx"] };
      const { transactions } = await call("ledger.getTransactions", { filter });
      let delegable = 0;
      for (const { txID, subnetID } of transactions as Members[]) {
        const tx = (await call("platform.getTx", { txID, encoding: "json" }))["tx"] as Members;
        const rules = tx["unsignedTx"] as Members;
        const { validators } = await call("platform.getCurrentValidators", { subnetID });
        const capacities = (validators as Members[]).map((each) => {
          // Nobody can delegate to a permissioned validator, which was there before the subnet became elastic.
          if ((each["validationRewardOwner"] as Utxo).addresses.length === 0) return 0;
          const most = Number(each["stakeAmount"]) * Number(rules["maxValidatorWeightFactor"]);
          const held = Number(each["stakeAmount"]) + Number(each["delegatorWeight"]);
          return Math.max(0, Math.min(most, Number(rules["maxValidatorStake"])) - held);
        });
        for (const capacity of capacities) {
          if (capacity > 0) delegable++;
          const range = `minDelegationCapacity=${capacity}&maxDelegationCapacity=${capacity}`;
          const found = await api.get<{ validators: ActiveValidator[] }>(
            `/validators?subnetId=${subnetID}&sortBy=delegationCapacity&${range}`,
          );
          const expected = (validators as Members[]).filter((_, at) => capacities[at] === capacity);
          expect(found.validators.map(({ nodeId }) => nodeId).toSorted()).toEqual(
            expected.map(({ nodeID }) => nodeID).toSorted(),
          );
        }
      }
      expect(delegable).toBeGreaterThan(1);
    } finally {
      await node.stop();
    }
  }, 120_000);
});
