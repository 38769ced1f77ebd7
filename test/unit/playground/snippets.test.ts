import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { contractOf } from "../../../playground/contract/contract.ts";
import { type JsonObject, parseJson } from "../../../playground/json/parse.ts";
import { requestText } from "../../../playground/request/request.ts";
import type { Call } from "../../../playground/snippets/call.ts";
import { curlGet, curlPost, shellWord } from "../../../playground/snippets/curl.ts";
import { type LanguageName, languages, snippetOf } from "../../../playground/snippets/languages.ts";
import { typescript } from "../../../playground/snippets/typescript.ts";
import { packedContract } from "../../../scripts/build-site.ts";

const packed = await packedContract();
const contract = contractOf(packed, "spec");

function callOf(name: string, params: JsonObject, path?: string): Call {
  const method = contract.methods.get(name)!;
  return {
    method,
    schemas: contract.schemas,
    params,
    request: requestText(name, params),
    node: "http://127.0.0.1:9650",
    path: path ?? method.paths[0]!,
    profile: "spec",
  };
}

describe("curl", () => {
  test("a request is one line in quotes", () => {
    const { node, path, request } = callOf("platform.getBlock", { blockID: "a" });
    expect(curlPost(node + path, request)).toBe(
      `curl -s http://127.0.0.1:9650/ext/bc/P \\
  -H 'content-type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"a"}}'`,
    );
  });

  test("a request that is not JSON is sent unchanged", () => {
    expect(curlPost("http://a", "{ no")).toContain("-d '{ no'");
  });

  test
    .skipIf(process.platform === "win32")
    .each(["plain", "it's", "'", 'a\nb $HOME `x` \\ "', "http://a/b?tag=a&tag=b", ""])(
    "%j is one word of a shell",
    (text) => {
      const out = execFileSync("/bin/sh", ["-c", `printf %s ${shellWord(text)}`]).toString();
      expect(out).toBe(text);
    },
  );

  test("a query is quoted", () => {
    expect(curlGet("http://a/ext/health?tag=a&tag=b")).toBe(
      "curl -s 'http://a/ext/health?tag=a&tag=b'",
    );
  });
});

test("an optional number is a pointer in Go", () => {
  const params = { filter: { maxDelegationFee: 10 } };
  const text = snippetOf("go", callOf("platform.getCurrentValidators", params));
  expect(text).toContain("MaxDelegationFee: couloir.Ptr(10.0)");
});

test("optional words and addresses within an object are pointers to their own type in Go", () => {
  const rewards = snippetOf("go", callOf("ledger.getRewards", { filter: { status: "pending" } }));
  expect(rewards).toContain('Status: couloir.Ptr(couloir.LedgerRewardFilterStatus("pending"))');
  const filter = { rewardAddress: "P-local1" };
  const validators = snippetOf("go", callOf("platform.getCurrentValidators", { filter }));
  expect(validators).toContain('RewardAddress: couloir.Ptr(couloir.AddressText("P-local1"))');
});

test("a list of texts within an object owns them in Rust", () => {
  const text = snippetOf("rust", callOf("ledger.getRewards", { filter: { addresses: ["P-a"] } }));
  expect(text).toContain('addresses: Some(vec!["P-a".into()])');
});

describe("TypeScript", () => {
  test("an integer that is given as text is an integer", () => {
    const filter = { minEndTime: "1791604800", minDelegationCapacity: "18446744073709551615" };
    const text = typescript(callOf("platform.getCurrentValidators", { filter }));
    expect(text).toContain("minEndTime: 1791604800,");
    expect(text).toContain("minDelegationCapacity: 18446744073709551615n,");
  });

  test("short params stand on the call's line", () => {
    expect(typescript(callOf("platform.getBlockByHeight", { height: 5 }))).toBe(
      `import { createClient } from "couloir/client";

const client = createClient("http://127.0.0.1:9650");

const result = await client.platform.getBlockByHeight({ height: 5 });
console.log(result);`,
    );
  });

  test("a method without params has no argument", () => {
    expect(typescript(callOf("platform.getHeight", {}))).toContain("client.platform.getHeight();");
  });

  test("integers beyond a double are bigint", () => {
    const call = callOf("platform.getBlockByHeight", { height: 18446744073709551615n });
    expect(typescript(call)).toContain("{ height: 18446744073709551615n }");
  });

  test("paths with data of their own are keys", () => {
    const call = callOf("index.getLastAccepted", {}, "/ext/index/X/tx");
    expect(typescript(call)).toContain('client.index["X/tx"].getLastAccepted()');
  });

  test("AvalancheGo's profile has a client of its own", () => {
    const call = { ...callOf("platform.getHeight", {}), profile: "avalanchego" };
    expect(typescript(call)).toContain("createAvalanchegoClient(");
  });
});

