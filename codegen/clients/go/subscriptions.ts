import { oneLine } from "../../load/json.ts";
import { sentenceAbout } from "../doc-text.ts";
import { quoted, usesName } from "../literals.ts";
import type { ClientModel, ClientSubscription, Type } from "../model.ts";
import { goName } from "../names.ts";
import { endOf, methodOf } from "../package/streams.ts";
import { methodVariable } from "./methods.ts";
import { alignRows, goComment, goFile } from "./source.ts";
import { goType } from "./types.ts";
import { holdsUnion, reader } from "./unions.ts";

/** The module that the package needs for WebSockets, which needs no other. */
export const goSocketModule = {
  mod: "\nrequire github.com/coder/websocket v1.8.15\n",
  sum: `github.com/coder/websocket v1.8.15 h1:6B2JPeOGlpff2Uz6vOEH1Vzpi0iUz20A+lPVhPHtNUA=
github.com/coder/websocket v1.8.15/go.mod h1:NX3SzP+inril6yawo5CQXx8+fk145lPDC6pumgx0mVg=
`,
};

/** Prints gen_subscriptions.go: a method for each subscription, and what the runtime needs to know about it. */
export function printGoSubscriptions(model: ClientModel): string {
  const { subscriptions } = model;
  const body = `// Subscriptions begins what the server pushes.
type Subscriptions struct {
	caller *caller
}

${subscriptions.map((each) => printSubscription(each, model)).join("\n")}
// What a subscription needs to know about its methods.
var (
${alignRows(subscriptions.map((each) => ({ comment: "", cells: [infoName(each), `= ${printInfo(each, model)}`] })))})
${subscriptions.map((each) => printItem(each, model)).join("")}`;
  const imports = ["context", ...(usesName("json", body) ? ["encoding/json"] : [])];
  return goFile(model.generated, imports, body);
}

function infoName({ localName }: ClientSubscription): string {
  return `subscription${goName(localName)}`;
}

function printInfo(subscription: ClientSubscription, model: ClientModel): string {
  const { method, fixed, idMember, payloadMember } = subscription;
  const end = endOf(subscription, model);
  const given = Object.entries(fixed).map(
    ([name, value]) => `${quoted(name)}: ${quoted(oneLine(value))}`,
  );
  const parts = [
    `method: &${methodVariable(methodOf(method, model))}`,
    ...(given.length === 0 ? [] : [`fixed: map[string]string{${given.join(", ")}}`]),
    `idMember: ${quoted(idMember)}`,
    `payloadMember: ${quoted(payloadMember)}`,
    ...(end === undefined
      ? []
      : [`end: &${methodVariable(end.method)}`, `endParam: ${quoted(end.param)}`]),
  ];
  return `subscriptionInfo{${parts.join(", ")}}`;
}

function printSubscription(subscription: ClientSubscription, model: ClientModel): string {
  const { localName, summary, description, params, pushes } = subscription;
  const name = goName(localName);
  const [argument, given] =
    params === undefined ? ["", "nil"] : [`params ${goName(params.name)}, `, "params"];
  const item = itemType(subscription, model);
  const rows = pushes.map(({ notification, type }) => {
    const read = printReader(notification, type, model);
    const put = `func(item *${item}, payload ${goType(type, model.types)}) {
			item.${fieldName(notification)} = ${isReference(type, model) ? "" : "&"}payload
		}`;
    return `		${quoted(notification)}: ${pushes.length === 1 ? read : `asItem(${read}, ${put})`},\n`;
  });
  const comment = goComment([
    sentenceAbout(name, summary),
    description,
    `It calls ${subscription.method}, and returns when the server has accepted the subscription.`,
  ]);
  return `${comment}func (s *Subscriptions) ${name}(ctx context.Context, ${argument}options ...Option) (*Subscription[${item}], error) {
	return subscribe(ctx, s.caller, &${infoName(subscription)}, ${given}, options, map[string]func([]byte) (${item}, error){
${rows.join("")}	})
}
`;
}

function itemType({ itemName, pushes }: ClientSubscription, { types }: ClientModel): string {
  if (itemName !== undefined) return goName(itemName);
  return pushes[0] === undefined ? "any" : goType(pushes[0].type, types);
}

function printReader(notification: string, type: Type, { types }: ClientModel): string {
  return holdsUnion(type, types)
    ? `readPushedForms(${quoted(notification)}, ${reader(type, types)})`
    : `readPushed[${goType(type, types)}](${quoted(notification)})`;
}

/** Prints the struct of a subscription with several notifications. */
function printItem({ itemName, method, pushes }: ClientSubscription, model: ClientModel): string {
  if (itemName === undefined) return "";
  const name = goName(itemName);
  const rows = pushes.map(({ notification, type }) => ({
    comment: goComment([`${fieldName(notification)} is the payload of ${notification}.`], "\t"),
    cells: [
      fieldName(notification),
      `${isReference(type, model) ? "" : "*"}${goType(type, model.types)}`,
    ],
  }));
  return `
${goComment([`${name} is one of the notifications of ${method}: the others are nil.`])}type ${name} struct {
${alignRows(rows)}}
`;
}

function fieldName(notification: string): string {
  return goName(notification.replaceAll(/[^A-Za-z0-9]+/g, "_").replace(/^_*(?=[^A-Za-z])/, "n"));
}

/** Whether a value of the type can be nil. */
function isReference(type: Type, model: ClientModel): boolean {
  if (holdsUnion(type, model.types)) return true;
  return /^(?:\*|\[\]|map\[|any$|json\.)/.test(goType(type, model.types));
}
