import { execFileSync } from "node:child_process";
import { lookup, Resolver } from "node:dns/promises";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { expect, it } from "vitest";

// TEST-NET-1 of RFC 5737: nobody has this address.
const address = "192.0.2.1";

it("tests cannot connect to an address outside this machine", async () => {
  const refusal = `a test connects to ${address}, which is not a loopback address`;
  expect(() => connect(9651, address)).toThrow(refusal);
  expect(() => connect({ host: address, port: 9651 })).toThrow(refusal);
  expect(() => connectTls({ host: address, port: 9651 })).toThrow(refusal);
  await expect(fetch(`http://${address}/`)).rejects.toMatchObject({
    cause: { message: refusal },
  });
});

it("tests cannot resolve names", async () => {
  await expect(async () => lookup("example.com")).rejects.toThrow("connects to example.com");
  await expect(async () => new Resolver().resolve4("example.com")).rejects.toThrow(
    "connects to example.com",
  );
});

it("tests can connect to loopback addresses", async () => {
  for (const host of ["127.0.0.1", "localhost"]) {
    await expect(fetch(`http://${host}:1/`)).rejects.not.toMatchObject({
      cause: { name: "NotLoopback" },
    });
  }
});

it("processes that a test starts cannot either", () => {
  const script = `
    try { require("node:net").connect(9651, "${address}"); console.log("connects"); }
    catch (error) { console.log(error.message); }
    process.exit();`;
  expect(execFileSync(process.execPath, ["-e", script]).toString()).toContain(
    `a test connects to ${address}`,
  );
});
