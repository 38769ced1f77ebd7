import { inspect } from "node:util";
import { createMockServer } from "../../mock/mock-server.ts";
import { joinHostPort } from "../../node/identity/staking-address.ts";
import { notListening, StartError } from "../../node/node-config.ts";
import { type Command, exitCodeOf } from "../command.ts";
import { readSettings } from "../settings.ts";
import { stopSignal } from "../signals.ts";

/** Serves the examples of the documents at the paths of a node until SIGINT or SIGTERM. */
export const mock: Command = async (args, terminal) => {
  const settings = await readSettings(args, terminal);
  if ("exitCode" in settings) return settings.exitCode;
  const { http, apis } = settings.config;
  const signal = stopSignal();
  try {
    const print = (fields: object, message: string) =>
      terminal.err(`${message}: ${inspect(fields)}\n`);
    const server = await createMockServer(settings.config, { error: print, warn: print });
    const { host, port } = await server.start().catch((error: unknown) => {
      throw notListening(error, joinHostPort(http.host, http.port), "http-port");
    });
    const url = `${http.tls === undefined ? "http" : "https"}://${joinHostPort(host, port)}`;
    terminal.out(`mock of the profile ${apis.profile} listens at ${url}\n`);
    await signal;
    await server.stop(http.shutdownTimeoutMs);
    return 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof StartError) && code === undefined) throw error;
    terminal.err(`couldn't start the mock: ${message}\n`);
    return exitCodeOf(error);
  }
};