const snippet = snippetOf;

describe("typed clients", () => {
  const call = callOf("platform.getBlockByHeight", { height: 5, encoding: "json" });

  test("Go names params, and imports nothing that is not shown", () => {
    expect(snippet("go", call)).toBe(`client := couloir.New("http://127.0.0.1:9650")

result, err := client.Platform.GetBlockByHeight(ctx, couloir.PlatformGetBlockByHeightParams{
	Height: 5,
	Encoding: "json",
})
if err != nil {
	return err
}
fmt.Printf("%+v\\n", result)`);
  });

  test("Python gives required params by place, others by name", () => {
    expect(snippet("python", call)).toBe(`from couloir import Client

with Client("http://127.0.0.1:9650") as client:
    result = client.platform.get_block_by_height(
        5,
        encoding="json",
    )
    print(result)`);
  });

  test("Rust sets optional params by methods", () => {
    expect(snippet("rust", call)).toBe(`use couloir_client::types::BlockEncoding;
use couloir_client::Client;

let client = Client::new("http://127.0.0.1:9650")?;
let result = client
    .platform()
    .get_block_by_height(5)
    .encoding(BlockEncoding::Json)
    .await?;
println!("{result:?}");`);
  });

  test("Java makes a record where an optional param is given", () => {
    expect(snippet("java", call)).toBe(`import couloir.client.CouloirClient;
import couloir.client.types.BlockEncoding;
import couloir.client.types.PlatformGetBlockByHeightParams;
import java.math.BigInteger;

CouloirClient client = CouloirClient.create("http://127.0.0.1:9650");
var params = PlatformGetBlockByHeightParams.of(BigInteger.valueOf(5L))
    .withEncoding(BlockEncoding.JSON);
var result = client.platform()
    .getBlockByHeight(params)
    .send();
System.out.println(result);`);
  });

  test("a 64-bit integer keeps every digit in each language", () => {
    const height = "18446744073709551615";
    const wide = callOf("platform.getBlockByHeight", { height: BigInt(height) });
    const texts = (Object.keys(languages) as LanguageName[]).map((each) => snippet(each, wide));
    for (const text of texts) expect(text).toContain(height);
    expect(snippet("java", wide)).toContain(`new BigInteger("${height}")`);
  });

  test("a union's value names its form where the language has none of its own", () => {
    const proposed = callOf("platform.getValidatorsAt", { height: "proposed" });
    expect(snippet("go", proposed)).toContain('couloir.ProposedHeight("proposed")');
    expect(snippet("python", proposed)).toContain('get_validators_at("proposed")');
    expect(snippet("rust", proposed)).toContain("HeightParam::Proposed");
    expect(snippet("java", proposed)).toContain("ProposedHeight.PROPOSED");
    const at = callOf("platform.getValidatorsAt", { height: 7 });
    expect(snippet("go", at)).toContain("Height: couloir.Uint64(7)");
    expect(snippet("rust", at)).toContain("get_validators_at(7_u64)");
    expect(snippet("java", at)).toContain("HeightParam.of(BigInteger.valueOf(7L))");
  });

  test("a path with data of its own is a group of its own", () => {
    const last = callOf("index.getLastAccepted", {}, "/ext/index/X/tx");
    expect(snippet("go", last)).toContain("client.Index.XTx.GetLastAccepted(");
    expect(snippet("python", last)).toContain("client.index.x_tx.get_last_accepted()");
    expect(snippet("rust", last)).toContain(".index(IndexPath::XTx)");
    expect(snippet("java", last)).toContain("client.index(IndexPath.X_TX)");
  });

  test("every example of every method is written down in every language", () => {
    for (const profile of ["spec", "avalanchego"]) {
      const all = contractOf(packed, profile);
      for (const method of all.methods.values()) {
        for (const example of method.examples) {
          const params = parseJson(example.params) as JsonObject;
          const request = requestText(method.name, params);
          const [path = ""] = method.paths;
          const given = { method, schemas: all.schemas, params, request, node: "http://a", path };
          for (const language of Object.keys(languages) as LanguageName[]) {
            const text = languages[language].print({ ...given, profile });
            expect(text).toMatch(/http:\/\/a/);
            expect(text).not.toMatch(/undefined|\[object/);
          }
        }
      }
    }
  });

  test.each([
    [{ unknown: 1 }, "unknown"],
    [{ height: true }, "PlatformGetBlockByHeightHeight"],
    [{ encoding: "json" }, "height"],
  ])("what no typed client could send is said so: %j", (params, place) => {
    const text = snippet("go", callOf("platform.getBlockByHeight", params as JsonObject));
    expect(text).toBe(`The typed client cannot send these params: see ${place}.`);
  });
});
