import type { DescribedAccount, NodeDescription } from "../node/dev/node-description.ts";

/** Keeps the banner short; `--json` lists all. */
const shownMax = 10;

const navaxPerAvax = 10n ** 9n;

const modes: Readonly<Record<NodeDescription["mode"], string>> = {
  dev: "dev: builds its own blocks",
  follow: "follow: joins the network and accepts its blocks",
  offline: "offline: serves the stored chain, neither builds nor follows blocks",
};

/** The text that a node prints at start: its URLs and, on a dev node, funded keys and validators. */
export function banner(node: NodeDescription): string {
  const { url, accounts, validators } = node;
  const isDev = accounts.length > 0;
  const lines = [
    "",
    `  Couloir, network ${node.network} (${node.networkID}), height ${node.height}`,
    "",
    `  URL        ${url}`,
    `  Docs       ${node.docsURL}`,
    `  P-chain    ${url}/ext/bc/P`,
    ...(isDev ? [`  Dev API    ${url}/ext/dev`] : []),
    `  Node       ${node.nodeID}`,
    `  Mode       ${modes[node.mode]}`,
    ...(node.followable === undefined ? [] : followLines(node, node.followable)),
    `  Hardfork   ${node.hardfork}`,
    `  Data       ${placeOf(node)}`,
    ...(isDev ? accountLines(accounts) : []),
    ...(isDev ? validatorLines(validators) : []),
    "",
    "",
  ];
  return lines.join("\n");
}

/** The flags of another node; the genesis file is the same for all of them. */
function followLines(
  { networkID, nodeID }: NodeDescription,
  { stakingAddress, genesisURL }: NonNullable<NodeDescription["followable"]>,
): string[] {
  return [
    `  Follow     curl -o genesis.json ${genesisURL}`,
    `             couloir --network-id ${networkID} --genesis-file genesis.json \\`,
    `               --bootstrap-ips ${stakingAddress} --bootstrap-ids ${nodeID}`,
  ];
}

function placeOf({ dataDirectory, stateFile }: NodeDescription): string {
  if (dataDirectory !== undefined) return dataDirectory;
  return stateFile === undefined
    ? "in memory, lost at exit"
    : `in memory, saved at exit to ${stateFile}`;
}

function accountLines(accounts: readonly DescribedAccount[]): string[] {
  return [
    "",
    "  Accounts (these keys are public: never send real funds to them)",
    ...accounts
      .slice(0, shownMax)
      .flatMap(({ P, X, C, privateKey, evmPrivateKey }) => [
        `  ${P.address}  ${avax(P.balance)}`,
        ...atGenesis(X.address, X.balance),
        ...atGenesis(`C ${C.address}`, C.balance),
        `    ${privateKey}`,
        `    ${evmPrivateKey}`,
      ]),
    ...more(accounts.length, "accounts"),
  ];
}

/** Nothing for an account that has nothing there: nine of ten have only the P-chain's balance. */
function atGenesis(address: string, balance: string): string[] {
  return balance === "0" ? [] : [`  ${address}  ${avax(balance)} at genesis`];
}

function validatorLines(validators: NodeDescription["validators"]): string[] {
  if (validators.length === 0) return ["", "  No validators: all staking periods have ended"];
  return [
    "",
    "  Validators of the primary network",
    ...validators
      .slice(0, shownMax)
      .map(
        ({ nodeID, stake, startTime, endTime }) =>
          `  ${nodeID.padEnd(40)}  ${avax(stake)}, ${startTime.slice(0, 10)} to ${endTime.slice(0, 10)}`,
      ),
    ...more(validators.length, "validators"),
  ];
}

function more(count: number, what: string): string[] {
  return count > shownMax ? [`  and ${count - shownMax} more ${what}: --json lists all`] : [];
}

/** Such as `30,000,000 AVAX`, without trailing zeros. */
function avax(navax: string): string {
  const amount = BigInt(navax);
  const whole = (amount / navaxPerAvax).toLocaleString("en-US");
  const rest = (amount % navaxPerAvax).toString().padStart(9, "0").replace(/0+$/, "");
  return `${whole}${rest === "" ? "" : `.${rest}`} AVAX`;
}
