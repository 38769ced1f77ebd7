import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { Budget } from "../../../src/rpc/http/budget.ts";
import { Connection } from "../../../src/rpc/http/connections.ts";
import { Turns } from "../../../src/rpc/http/turns.ts";

/** A response to a request whose body may still arrive. */
function responseTo(request: { complete: boolean }) {
  const req = { ...request, url: "/", rawHeaders: [], headers: { "content-length": "3000" } };
  const response = Object.assign(new EventEmitter(), { req, writableFinished: false });
  const finish = () => {
    response.writableFinished = true;
    response.emit("close");
  };
  return { response: response as unknown as ServerResponse, req, finish };
}

const openConnection = () => new Connection(new Socket(), new Budget(1_000_000), new Turns());

describe("what a connection reads next is a head", () => {
  it("before the first request, and when one is answered and read", () => {
    const connection = openConnection();
    expect(connection.isAtHead).toBe(true);
    const { response, finish } = responseTo({ complete: true });
    connection.enter(response, () => {});
    expect(connection.isAtHead).toBe(false);
    finish();
    expect(connection.isAtHead).toBe(true);
  });

  it("after a body that was answered before it had arrived, when all of it has", () => {
    const connection = openConnection();
    const { response, req, finish } = responseTo({ complete: false });
    connection.enter(response, () => {});
    finish();
    expect([connection.isAtHead, connection.bodyLength]).toEqual([false, 3_000]);
    req.complete = true;
    expect(connection.isAtHead).toBe(true);
    expect(connection.bodyLength).toBe(0);
  });
});

describe("an answer that is not taken", () => {
  it.each([
    ["over TCP", {}, 1_000],
    ["over TLS, where it is encrypted at once", { encrypted: true }, 2_000],
  ])("counts %s", (_how, security, bytes) => {
    const budget = new Budget(1_000_000);
    const connection = new Connection(Object.assign(new Socket(), security), budget, new Turns());
    connection.holdAnswer(1_000);
    expect(budget.bytes).toBe(bytes);
  });
});
