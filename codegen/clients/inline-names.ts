type InlineName = { readonly name: string; readonly description?: string };

const encodedBlock = "A block in the requested encoding: text, or an object with `json`.";
const encodedTx = "A transaction in the requested encoding: text, or an object with `json`.";
const encodedUTXO = "An output in the requested encoding: text, or an object with `json`.";
const devEncoding = "The encoding of bytes: `hexnc` without a checksum, `hex` with one.";

/** Better names for schemas written in place, by the name that their position would give them. */
export const inlineNames: ReadonlyMap<string, InlineName> = new Map([
  ["ApricotAtomicTxUnsignedTx", { name: "AtomicUnsignedTx" }],
  ["ProposalTxUnsignedTx", { name: "ProposalUnsignedTx" }],
  ["AvalanchegoPlatformGetBlockBlock", { name: "AnyEncodedBlock", description: encodedBlock }],
  [
    "AvalanchegoPlatformGetBlockByHeightBlock",
    { name: "AnyEncodedBlock", description: encodedBlock },
  ],
  [
    "AvalanchegoPlatformGetCurrentValidatorsValidators",
    { name: "CurrentValidatorInReference", description: "A current validator." },
  ],
  ["AvalanchegoPlatformGetTxStatusStatus", { name: "AvalanchegoTxStatus" }],
  ["AvalanchegoPlatformGetTxTx", { name: "AnyEncodedTx", description: encodedTx }],
  ["DevAcceptBlockEncoding", { name: "DevEncoding", description: devEncoding }],
  [
    "DevMempoolTransactions",
    { name: "DevMempoolTransactions", description: "A transaction in the mempool." },
  ],
  [
    "DevSetBlockProductionMode",
    { name: "DevSetBlockProductionMode", description: "The block production mode." },
  ],
  ["DevAddAtomicUTXOEncoding", { name: "DevEncoding", description: devEncoding }],
  ["DevSignWarpMessageEncoding", { name: "DevEncoding", description: devEncoding }],
  ["EngineHealthConsensus", { name: "EngineConsensus" }],
  [
    "HeightParamForm",
    { name: "ProposedHeight", description: "The height that this node would propose now." },
  ],
  ["PlatformGetBlockBlock", { name: "EncodedBlock", description: encodedBlock }],
  ["PlatformGetBlockByHeightBlock", { name: "EncodedBlock", description: encodedBlock }],
  ["PlatformGetBlockchainStatusStatus", { name: "BlockchainStatus" }],
  ["LedgerGetStatusStatus", { name: "LedgerStatus", description: "The state of the ledger." }],
  [
    "LedgerGetRewardsRewards",
    { name: "AnyLedgerReward", description: "A reward, whole or only the requested members." },
  ],
  [
    "LedgerGetStakingPeriodsPeriods",
    {
      name: "AnyLedgerStakingPeriod",
      description: "A staking period, whole or only the requested members.",
    },
  ],
  [
    "LedgerGetBlocksBlocks",
    { name: "AnyLedgerBlock", description: "A block, whole or only the requested members." },
  ],
  [
    "LedgerGetTotalsTotals",
    {
      name: "AnyLedgerTotals",
      description: "A row of totals, whole or only the requested members.",
    },
  ],
  [
    "LedgerGetL1ValidatorsValidators",
    {
      name: "AnyLedgerL1Validator",
      description: "An L1 validator, whole or only the requested members.",
    },
  ],
  ["LedgerGetUTXOsUtxos", { name: "EncodedUTXO", description: encodedUTXO }],
  [
    "LedgerGetTransactionsTransactions",
    { name: "AnyLedgerTx", description: "A transaction, whole or only the requested members." },
  ],
  [
    "PlatformGetCurrentValidatorsValidators",
    {
      name: "CurrentValidator",
      description: "A current validator in the form of its kind, or only the requested members.",
    },
  ],
  [
    "PlatformGetL1ValidatorValidationID",
    { name: "ValidationIDParam", description: "An ID, or a list whose first item is the ID." },
  ],
  ["PlatformGetRewardUTXOsUtxos", { name: "EncodedUTXO", description: encodedUTXO }],
  ["PlatformGetTxStatusStatus", { name: "TxStatus" }],
  ["PlatformGetTxTx", { name: "EncodedTx", description: encodedTx }],
  ["PlatformGetUTXOsUtxos", { name: "EncodedUTXO", description: encodedUTXO }],
  [
    "SubnetIDOrAllForm",
    { name: "SubnetIDOrAllForm", description: "The word `all`: every subnet." },
  ],
  ["TransferableInputInput", { name: "AnyTransferInput" }],
  ["TransferableOutputOutput", { name: "AnyTransferOutput" }],
  ["UTXOOutput", { name: "AnyTransferOutput" }],
]);
