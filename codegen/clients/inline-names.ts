type InlineName = { readonly name: string; readonly description?: string };

const encodedBlock = "A block in the encoding that was asked for: text, or in `json` an object.";
const encodedTx = "A transaction in the encoding that was asked for: text, or in `json` an object.";
const encodedUTXO = "An output in the encoding that was asked for: text, or in `json` an object.";
const devEncoding = "`hexnc` for bytes without a checksum, `hex` for bytes with one.";

/** Names for forms that the documents write in place, by the name that their place would give them. */
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
  [
    "AvalanchegoPlatformGetPendingValidatorsValidators",
    { name: "PendingValidatorInReference", description: "A validator that has not begun." },
  ],
  ["AvalanchegoPlatformGetTxStatusStatus", { name: "AvalanchegoTxStatus" }],
  ["AvalanchegoPlatformGetTxTx", { name: "AnyEncodedTx", description: encodedTx }],
  ["DevAcceptBlockEncoding", { name: "DevEncoding", description: devEncoding }],
  ["DevAddAtomicUTXOEncoding", { name: "DevEncoding", description: devEncoding }],
  ["EngineHealthConsensus", { name: "EngineConsensus" }],
  [
    "HeightParamForm",
    { name: "ProposedHeight", description: "The height that this node would propose now." },
  ],
  ["PlatformGetBlockBlock", { name: "EncodedBlock", description: encodedBlock }],
  ["PlatformGetBlockByHeightBlock", { name: "EncodedBlock", description: encodedBlock }],
  ["PlatformGetBlockchainStatusStatus", { name: "BlockchainStatus" }],
  [
    "PlatformGetCurrentValidatorsValidators",
    {
      name: "CurrentValidator",
      description:
        "A current validator in the form of its kind, or the part of it that was asked for.",
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
  ["TransferableInputInput", { name: "AnyTransferInput" }],
  ["TransferableOutputOutput", { name: "AnyTransferOutput" }],
  ["UTXOOutput", { name: "AnyTransferOutput" }],
]);
