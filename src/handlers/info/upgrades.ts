import { formatUpgrades } from "../../networks/upgrades.ts";
import type { Handler } from "../handler.ts";

/** When the network's upgrades become active. specification 4.1 */
export const upgrades: Handler<"info.upgrades", "chain"> = (_params, { chain }) =>
  formatUpgrades(chain.network.upgrades, chain.network.release);
