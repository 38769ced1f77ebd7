import type { DescribedAccount, NodeDescription } from "../node/dev/node-description.ts";

/** More of them only lengthen the banner: `--json` has all. */
const shownMax = 10;

const navaxPerAvax = 10n ** 9n;

/** What a person needs to begin: the URL, and on a dev node the keys that own something and who validates how long. */
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
    `  Data       ${placeOf(node)}`,
    ...(isDev ? accountLines(accounts) : []),
    ...(isDev ? validatorLines(validators) : []),
    "",
    "",
  ];
  return lines.join("\n");
}

function placeOf({ dataDirectory, stateFile }: NodeDescription): string {
  if (dataDirectory !== undefined) return dataDirectory;
  return stateFile === undefined
    ? "in memory: it ends with the process"
    : `in memory, saved at exit in ${stateFile}`;
}

function accountLines(accounts: readonly DescribedAccount[]): string[] {
  return [
    "",
    "  Accounts, whose keys everyone knows: what is sent to them elsewhere is lost",
    ...accounts
      .slice(0, shownMax)
      .flatMap(({ P, X, C, privateKey, evmPrivateKey }) => [
        `  ${P.address}  ${avax(P.balance)}`,
        `  ${X.address}  ${avax(X.balance)} at genesis`,
        `  C ${C.address}  ${avax(C.balance)} at genesis`,
        `    ${privateKey}`,
        `    ${evmPrivateKey}`,
      ]),
    ...more(accounts.length, "accounts"),
  ];
}

function validatorLines(validators: NodeDescription["validators"]): string[] {
  if (validators.length === 0) return ["", "  No validators: their periods have ended"];
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

/** `30,000,000 AVAX`, with as many places as there are. */
function avax(navax: string): string {
  const amount = BigInt(navax);
  const whole = (amount / navaxPerAvax).toLocaleString("en-US");
  const rest = (amount % navaxPerAvax).toString().padStart(9, "0").replace(/0+$/, "");
  return `${whole}${rest === "" ? "" : `.${rest}`} AVAX`;
}
