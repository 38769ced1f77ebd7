import { describe, expect, it } from "vitest";
import { parseAddress } from "../../../src/formats/address.ts";
import { emptyId } from "../../../src/formats/bytes.ts";
import { formatPrivateKey } from "../../../src/formats/private-key.ts";
import { loadProfile } from "../../../src/generated/load-profile.ts";
import { keystoreHandlers } from "../../../src/handlers/keystore/index.ts";
import { platformHandlers } from "../../../src/handlers/platform/index.ts";
import { addressesMax } from "../../../src/keystore/chain-keys.ts";
import { answerCall } from "../../../src/node/apis/answer-call.ts";
import {
  fillAddresses,
  localKeys,
  openKeystore,
  goodPassword as password,
  putSealed,
  putUnsealed,
} from "../../support/keystore.ts";
import { keystoreContext } from "../../support/keystore-context.ts";

const profile = await loadProfile.spec();
const handlers = { ...keystoreHandlers, ...platformHandlers };
const alice = { username: "alice", password };
const [{ privateKey, address }] = localKeys;
const zeroKey = formatPrivateKey(new Uint8Array(32));
const notAuthentic = "chacha20poly1305: message authentication failed";

/** A keystore and a way to call it: the result, or code and message of the error. */
function openNode() {
  const { keystore, users } = openKeystore();
  const context = keystoreContext(keystore);
  const call = async (method: string, params: Record<string, string>): Promise<unknown> => {
    const { result, error } = await answerCall(profile, handlers, { method, params }, context);
    return error ?? result;
  };
  return { call, users };
}

const refusal = (message: string) => ({ code: -32000, message });
const refusedField = (field: string, expected: string, got: string, message: string) => ({
  ...refusal(message),
  data: { field, expected, got },
});
const invalid = (field: string, expected: string, got: string) => ({
  code: -32602,
  message: "Invalid params",
  data: { field, expected, got },
});

describe("the keystore in profile spec", () => {
  it("serves a user from creation to deletion", async () => {
    const { call } = openNode();
    expect(await call("keystore.createUser", alice)).toEqual({});
    expect(await call("keystore.listUsers", {})).toEqual({ users: ["alice"] });
    const exported = await call("keystore.exportUser", { ...alice, encoding: "HEX" });
    expect(exported).toEqual({ user: expect.stringMatching(/^0x[0-9a-f]{116}$/), encoding: "hex" });
    const { user } = exported as { user: string };
    const carol = { username: "carol", password };
    expect(await call("keystore.importUser", { ...carol, user, encoding: "hex" })).toEqual({});
    expect(await call("keystore.exportUser", carol)).toEqual(exported);
    expect(await call("keystore.deleteUser", carol)).toEqual({});
    expect(await call("keystore.listUsers", {})).toEqual({ users: ["alice"] });
  });

  it("has the password rule of the specification", async () => {
    const { call } = openNode();
    const weak = refusedField(
      "password",
      "a password that is hard to guess",
      "an easy one",
      "password is too weak",
    );
    for (const each of ["correct horse battery staple", "Abcdefg1", "x7Kq2", "Abcde1!"]) {
      expect(await call("keystore.createUser", { ...alice, password: each })).toEqual(weak);
    }
    const long = `Aa1!${"☃".repeat(1021)}`;
    expect(await call("keystore.createUser", { ...alice, password: long })).toEqual(
      refusedField(
        "password",
        "text of at most 1024 characters",
        "a longer one",
        "password exceeds maximum length of 1024 chars",
      ),
    );
    const longest = { ...alice, password: long.slice(0, 1024) };
    expect(await call("keystore.createUser", longest)).toEqual({});
    expect(await call("keystore.deleteUser", longest)).toEqual({});
  });

  it("rejects any encoding but hex, and says so first", async () => {
    const { call } = openNode();
    for (const encoding of ["hexc", "hexnc", "json"]) {
      const answer = await call("keystore.exportUser", { ...alice, encoding });
      expect(answer).toMatchObject({ code: -32602, data: { field: "encoding" } });
    }
  });

  it("names what is wrong with an exported user", async () => {
    const { call } = openNode();
    const importing = (user: string) => call("keystore.importUser", { ...alice, user });
    const undecoded = (reason: string) => refusal(`couldn't decode 'user' to bytes: ${reason}`);
    expect(await importing("00")).toEqual(undecoded("missing 0x prefix to hex encoding"));
    expect(await importing("0x0000")).toEqual(
      undecoded("input string is smaller than the checksum size"),
    );
    expect(await importing("0x0000000000")).toEqual(undecoded("invalid input checksum"));
    expect(await importing("0x7852b855")).toEqual(refusal("couldn't unpack codec version"));
    expect(await call("keystore.listUsers", {})).toEqual({ users: [] });
  });

  it("quotes names as Go does", async () => {
    const { call } = openNode();
    const odd = { username: 'a"\u200b\n雪', password };
    expect(await call("keystore.exportUser", odd)).toEqual(
      refusal('incorrect password: user "a\\"\\u200b\\n雪"'),
    );
    expect(await call("keystore.deleteUser", odd)).toEqual(
      refusal("user doesn't exist: a\"\u200b\n雪"),
    );
  });
});

