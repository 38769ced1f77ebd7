import { expect, test } from "vitest";
import { DeclaredError, errorForm, errors } from "../../src/generated/errors.ts";
import { loadProfile } from "../../src/generated/load-profile.ts";

test("a declared error has the code and words of the documents", () => {
  const error = errors.aliasNotFound({ alias: "{chain}" });
  expect(error).toBeInstanceOf(DeclaredError);
  expect(error).toMatchObject({
    name: "AliasNotFound",
    code: -32000,
    message: "there is no ID with alias: {chain}",
    data: undefined,
  });
});

test("the data of an error has its placeholders filled", () => {
  const mistake = { field: "alias", expected: "text", got: "5" };
  expect(errors.invalidParams(mistake)).toMatchObject({ code: -32602, data: mistake });
});

test("a profile overrides the message of an error that is thrown", async () => {
  const error = errors.numToFetchOutOfRange({ numToFetch: 0 });
  expect(error.message).toBe("numToFetch must be in [0,1024] but is 0");
  expect(errorForm("avalanchego", error).message).toBe("numToFetch must be in [1,1024] but is 0");
  const { errorForm: form } = await loadProfile.avalanchego();
  expect(form(errors.invalidParams({ field: "f", expected: "e", got: "g" }))).toMatchObject({
    code: -32000,
    message: expect.stringContaining("couldn't unmarshal an argument"),
  });
});

test("params that break a rule with its own error name that error", async () => {
  const { endpoints } = await loadProfile.spec();
  const read = endpoints.info.methods["info.isBootstrapped"]?.params.read({ chain: "" });
  expect(read).toMatchObject({ ok: false, error: "ChainNotGiven" });
});
