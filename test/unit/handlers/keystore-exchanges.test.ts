import { describe, expect, it } from "vitest";
import { aeadNonceBytes } from "../../../src/crypto/aead.ts";
import { parseAddress } from "../../../src/formats/address.ts";
import { equalBytes } from "../../../src/formats/bytes.ts";
import { decodeBytes } from "../../../src/formats/encoding.ts";
import { parsePrivateKey } from "../../../src/formats/private-key.ts";
import { loadProfile } from "../../../src/generated/load-profile.ts";
import { decodeExportedUser } from "../../../src/keystore/exported-user.ts";
import { answerCall } from "../../../src/node/apis/answer-call.ts";
import { profileHandlers } from "../../../src/node/apis/profile-handlers.ts";
import { type KeystoreExchange, keystoreExchanges, openKeystore } from "../../support/keystore.ts";
import { keystoreContext } from "../../support/keystore-context.ts";

const { keystore, platform } = profileHandlers["avalanchego-1.12"];
const handlers = { ...keystore, ...platform };
const profile = await loadProfile["avalanchego-1.12"]();
const exchanges = keystoreExchanges();

/**
 * The random bytes that a node drew for a call, as far as its later exports contain them, so that
 * our exports must be identical, byte for byte.
 */
function recordedDraws({ node, request, response }: KeystoreExchange): Uint8Array[] {
  const exported = exchanges
    .filter((other) => other.node === node && other.request.method === "keystore.exportUser")
    .filter((other) => other.request.params.username === request.params.username)
    .flatMap((other) => other.response.result?.user ?? [])
    .map((user) => decodeExportedUser(decodeBytes(user, "hex")))
    .at(-1);
  if (exported === undefined) return [];
  if (request.method === "keystore.createUser") return [exported.passwordHash.salt];
  const address = response.result?.address;
  if (address === undefined) return [];
  const [list, ...keys] = exported.entries;
  const bytes = parseAddress(address).address;
  const added = keys.find(({ key }) => equalBytes(key.subarray(32), bytes));
  const nonces = [added!, list!].map(({ value }) => value.slice(-aeadNonceBytes));
  if (request.method !== "platform.createAddress") return nonces;
  const exporting = exchanges.find((other) => other.request.params.address === address);
  return [parsePrivateKey(exporting!.response.result!.privateKey!), ...nonces];
}

describe("what AvalancheGo answered about its keystore", () => {
  it("is what Couloir answers, with identical exports", async () => {
    let draws: Uint8Array[] = [];
    const random = (length: number) => draws.shift() ?? new Uint8Array(length).fill(1);
    const contextOf = () => keystoreContext(openKeystore({ random }).keystore);
    const nodes = { "v1.11.1": contextOf(), "v1.12.1": contextOf() };
    const differences: unknown[] = [];
    for (const [index, exchange] of exchanges.entries()) {
      const { node, request, response } = exchange;
      draws = recordedDraws(exchange);
      const { result, error } = await answerCall(profile, handlers, request, nodes[node]);
      const answer =
        error === undefined ? { result } : { code: error.code, message: error.message };
      const expected =
        response.error === undefined
          ? { result: response.result }
          : { code: response.error.code, message: response.error.message };
      if (JSON.stringify(answer) === JSON.stringify(expected)) continue;
      differences.push({ index, method: request.method, answer, expected });
    }
    console.log(`${exchanges.length - differences.length} of ${exchanges.length} exchanges equal`);
    expect(differences).toEqual([]);
  });
});
