import { formatUpgrades } from "../../networks/upgrades.ts";
import type { Handler } from "../handler.ts";

/** The activation times of the network's upgrades. specification 4.1 */
export const upgrades: Handler<"info.upgrades", "chain"> = (_params, { chain }) =>
  formatUpgrades(chain.network.upgrades);
