import { describe, expect, it } from "vitest";
import { formatId } from "../../../../src/formats/id.ts";
import { findNetwork, underRelease } from "../../../../src/networks/find-network.ts";
import { buildGenesis } from "../../../../src/pchain/genesis/build.ts";
import { parseGenesisConfig } from "../../../../src/pchain/genesis/config.ts";
import { GenesisError } from "../../../../src/pchain/genesis/genesis-error.ts";
import { validateGenesisConfig } from "../../../../src/pchain/genesis/validate.ts";
import vectors from "../../../vectors/genesis/go-json.json" with { type: "json" };

type Case = { name: string; json?: string; hex?: string; genesisID?: string; error?: string };

const network = underRelease(findNetwork(vectors.networkID), "newest");

function genesisOf({ json, hex }: Case) {
  const bytes = json === undefined ? Buffer.from(hex!.slice(2), "hex") : Buffer.from(json);
  const config = parseGenesisConfig(bytes);
  validateGenesisConfig(config, network, 1_800_000_000n);
  return buildGenesis(config);
}

/** What both say. Of a value of the wrong type, and of a key, Go says something else. */
const isShared = (reason: string) => /invalid character|unexpected end|conflicting/.test(reason);

describe("a genesis file is read as Go reads JSON", () => {
  const cases: Case[] = vectors.cases;
  it.each(cases.filter(({ genesisID }) => genesisID !== undefined))("$name", (each) => {
    expect(formatId(genesisOf(each).id)).toBe(each.genesisID);
  });

  it.each(cases.filter(({ error }) => error !== undefined))("refused: $name", (each) => {
    const reason = each.error!.replace("genesis config validation failed: ", "");
    expect(() => genesisOf(each)).toThrow(
      isShared(reason) ? new GenesisError(reason) : GenesisError,
    );
  });
});