describe("the keys of keystore users in profile spec", () => {
  it("come in and go out", async () => {
    const { call } = openNode();
    await call("keystore.createUser", alice);
    expect(await call("platform.listAddresses", alice)).toEqual({ addresses: [] });
    expect(await call("platform.importKey", { ...alice, privateKey })).toEqual({ address });
    const created = (await call("platform.createAddress", alice)) as { address: string };
    expect(await call("platform.listAddresses", alice)).toEqual({
      addresses: [address, created.address],
    });
    expect(await call("platform.exportKey", { ...alice, address })).toEqual({ privateKey });
    expect(await call("platform.exportKey", { ...alice, ...created })).toEqual({
      privateKey: expect.stringMatching(/^PrivateKey-/),
    });
    expect(await call("platform.exportKey", { ...alice, address: localKeys[1].address })).toEqual(
      refusal("problem retrieving private key: not found"),
    );
  });

  it("need a user and its password", async () => {
    const { call } = openNode();
    await call("keystore.createUser", alice);
    const wrong = { username: "alice", password: "wrong" };
    const notOpened = refusal('problem retrieving user "alice": incorrect password: user "alice"');
    expect(await call("platform.listAddresses", wrong)).toEqual(notOpened);
    expect(await call("platform.createAddress", wrong)).toEqual(notOpened);
    expect(await call("platform.importKey", { ...wrong, privateKey })).toEqual(notOpened);
    expect(await call("platform.exportKey", { ...wrong, address })).toEqual(notOpened);
    expect(await call("platform.listAddresses", { username: "", password })).toEqual(
      refusal('problem retrieving user "": empty username'),
    );
  });

  it("must be keys, which no error repeats", async () => {
    const { call } = openNode();
    const expected =
      "a private key: PrivateKey- followed by the cb58 encoding of 32 bytes with its checksum";
    for (const bad of [`${privateKey.slice(0, -1)}M`, zeroKey]) {
      const answer = await call("platform.importKey", { ...alice, privateKey: bad });
      expect(answer).toEqual(invalid("privateKey", expected, `text of ${bad.length} characters`));
      expect(JSON.stringify(answer)).not.toContain(bad.slice(11, 20));
    }
    expect(await call("platform.importKey", alice)).toEqual(
      refusedField("privateKey", "a private key", "nothing", "argument 'privateKey' not given"),
    );
  });

  it("are at most 5000", async () => {
    const { call, users } = openNode();
    await call("keystore.createUser", alice);
    fillAddresses(users, "alice", addressesMax);
    const full = "keystore user has reached its limit of 5000 addresses";
    expect(await call("platform.createAddress", alice)).toEqual(refusal(full));
    expect(await call("platform.importKey", { ...alice, privateKey })).toEqual(
      refusal(`problem saving key ${full}`),
    );
  });

  it("are distinguished from unreadable data", async () => {
    const { call, users } = openNode();
    await call("keystore.createUser", alice);
    await call("platform.importKey", { ...alice, privateKey });
    putUnsealed(users, "alice", parseAddress(address).address, new Uint8Array(2));
    expect(await call("platform.exportKey", { ...alice, address })).toEqual(
      refusal(
        "problem retrieving private key: couldn't unmarshal slice: packer has insufficient length for input",
      ),
    );
    putSealed(users, "alice", emptyId, new Uint8Array(6), "another password");
    expect(await call("platform.listAddresses", alice)).toEqual(
      refusal(`couldn't get addresses: ${notAuthentic}`),
    );
    const other = { ...alice, privateKey: localKeys[1].privateKey };
    expect(await call("platform.importKey", other)).toEqual(
      refusal(`problem saving key ${notAuthentic}`),
    );
    expect(await call("platform.createAddress", alice)).toEqual(
      refusal(`problem retrieving user "alice": couldn't get addresses: ${notAuthentic}`),
    );
  });
});
