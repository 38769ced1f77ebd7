import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type StartedNode, startNode } from "../support/start-node.ts";

type Dashboard = {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
  readonly templating: { readonly list: readonly { readonly definition?: string }[] };
};

const file = new URL("../../docs/operate/grafana-dashboard.json", import.meta.url);
const dashboard = JSON.parse(readFileSync(file, "utf8")) as Dashboard;
type Alerts = {
  readonly groups: readonly {
    readonly name: string;
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
};

const alertsFile = new URL("../../docs/operate/alerts.yml", import.meta.url);
const alerts = parse(readFileSync(alertsFile, "utf8")) as Alerts;
// Those of a follower are in unit/node/follow/follow.test.ts.
const ofAnyNode = alerts.groups.filter(({ name }) => name === "couloir");
const alertQueries = ofAnyNode.flatMap(({ rules }) =>
  rules.map(({ alert, expr }) => [alert, expr] as const),
);
const queries = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [title, expr] as const),
);
let node: StartedNode;
/** Lines such as `name{label="value"} 1`. */
let served: readonly string[] = [];

beforeAll(async () => {
  node = await startNode({});
  const text = await (await fetch(`${node.url}/ext/metrics`)).text();
  served = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
});

afterAll(() => node.stop());

test.each(alertQueries)("%s: a node serves every metric of %s", (_alert, query) => {
  const names = [...query.matchAll(/([a-z_][a-z_0-9]+)\{/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    expect(served.some((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))).toBe(
      true,
    );
  }
});

test.each(queries)("%s: a node serves what %s asks for", (_title, query) => {
  const selectors = [...query.matchAll(/([a-z_0-9]+)\{([^}]*)\}/g)];
  expect(selectors.length).toBeGreaterThan(0);
  for (const [, name, labels = ""] of selectors) {
    const lines = served.filter(
      (line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `),
    );
    expect([name, lines.length > 0]).toEqual([name, true]);
    // Prometheus adds `instance`; every other label that is asked for has that value somewhere.
    const wanted = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([label]) => label);
    expect(lines.some((line) => wanted.every((label) => line.includes(label)))).toBe(true);
  }
  const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(", "));
  for (const label of grouped) {
    expect(served.some((line) => line.includes(`${label}="`))).toBe(true);
  }
});

test("the variable asks for a metric that is served", () => {
  const [definition] = dashboard.templating.list.flatMap((variable) => variable.definition ?? []);
  const name = /^label_values\((\w+), instance\)$/.exec(definition ?? "")?.[1];
  expect(served.some((line) => line.startsWith(`${name}{`))).toBe(true);
});
