import { join } from "node:path";
import { javaPackageName } from "../../../codegen/clients/java/package.ts";
import { javaName } from "../../../codegen/clients/java/types.ts";
import { quoted } from "../../../codegen/clients/literals.ts";
import { wordName } from "../../../codegen/clients/names.ts";
import type { CheckedLanguage } from "./language.ts";

/** Shared by all documents: Maven downloads Jackson once. */
const jars = (folder: string) => join(folder, "../../java-jars");
const copy = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies";

/** Copies the dependencies of a project into a folder, and prints nothing unless that fails. */
function copyTo(target: string, project: string): string {
  const mvn = `mvn -q --batch-mode -Dstyle.color=never -f ${project}/pom.xml ${copy} -DoutputDirectory="${target}"`;
  return `{ ${mvn} >"${target}.log" 2>&1 || { cat "${target}.log"; exit 1; }; }`;
}

/** The newest version that runs on a JDK of version 17. */
const errorProneVersion = "2.42.0";

/** Shared by all documents, too. */
const checkers = (folder: string) => join(folder, "../../java-checkers");

/** What Error Prone reads of the compiler. */
const compilerParts = "api code comp file main model parser processing tree util"
  .split(" ")
  .map((part) => `-J--add-exports=jdk.compiler/com.sun.tools.javac.${part}=ALL-UNNAMED`)
  .concat(
    ["code", "comp"].map(
      (part) => `-J--add-opens=jdk.compiler/com.sun.tools.javac.${part}=ALL-UNNAMED`,
    ),
  );

/**
 * The default checks of Error Prone, except that for names like those of java.lang: names are the document's. The program
 * of this test is not checked.
 */
const errorProne = [
  ...compilerParts,
  "-XDcompilePolicy=simple",
  "--should-stop=ifError=FLOW",
  "-XDaddTypeAnnotationsToSymbol=true",
  `-processorpath "$(printf '%s:' "$CHECKERS"/*.jar)"`,
  "'-Xplugin:ErrorProne -Xep:JavaLangClash:OFF -XepExcludedPaths:.*/check/Check.java'",
].join(" ");

const checkersPom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>checkers</groupId><artifactId>checkers</artifactId><version>1</version>
<dependencies><dependency>
<groupId>com.google.errorprone</groupId><artifactId>error_prone_core</artifactId><version>${errorProneVersion}</version>
</dependency></dependencies></project>
`;

export const java: CheckedLanguage = {
  name: "java",
  toolchain: ["javac", "-version"],
  compile: (folder) => {
    const env = { JARS: jars(folder), CHECKERS: checkers(folder), CHECKERS_POM: checkersPom };
    const shell = (script: string) => ({ command: ["sh", "-c", script], env });
    return [
      shell(`test -d "$JARS" || ${copyTo("$JARS", ".")}`),
      shell(
        `test -d "$CHECKERS" || { mkdir -p check && printf %s "$CHECKERS_POM" >check/pom.xml && ${copyTo("$CHECKERS", "check")}; }`,
      ),
      shell(
        `javac ${errorProne} -Xlint:all -Werror --release 17 -d classes -cp "$JARS/*" $(find src examples check -name '*.java')`,
      ),
    ];
  },
  run: (folder) => ({ command: ["java", "-cp", `classes:${jars(folder)}/*`, "check.Check"] }),
  program: (model, info) => {
    const methods = model.profiles.flatMap(({ apis }) => apis.flatMap((api) => api.methods));
    const cases = methods.map(({ name, localName, params }, index) => {
      const given =
        params === undefined ? "" : `MAPPER.treeToValue(params, ${wordName(params.name)}.class)`;
      return {
        row: `      case ${quoted(name)} -> call${index}(client, params);\n`,
        method: `  private static Object call${index}(Client client, JsonNode params) {\n    return client.rpc().${javaName(localName)}(${given}).send();\n  }\n`,
      };
    });
    return [["check/Check.java", main(javaPackageName(info), cases, methods.length > 0)]];
  },
};

const main = (
  name: string,
  cases: readonly { readonly row: string; readonly method: string }[],
  hasMethods: boolean,
) => `package check;

import ${name}.Client;
${hasMethods ? `import ${name}.types.*;\n` : ""}import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

@SuppressWarnings("deprecation")
final class Check {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
          .changeDefaultPropertyInclusion(
              inclusion ->
                  inclusion
                      .withValueInclusion(JsonInclude.Include.NON_ABSENT)
                      .withContentInclusion(JsonInclude.Include.ALWAYS))
          .build();

  private Check() {}

  public static void main(String[] args) throws java.io.IOException {
    Client client = Client.create(args[0]);
    StringBuilder outcomes = new StringBuilder("[");
    for (JsonNode each : MAPPER.readTree(Files.readString(Path.of("calls.json")))) {
      outcomes.append(outcomes.length() > 1 ? "," : "");
      try {
        Object result = call(client, each.get("method").asString(), each.get("params"));
        outcomes.append("{\\"result\\":").append(MAPPER.writeValueAsString(result)).append("}");
      } catch (RuntimeException failure) {
        String text = MAPPER.writeValueAsString(failure.toString());
        outcomes.append("{\\"failure\\":").append(text).append("}");
      }
    }
    System.out.println(outcomes.append("]"));
  }

  private static Object call(Client client, String method, JsonNode params) {
${hasMethods ? "    return switch (method) {\n" : ""}${cases.map(({ row }) => row).join("")}${
  hasMethods
    ? '      default -> throw new IllegalArgumentException("no method " + method);\n    };\n'
    : '    throw new IllegalArgumentException("no method " + method);\n'
}  }

${cases.map(({ method }) => method).join("\n")}}
`;
