import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quickCall } from "../../../src/rpc/json-rpc/quick-call.ts";

describe("quickCall", () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"a.b","params":{"x":[1,"]"]}}', "1", '{"x":[1,"]"]}'],
    ['{"method":"a.b","params":[{}],"id":"x","jsonrpc":"2.0"}', '"x"', "[{}]"],
    ['{ "jsonrpc" : "2.0" , "id" : 0 , "method" : "a.b" }\n', "0", undefined],
  ])("%s", (text, id, params) => {
    expect(quickCall(text)).toEqual({ id, method: "a.b", params });
  });

  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"a.b"}x'],
    ['{"jsonrpc":"2.0","id":1,"id":2,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":01,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":-1,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":1.5,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":null,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":"\\u0041","method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":"<","method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":1,"method":"a.b","params":null}'],
    ['{"jsonrpc":"2.0","id":1,"method":"a.b","extra":1}'],
    ['{"jsonrpc":"2.0","method":"a.b"}'],
    ['{"jsonrpc":"2.1","id":1,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":1,"method":"a.b"'],
    ['[{"jsonrpc":"2.0","id":1,"method":"a.b"}]'],
    [""],
    ["{"],
    ['{"'],
    ['{"id":'],
  ])("looks away from %s", (text) => {
    expect(quickCall(text)).toBe(undefined);
  });

  test("where it answers, JSON.parse agrees", () => {
    const token = fc.constantFrom("1", "0", '"a"', "null", '"a\\n"', "-1", "1.5", "{}", "x", "01");
    const pair = fc.oneof(
      fc.constant('"jsonrpc":"2.0"'),
      token.map((id) => `"id":${id}`),
      fc.constantFrom('"method":"a.b"', '"method":"a\\u002eb"', '"method":5'),
      fc.json().map((json) => `"params":${json}`),
      token.map((value) => `"extra":${value}`),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 5 }), fc.constantFrom(",", " , "), (pairs, comma) => {
        const text = `{${pairs.join(comma)}}`;
        const call = quickCall(text);
        if (call === undefined) return;
        const request = JSON.parse(text);
        expect(request.method).toBe(call.method);
        expect(request.id).toEqual(JSON.parse(call.id!));
        const params = call.params === undefined ? undefined : JSON.parse(call.params);
        expect(request.params).toEqual(params);
      }),
      { numRuns: 2_000 },
    );
  });
});
