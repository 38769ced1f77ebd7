const threeChains =
  "makes a wallet of three chains, which asks the X- and the C-chain for UTXOs and balances: they do not run here";

/** Tests of platform-cli that no node without an X- and a C-chain can pass, or none at all, by what they are part of. */
export const impossible = {
  network: {
    TestFullWalletCreation: threeChains,
    TestExportFromPChain: threeChains,
    TestImportToCChain: threeChains,
    TestFullPToCTransfer: threeChains,
    TestExportFromCChain: threeChains,
    TestImportToPChain: threeChains,
    TestFullCToPTransfer: threeChains,
    TestCrossChainRoundTrip: threeChains,
    TestCLITransferSend:
      "gives the command an address in a form that the command itself refuses, before it asks a node",
    TestCLITransferPToC: threeChains,
    TestCLITransferCToP: threeChains,
  },
  integration: {
    TestIntegration_ExportImport:
      "exports to the ID of the mainnet's C-chain, which a temporary network does not have",
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;
