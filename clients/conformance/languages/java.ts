import type { Language } from "../language.ts";

const maven = ["mvn", "--batch-mode", "--quiet"] as const;
const run = ["java", "-cp", "target/classes:target/test-classes:target/dependency/*"] as const;

export const java: Language = {
  name: "java",
  toolchain: [
    ["javac", "-version"],
    ["mvn", "--version"],
  ],
  steps: [
    { name: "format", command: [...maven, "spotless:check"] },
    { name: "compile, lint and test", command: [...maven, "test"] },
    { name: "document", command: [...maven, "javadoc:javadoc"] },
    {
      name: "collect dependencies",
      command: [...maven, "dependency:copy-dependencies", "-DincludeScope=runtime"],
    },
  ],
  conformance: [...run, "couloir.client.Conformance"],
  bench: [...run, "couloir.client.Bench"],
};
