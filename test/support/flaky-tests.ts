import type { Reporter, TestModule } from "vitest/node";

/** Names each test that failed at first and passed when it was repeated, and why, so that somebody makes it reliable. */
export default class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.diagnostic()?.flaky !== true) continue;
        const [error] = test.result().errors ?? [];
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        console.log(`FLAKY: ${name} failed, then passed: ${error?.stack ?? error?.message}`);
      }
    }
  }
}
