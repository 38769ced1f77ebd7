import type { Language } from "../language.ts";

const maven = ["mvn", "--batch-mode", "--quiet"] as const;
const run = ["java", "-cp", "target/classes:target/test-classes:target/dependency/*"] as const;

/** Prints the folder of a JDK 25, where Debian's packages put it. */
const jdk25 = "ls -d /usr/lib/jvm/*-25-*/ 2>/dev/null | head -1";

export const java: Language = {
  name: "java",
  toolchain: [
    ["javac", "-version"],
    ["mvn", "--version"],
  ],
  steps: [
    { name: "format", command: [...maven, "spotless:check"] },
    { name: "compile, lint and test", command: [...maven, "test"] },
    {
      name: "compile, lint and test with JDK 25",
      command: ["sh", "-c", `JAVA_HOME=$(${jdk25}) ${maven.join(" ")} clean test`],
      needs: ["sh", "-c", `test -n "$(${jdk25})"`],
    },
    { name: "document", command: [...maven, "javadoc:javadoc"] },
    {
      name: "collect dependencies",
      command: [...maven, "dependency:copy-dependencies", "-DincludeScope=runtime"],
    },
  ],
  conformance: [...run, "couloir.client.Conformance"],
  bench: [...run, "couloir.client.Bench"],
};
