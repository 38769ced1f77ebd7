import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { methods } from "../../../src/generated/profiles/spec.ts";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import type { AnsweredCall } from "../../../src/rpc/json-rpc/description.ts";
import { ignoredParams } from "../../../src/rpc/json-rpc/params.ts";
import {
  entry,
  makeToy,
  send,
  startToy,
  table,
  toyDescription,
  toyHandlers,
  uint64,
} from "./toy.ts";

describe("the params that a method ignores", () => {
  const balance = methods["platform.getBalance"];

  test.each([
    ['{"addresses":[],"height":"1"}', 'platform.getBalance ignores the param "height"'],
    [
      '[{"height":"1","addresses":[]}, {"other":1}]',
      'platform.getBalance ignores the param "height"',
    ],
    [
      ' { "adresses" : [] } ',
      'platform.getBalance ignores the param "adresses" (did you mean "addresses"?)',
    ],
    ['{"a\\n\u00e9\\"":1}', 'platform.getBalance ignores the param "a???"'],
    [
      '{"a":1,"b":2,"c":3,"d":4,"e":5}',
      'platform.getBalance ignores the param "a", "b", "c" and others',
    ],
  ])("%s", (params, warning) => {
    expect(ignoredParams(balance, params)).toBe(warning);
  });

  test.each([undefined, "{}", "null", "[]", "[null]", '{"addresses":[]}', '[{"Addresses":[]}]'])(
    "none in %s",
    (params) => {
      expect(ignoredParams(balance, params)).toBeUndefined();
    },
  );

  test("are those of getCurrentValidators, which would return all", () => {
    const warning = ignoredParams(methods["platform.getCurrentValidators"], '{"nodeId":["x"]}');
    expect(warning).toBe(
      'platform.getCurrentValidators ignores the param "nodeId" (did you mean "nodeIDs"?)',
    );
  });

  test("are not listed where they are rejected", () => {
    expect(ignoredParams(methods["dev.fund"], '{"locktim":99}')).toBeUndefined();
  });
});

describe("a server", () => {
  const toy = makeToy();
  const calls: AnsweredCall[] = [];
  let server: RpcServer;
  let port: number;

  beforeAll(async () => {
    const [toyRoute] = toyDescription(toy).routes;
    const double = entry("toy.double", "block", { n: uint64 }, { exactNumbers: true });
    const route = {
      ...toyRoute!,
      methods: {
        ...toyRoute!.methods,
        ...table({ ...double, params: { ...double.params, names: ["n"] } }),
      },
      handlers: toyHandlers,
    };
    const onCall = (call: AnsweredCall) => calls.push(call);
    ({ server, port } = await startToy(toy, { routes: [route], onCall }));
  });
  afterAll(() => server.stop(100));

  const call = (params: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"toy.double","params":${params}}`;
  const ask = async (body: string) => {
    const { status, headers, text } = await send(port, { body, target: "/ext/toy" });
    expect(status).toBe(200);
    return { warning: headers.get("couloir-warning"), text };
  };

  test("names them with the result, also with one from the cache", async () => {
    const warning = 'toy.double ignores the param "m"';
    for (let repetition = 0; repetition < 3; repetition++) {
      const answer = await ask(call('{"n":2,"m":1}'));
      expect(answer.warning).toBe(warning);
      expect(JSON.parse(answer.text).result).toEqual({ n: 4 });
    }
    expect(toy.runs.get("double")).toBe(1);
    expect(calls.at(-1)).toMatchObject({ method: "toy.double", warning });
    expect((await ask(call('{"n":2}'))).warning).toBeUndefined();
  });

  test("names them on an open connection, which it reads itself", async () => {
    for (let repetition = 0; repetition < 3; repetition++) {
      const headers = { "content-type": "application/json" };
      const body = call('{"n":3,"m":1}');
      const response = await fetch(`http://127.0.0.1:${port}/ext/toy`, {
        method: "POST",
        headers,
        body,
      });
      expect(response.headers.get("couloir-warning")).toBe('toy.double ignores the param "m"');
      expect(await response.json()).toMatchObject({ result: { n: 6 } });
    }
  });

  test("names those of all calls of a batch once", async () => {
    const batch = [call('{"m":1}'), call('{"n":1}'), call('{"m":2}'), call('{"k":1}')];
    expect((await ask(`[${batch.join()}]`)).warning).toBe(
      'toy.double ignores the param "m"; toy.double ignores the param "k"',
    );
  });

  test("leaves the rest to the error of a call that fails", async () => {
    expect((await ask(call('{"n":"x","m":1}'))).warning).toBeUndefined();
  });
});

test("the profiles of AvalancheGo do not send the header", async () => {
  const toy = makeToy();
  const { server, port } = await startToy(toy, { dialect: "gorilla" });
  const body = '{"jsonrpc":"2.0","id":1,"method":"toy.double","params":[{"m":1}]}';
  const { status, headers } = await send(port, { body, target: "/ext/toy" });
  await server.stop(100);
  expect(status).toBe(200);
  expect(headers.get("couloir-warning")).toBeUndefined();
});
