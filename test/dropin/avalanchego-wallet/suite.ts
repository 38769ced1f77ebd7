import { avalancheGoNeeds } from "../avalanchego/module.ts";
import { runOnNodes } from "../avalanchego/node-tests.ts";
import type { Suite } from "../suite.ts";
import { runExamples } from "./run-examples.ts";

/** AvalancheGo's Go P-chain wallet: every transaction it issues, and the programs that it ships as examples. */
export const avalanchegoWallet: Suite = {
  about: "every method of the Go P-chain wallet of AvalancheGo v1.12.1, and its example programs",
  needs: avalancheGoNeeds,
  run: async (context) => [
    ...(await runOnNodes(context, "wallet")),
    ...(await runExamples(context)),
  ],
};
