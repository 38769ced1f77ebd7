import { torture } from "../test/support/tortured-node.ts";

/** Kills a node under load a thousand times, or as often as the argument says. */
const kills = Number(process.argv[2] ?? 1000);
const { acknowledged, blocks } = await torture(kills, (text) => console.log(text));
console.log(
  `${kills} kills -9: ${acknowledged} acknowledged transactions in ${blocks} blocks, none lost`,
);
