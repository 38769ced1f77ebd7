import { stringify } from "yaml";

/** A line of a node's metrics, and the names of the alerts that it makes fire. */
export type Scrape = { readonly line: string; readonly alerts: readonly string[] };

/** A file for `promtool test rules`: one series with a value a minute, and the alerts that fire at each. */
export function testOfRules(rules: string, scrapes: readonly Scrape[]): string {
  const [series] = new Set(scrapes.map(({ line }) => line.slice(0, line.lastIndexOf(" "))));
  const values = scrapes.map(({ line }) => line.slice(line.lastIndexOf(" ") + 1)).join(" ");
  return stringify({
    rule_files: [rules],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: [{ series: series!.replace("{", '{instance="node",'), values }],
        promql_expr_test: scrapes.map(({ alerts }, minute) => ({
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: `${minute}m`,
          exp_samples: alerts.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
        })),
      },
    ],
  });
}
