import { plainText } from "../../emit/wrapped-text.ts";
import type { ClientFile, PackageInfo, PackageWriter } from "../language.ts";
import { quoted } from "../literals.ts";
import type { ClientModel } from "../model.ts";
import { runtimeFile } from "../package/package.ts";
import { exampleCall, packageReadme } from "../package/readme.ts";
import { streamReadme } from "../package/stream-readme.ts";
import { hasSubscriptions } from "../package/streams.ts";
import { versions } from "../package/versions.ts";
import { javaRuntime } from "./runtime.ts";
import { printSources } from "./sources.ts";
import { printJavaSubscriptions } from "./subscriptions.ts";
import { javaName, javaType, keywords } from "./types.ts";

/** A Maven project on Jackson, for Java 17 and later. */
export const javaPackage: PackageWriter = (model, info) => {
  const name = javaPackageName(info);
  const folder = `src/main/java/${name.replaceAll(".", "/")}`;
  // Every Java file names its package.
  const placed = ({ path, text }: ClientFile): ClientFile => ({
    path: path.replace("src/generated/java/couloir/client", folder),
    text: text.replaceAll(/^(package|import) couloir\.client/gm, (_all, word) => `${word} ${name}`),
  });
  const hasStreams = hasSubscriptions(model);
  const streams = hasStreams ? printJavaSubscriptions(model) : [];
  return [
    { path: "pom.xml", text: project(info) },
    { path: ".gitignore", text: "/target\n" },
    ...[...javaRuntime(folder, hasStreams), ...printSources(model), ...streams].map(placed),
    { path: "examples/Quickstart.java", text: example(model, info) },
    { path: "README.md", text: packageReadme(model, info, readme(model, info), javaName) },
  ];
};

/** The packages that the client's own would hide. */
const packages = ["java", "javax", "tools", "com"];

/** The Java package of the client: `petstore.client`. */
export function javaPackageName({ name }: PackageInfo): string {
  const plain = name.replaceAll("-", "");
  const isTaken = keywords.has(plain) || packages.includes(plain);
  return `${isTaken ? `${plain}api` : plain}.client`;
}

function licenses({ name, url }: NonNullable<PackageInfo["license"]>): string {
  const place = url === undefined ? "" : `<url>${xml(url)}</url>`;
  return `  <licenses>\n    <license><name>${xml(name)}</name>${place}</license>\n  </licenses>\n`;
}

function project({ name, title, version, license }: PackageInfo): string {
  const own = runtimeFile("java/pom.xml");
  const jackson = /jackson-databind<\/artifactId>\s*<version>([^<]+)/.exec(own)?.[1] ?? "";
  const compiler = /maven-compiler-plugin<\/artifactId>\s*<version>([^<]+)/.exec(own)?.[1] ?? "";
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>

  <groupId>${name}</groupId>
  <artifactId>${name}-client</artifactId>
  <version>${version}</version>
  <description>${xml(`Typed client of ${title}.`)}</description>
${license === undefined ? "" : licenses(license)}
  <properties>
    <maven.compiler.release>${versions.javaRelease}</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>

  <dependencies>
    <dependency>
      <groupId>tools.jackson.core</groupId>
      <artifactId>jackson-databind</artifactId>
      <version>${jackson}</version>
    </dependency>
  </dependencies>

  <build>
    <plugins>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>${compiler}</version>
        <configuration>
          <compilerArgs>
            <arg>-Xlint:all</arg>
          </compilerArgs>
          <proc>none</proc>
          <showWarnings>true</showWarnings>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
`;
}

function xml(text: string): string {
  return plainText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function example(model: ClientModel, info: PackageInfo): string {
  const call = exampleCall(model);
  const values = (call?.values ?? []).map(({ member, value }) => {
    if (typeof value === "string") return quoted(value);
    const type = javaType(member.type, model.types);
    return type === "long" || type === "BigInteger" ? `${value}L` : `${value}`;
  });
  const made =
    call === undefined
      ? 'client.rpc().getClass().getSimpleName() + " is ready"'
      : `client.rpc().${javaName(call.method.localName)}(${values.join(", ")}).send()`;
  return `package examples;

import ${javaPackageName(info)}.Client;

/** Calls a method. */
public class Quickstart {
  private Quickstart() {}

  /**
   * Runs the example.
   *
   * @param args the URL of the server
   */
  public static void main(String[] args) {
    Client client = Client.create(args.length > 0 ? args[0] : ${quoted(info.url)});
    System.out.println(${made});
  }
}
`;
}

function readme(model: ClientModel, info: PackageInfo): string {
  return `\`\`\`
mvn install
\`\`\`

\`\`\`java
${example(model, info).trim()}
\`\`\`

\`RpcException\` is an error that the server returned, with the \`ErrorName\` of a declared error. \`TransportException\` is
any other failure. Unsigned 64-bit integers are \`BigInteger\`. A form of a union that the document does not declare is
\`Other\`, as JSON.
${streams(model)}`;
}

function streams(model: ClientModel): string {
  return streamReadme(
    model,
    "java",
    javaName,
    (
      { localName },
      needsParams,
    ) => `try (var items = client.subscriptions().${javaName(localName)}(${needsParams ? "params" : ""})) {
  for (var item : items) {
    System.out.println(item);
  }
}`,
    `The end of the block ends the subscription. A broken connection is opened again: \`onReconnect\` says when, because what
the server pushed in between is lost. Each subscription has a WebSocket of its own.`,
  );
}
