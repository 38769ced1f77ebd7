import { formatJson, isObject, type Json, type JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { jsonView } from "../view/json-view.ts";
import { exactAvaxText } from "./amount.ts";
import { ownerNodes } from "./cells.ts";
import { type Entity, entityPage } from "./entity-page.ts";
import { readList } from "./ledger-list.ts";
import type { NodeReader } from "./node-reader.ts";
import { type Content, card, dataTable, facts, idText, timeNodes } from "./parts.ts";
import { linkOfMember, linkTo } from "./places.ts";
import { termCards } from "./validator-terms.ts";

// More than this makes the page slow; the decoded form has all of them.
const delegatorsMax = 200;

/** A validator of the primary network with its delegators, and all terms of its node. */
export function validatorPage(nodeID: string, reader: NodeReader): HTMLElement {
  return entityPage("Validator", async () => {
    const [validator] = await reader.validators(nodeID);
    if (validator === undefined) return formerValidator(nodeID, reader);
    const { delegators, connected } = validator;
    const now = await reader.now();
    return {
      title: "Validator",
      kind: connected === true ? "connected" : "not connected",
      content: [
        facts([
          ["Node ID", idText(nodeID)],
          ["Stake", avax(stakeOf(validator))],
          ["Delegated", avax(validator["delegatorWeight"])],
          optional("Uptime", validator["uptime"], (value) => `${value} %`),
          optional("Delegation fee", validator["delegationFee"], (value) => `${value} %`),
          optional("Potential reward", validator["potentialReward"], avax),
          ["Start", ...timeNodes(Number(validator["startTime"]), now)],
          ["End", ...timeNodes(Number(validator["endTime"]), now)],
          optional("Rewards go to", validator["validationRewardOwner"], owner),
          ["Transaction", txLink(String(validator["txID"]))],
        ]),
        card("Delegators", delegatorTable(Array.isArray(delegators) ? delegators : [], now)),
        ...termCards(nodeID, reader),
        card(
          "Decoded",
          jsonView(formatJson(validator, "  "), "The validator as JSON", (name, value) =>
            value === nodeID ? undefined : linkOfMember(name, value),
          ),
        ),
      ],
    };
  });
}

/** The ledger knows it, too, if it no longer validates. */
async function formerValidator(nodeID: string, reader: NodeReader): Promise<Entity> {
  const count = async (method: string, member: string): Promise<number> => {
    const list = { method, member, params: { filter: { nodeID } } };
    return (await readList(reader, list, { limit: 1 })).rows.length;
  };
  const [periods, validations] = await Promise.all([
    count("getStakingPeriods", "periods"),
    count("getL1Validators", "validators"),
  ]);
  if (periods + validations === 0) {
    throw new Error(
      `${nodeID} is not a current validator of the primary network, and never was one of any subnet`,
    );
  }
  return {
    title: "Validator",
    kind: "not of the primary network now",
    content: [facts([["Node ID", idText(nodeID)]]), ...termCards(nodeID, reader)],
  };
}

/** The own stake of a validator in nAVAX; a subnet without proof of stake has only weights. */
export function stakeOf({ stakeAmount, weight }: JsonObject): Json {
  return stakeAmount ?? weight ?? "0";
}

function avax(navax: Json | undefined): string {
  return typeof navax === "string" ? exactAvaxText(BigInt(navax)) : "–";
}

function optional(
  name: string,
  value: Json | undefined,
  text: (value: Json) => Content,
): readonly [string, Content] | undefined {
  return value === undefined || value === null ? undefined : [name, text(value)];
}

function owner(value: Json): Content {
  return h("span", {}, ...ownerNodes(value));
}

function txLink(txID: string): HTMLElement {
  return idText(txID, linkTo.tx(txID));
}

function delegatorTable(delegators: readonly Json[], now: number): HTMLElement {
  const all = delegators.filter(isObject);
  if (all.length === 0) return h("p", { class: "empty" }, "Nobody delegates to this validator.");
  const rows = all.slice(0, delegatorsMax).map((each) => {
    const txID = String(each["txID"]);
    return h(
      "tr",
      {},
      h("td", { class: "number" }, avax(stakeOf(each))),
      h("td", {}, ...timeNodes(Number(each["endTime"]), now)),
      h(
        "td",
        {},
        h("a", { href: linkTo.tx(txID), title: txID }, h("code", { class: "cut" }, txID)),
      ),
    );
  });
  return h(
    "div",
    {},
    dataTable("Delegators", ["Stake", "End", "Transaction"], rows),
    all.length > delegatorsMax &&
      h("p", { class: "empty" }, `${all.length - delegatorsMax} more are in the decoded form.`),
  );
}
