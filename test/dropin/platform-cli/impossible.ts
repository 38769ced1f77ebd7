import { type Impossible, threeChains } from "../go/impossible.ts";

/** The command has printed its reason itself; the test says how it ended. */
const ofTheCommand: Impossible = { ...threeChains, failure: /failed: exit status 1/ };

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
    TestCLITransferSend: {
      why: "gives the command an address in a form that the command itself refuses, before it asks a node",
      failure: /failed: exit status 1/,
    },
    TestCLITransferPToC: ofTheCommand,
    TestCLITransferCToP: ofTheCommand,
  },
  integration: {
    TestIntegration_ExportImport: {
      why: "exports to the ID of the mainnet's C-chain, which a temporary network does not have",
      failure: /failed to get subnet of "2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5"/,
    },
  },
} as const satisfies Record<string, Readonly<Record<string, Impossible>>>;
