import { avalancheGoNeeds } from "../avalanchego/module.ts";
import { runOnNodes } from "../avalanchego/node-tests.ts";
import type { Suite } from "../suite.ts";

/** AvalancheGo's own Go clients: every method of their interfaces, and the functions beside them. */
export const avalanchegoClients: Suite = {
  about:
    "every method of the Go clients of AvalancheGo v1.12.1, in profiles avalanchego-1.12 and spec",
  needs: avalancheGoNeeds,
  run: (context) => runOnNodes(context, "clients"),
};
