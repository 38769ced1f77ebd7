import { healUnderKills } from "../test/support/killed-healing.ts";

/** Kills a follower 50 times while its store heals, or as often as the argument says. */
const { kills, healed } = await healUnderKills(Number(process.argv[2] ?? 50), (text) =>
  console.log(text),
);
console.log(`${kills} kills -9: ${healed} stores healed, each equal to that of the right rules`);
