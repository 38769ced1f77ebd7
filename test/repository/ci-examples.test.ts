import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { nodeConfig } from "../../src/cli/config.ts";
import { readRawConfig } from "../../src/cli/raw-config.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** What the image sets. */
const imageEnvironment = Object.fromEntries(
  [...read("Dockerfile").matchAll(/(AVAGO_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);

it("the compose file starts a node that serves the dev API to other containers", async () => {
  const { services } = parse(read("examples/docker/compose.yaml")) as {
    services: Record<string, { command: readonly string[]; ports: readonly string[] }>;
  };
  const { command, ports } = services["couloir"]!;
  const { http, apis, notices } = nodeConfig(await readRawConfig(command, imageEnvironment));
  expect(http).toMatchObject({ host: "0.0.0.0", allowedHosts: ["couloir", "localhost"] });
  expect(apis.dev).toBe(true);
  expect(notices.map(({ message }) => message).join()).toContain("controls the chain");
  expect(ports).toEqual([`127.0.0.1:${http.port}:${http.port}`]);
});

it("the job of GitHub Actions starts a node with flags that exist", async () => {
  const { jobs } = parse(read("examples/github-actions/test.yml")) as {
    jobs: { test: { steps: readonly { name?: string; run?: string }[] } };
  };
  const start = jobs.test.steps.find(({ name }) => name === "Start a dev node")!.run!;
  const [, flags = ""] = /bin\/couloir (.*?) >/.exec(start) ?? [];
  const { http, apis } = nodeConfig(await readRawConfig(flags.split(" "), {}));
  expect(apis.dev).toBe(true);
  expect(start).toContain(`http://${http.host}:${http.port}/ext/health`);
});
