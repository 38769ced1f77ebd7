import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { type JsonValue, parseJson } from "../../../src/formats/json.ts";
import { loadProfile } from "../../../src/generated/load-profile.ts";
import { answerCall } from "../../../src/node/apis/answer-call.ts";
import { profileHandlers } from "../../../src/node/apis/profile-handlers.ts";
import { type Ask, clockOf, compareAsks } from "../../../src/replay/compare-asks.ts";
import { openGenesisChain, recordedGenesis } from "../../support/genesis-chain.ts";
import { historyNames } from "../../support/histories.ts";

type AskVectors = { readonly upgrades: JsonValue; readonly asks: readonly Ask[] };

function readAsks(name: string): AskVectors {
  const url = new URL(`../../vectors/asks/${name}.json`, import.meta.url);
  return parseJson(readFileSync(url, "utf8")) as unknown as AskVectors;
}

const handlers = profileHandlers["avalanchego-1.12"].platform;
const profile = await loadProfile["avalanchego-1.12"]();

describe.each(historyNames)("the asks at height 0 of %s", (name) => {
  const { upgrades, asks } = readAsks(name);
  const node = openGenesisChain(recordedGenesis(name), upgrades);
  afterAll(() => node.store.close());

  it("return what AvalancheGo returned", async () => {
    const { compared, equal, differences } = await compareAsks(asks, (ask) => {
      node.setClock(clockOf(ask));
      return answerCall(profile, handlers, ask, node.context);
    });
    console.log(`${name}: ${equal} of ${compared} asks equal`);
    expect(differences).toEqual([]);
  });
});
