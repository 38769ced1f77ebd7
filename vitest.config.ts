import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";

// These replace modules, so they need modules of their own.
const isolated = [
  "test/contract/peers.test.ts",
  "test/unit/node/files/open-directory.test.ts",
  "test/unit/store/refusal-of.test.ts",
];

const flakyTests = fileURLToPath(new URL("test/support/flaky-tests.ts", import.meta.url));

/**
 * What no version of Node can change: texts, generated code, pages, other languages, and computations without I/O. CI runs
 * these on one Node only (`npm run test:nodes`).
 */
const once = [
  "test/browser/{accessibility,any-document,difficulties,docs,explorer-observed}.test.ts",
  "test/codegen/**/*.test.ts",
  "test/contract-tools/{clients,extensions,go-type-errors,odd-shapes,url-document}.test.ts",
  "test/contract/{deprecations,events-document,spec-coverage,transcribed-methods}.test.ts",
  "test/dropin/**/*.test.ts",
  "test/histories/releases.test.ts",
  "test/property/{mutants,output-order,state-diff,tx-codec}.test.ts",
  "test/repository/{ci-examples,citations,current,json-reader,links,module-state,walks,words}.test.ts",
  "test/unit/{foreign-chains,formats,networks,pchain,playground}/**/*.test.ts",
];

/**
 * What takes long: processes that are killed at many moments, whole chains, many random requests. `npm run test:long` runs
 * it, and CI does.
 */
const long = [
  "test/cluster/killed.test.ts",
  "test/browser/explorer-ledger.test.ts",
  "test/contract/{foreign-tools,index-database,ledger-database,pruned-ledger}.test.ts",
  "test/e2e/{follow-upstreams,followable,full-disk,healing,ledger-events,snapshot,stored-chains,unread-output,watch-kills,x-chain-dag}.test.ts",
  "test/histories/{l1-forecasts,ledger-in-postgresql,ledger-lists}.test.ts",
  "test/property/{chain-histories,chain-store,container-log,keystore,l1-forecasts,node-requests,rpc-requests,snapshots}.test.ts",
  "test/repository/bundle.test.ts",
  "test/unit/data-api/operations.test.ts",
  "test/unit/follow/{follow-peers,paced-tip}.test.ts",
  "test/unit/follow/stored-chain/{shared-memory,stored-chains}.test.ts",
  "test/unit/follow/x-chain-dag/{dag-following,dag-over-peers}.test.ts",
  "test/unit/handlers/keystore-exchanges.test.ts",
  "test/unit/keystore/password-scores.test.ts",
  "test/unit/indexer/{archive,killed-import}.test.ts",
  "test/unit/mesh/reconciliation.test.ts",
  "test/unit/node/copying/killed.test.ts",
  "test/unit/node/filling/{filled-rows,killed}.test.ts",
  "test/unit/node/follow/observatory-kills.test.ts",
  "test/unit/node/healing/heal.test.ts",
  "test/unit/store/{crash,memory}.test.ts",
  "test/unit/store/ledger/{deferred-rows,rows}.test.ts",
  "test/unit/watches/{long-outage,removed-rows,rules}.test.ts",
  "test/unit/upstream/upstream-follower.test.ts",
];

/** The same, of what no version of Node can change. */
const longOnce = [
  "test/browser/{accessibility,any-document,difficulties,docs,explorer-observed}.test.ts",
  "test/codegen/{component,diff/main,lint}.test.ts",
  "test/contract-tools/{go-type-errors,server-streams}.test.ts",
  "test/histories/releases.test.ts",
  "test/property/{mutants,state-diff}.test.ts",
  "test/unit/pchain/{blocks/histories,fees/l1-forecast}.test.ts",
];

/** Set by `npm run test:nodes` on all versions of Node but the first. */
const skipsOnce = process.env["COULOIR_TESTS_OF_NODE"] !== undefined;
const onFirstNode = (files: string[]) => (skipsOnce ? [] : files);
const onOtherNodes = (files: string[]) => (skipsOnce ? files : []);

const ofLong = { isolate: false, testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  // What users of the package import, from the sources.
  resolve: {
    alias: {
      "couloir/client": fileURLToPath(new URL("clients/typescript/src/index.ts", import.meta.url)),
      couloir: fileURLToPath(new URL("src/index.ts", import.meta.url)),
    },
  },
  test: {
    globalSetup: "test/support/temporary-files.ts",
    setupFiles: [
      "test/support/equal-bytes.ts",
      "test/support/loopback-only.ts",
      "test/support/seed-properties.ts",
      "test/support/warm-proofs.ts",
    ],
    // For machines that do much else; compilers of several languages run in tests.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A test that fails once does not decide in CI, but is named before the summary.
    retry: process.env["CI"] === undefined ? 0 : 1,
    reporters: [flakyTests, "default"],
    // A poll ends when it holds.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          // Loading the modules again for each file takes a quarter of the time, and again for each project a tenth.
          isolate: false,
          include: [
            "test/**/*.test.ts",
            "examples/**/*.test.js",
            "clients/typescript/test/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", ...isolated, ...long, ...longOnce, ...onOtherNodes(once)],
        },
      },
      { extends: true, test: { name: "isolated", include: isolated } },
      {
        extends: true,
        test: { name: "long", include: [...long, ...onFirstNode(longOnce)], ...ofLong },
      },
    ],
  },
});
