import { afterAll, beforeAll, expect, it } from "vitest";
import { sha256 } from "../../src/crypto/hash.ts";
import { decodeBytes, encodeBytes } from "../../src/formats/encoding.ts";
import { encodeFields } from "../../src/keystore/codec.ts";
import { sealingKey, sealValue } from "../../src/keystore/sealed-value.ts";
import { platformChainID } from "../../src/networks/chains.ts";
import { callNode } from "../support/call-node.ts";
import { goodPassword, localKeys } from "../support/keystore.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { readTranscript } from "../support/transcripts.ts";

const user = { username: "full", password: goodPassword };
let node: StartedNode;

beforeAll(async () => {
  node = await startNode({});
});

afterAll(() => node?.stop());

it("rejects a 5001st key", async () => {
  const imported = await callNode(node.url, "keystore.importUser", {
    ...user,
    user: userWithAddresses(5000),
  });
  expect(imported.error).toBeUndefined();
  const { result } = await callNode(node.url, "platform.listAddresses", user);
  expect((result as { addresses: string[] }).addresses).toHaveLength(5000);
  expect((await callNode(node.url, "platform.createAddress", user)).error).toEqual({
    code: -32000,
    message: "keystore user has reached its limit of 5000 addresses",
  });
  const { privateKey } = localKeys[0];
  const refused = await callNode(node.url, "platform.importKey", { ...user, privateKey });
  expect(refused.error).toEqual({
    code: -32000,
    message: "problem saving key keystore user has reached its limit of 5000 addresses",
  });
});

/** An exported user whose list of addresses has this length; the keys themselves are missing. */
function userWithAddresses(count: number): string {
  const list = new Uint8Array(6 + count * 20);
  const view = new DataView(list.buffer);
  view.setUint32(2, count);
  for (let i = 0; i < count; i++) view.setUint32(6 + i * 20, i);
  const bytes = encodeFields((fields) => {
    fields.fixed(passwordHashAndSalt());
    fields.count(1);
    fields.bytes(Buffer.concat([sha256(platformChainID), new Uint8Array(32)]));
    fields.bytes(sealValue(sealingKey(goodPassword), new Uint8Array(24), list));
  });
  return encodeBytes(bytes, "hex");
}

/** Of `goodPassword`, from a user that AvalancheGo exported. */
function passwordHashAndSalt(): Uint8Array {
  const { body } = readTranscript("keystore.importUser/as-exported").exchanges[0]!;
  const { params } = JSON.parse(body) as { readonly params: { readonly user: string } };
  return decodeBytes(params.user, "hex").subarray(2, 2 + 32 + 16);
}
