import type { Reporter, TestModule } from "vitest/node";

/** Names each test that failed at first and passed when it was repeated, so that somebody makes it reliable. */
export default class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.diagnostic()?.flaky !== true) continue;
        console.log(`FLAKY: ${module.relativeModuleId} > ${test.fullName} failed, then passed`);
      }
    }
  }
}
