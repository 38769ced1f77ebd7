import { clientHeader } from "../../emit/writer.ts";
import { oneLine } from "../../load/json.ts";
import type { ClientFile } from "../language.ts";
import { rustQuoted } from "../literals.ts";
import type { ClientModel, ClientSubscription } from "../model.ts";
import { wordName } from "../names.ts";
import { runtimeFiles } from "../package/package.ts";
import { endOf, methodOf } from "../package/streams.ts";
import { printInfo as printMethodInfo } from "./apis.ts";
import { rustDoc } from "./docs.ts";
import { rustName, rustType } from "./types.ts";

/** Added to the dependencies: WebSockets over the connections of reqwest. */
export const rustSocketDependencies = `futures-util = { version = "0.3.34", default-features = false, features = ["sink"] }
tokio-tungstenite = { version = "0.30.0", default-features = false, features = ["handshake"] }
`;

/** The files that only a document with subscriptions needs. */
export function rustSubscriptionFiles(model: ClientModel): ClientFile[] {
  return [
    ...runtimeFiles("subscriptions/rust/*.rs", ["connection", "subscription"], "src/*.rs"),
    { path: "src/generated/subscriptions.rs", text: printSubscriptions(model) },
  ];
}

function printSubscriptions(model: ClientModel): string {
  const { generated, subscriptions } = model;
  const methods = subscriptions.map((each) => printSubscription(each, model)).join("\n");
  const items = subscriptions.map((each) => printItem(each, model)).join("");
  const body = `${methods}${items}`;
  return `${clientHeader(generated)}//! What the server pushes.

use std::fmt;
use std::sync::Arc;

use crate::call::{MethodInfo, NoParams};
use crate::caller::{Caller, read};
use crate::error::Error;
use crate::subscription::{OnReconnect, Subscription, SubscriptionInfo, subscribe};
use crate::types::*;
${body.includes("BTreeMap<") ? "use std::collections::BTreeMap;\n" : ""}
/// Begins what the server pushes.
#[derive(Clone)]
pub struct Subscriptions {
    caller: Caller,
    on_reconnect: Option<OnReconnect>,
}

impl fmt::Debug for Subscriptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscriptions").finish_non_exhaustive()
    }
}

impl Subscriptions {
    pub(crate) fn new(caller: Caller) -> Self {
        Self { caller, on_reconnect: None }
    }

    /// Sets what is called after a connection broke and was opened again, with the reason: what the server pushed in
    /// between is lost.
    pub fn on_reconnect(mut self, called: impl Fn(&Error) + Send + Sync + 'static) -> Self {
        self.on_reconnect = Some(Arc::new(called));
        self
    }

${methods}}
${items}`;
}

function printSubscription(subscription: ClientSubscription, model: ClientModel): string {
  const { localName, method, summary, description, params } = subscription;
  const item = itemType(subscription, model);
  const [argument, given] =
    params === undefined ? ["", "NoParams"] : [`, params: ${wordName(params.name)}`, "params"];
  const doc = rustDoc(
    [
      summary,
      description,
      `It calls \`${method}\`, and returns when the server has accepted the subscription.`,
    ],
    "    ",
  );
  const end = endOf(subscription, model);
  const endInfo =
    end === undefined ? "" : `        const END: MethodInfo = ${printMethodInfo(end.method)};\n`;
  return `${doc}    pub async fn ${rustName(localName)}(&self${argument}) -> Result<Subscription<${item}>, Error> {
        const METHOD: MethodInfo = ${printMethodInfo(methodOf(method, model))};
${endInfo}        const INFO: SubscriptionInfo = ${printInfo(subscription, end?.param)};
        fn read_pushed(name: &str, payload: &str) -> Option<Result<${item}, Error>> {
            match name {
${printArms(subscription)}                _ => None,
            }
        }
        subscribe(self.caller.clone(), self.on_reconnect.clone(), &INFO, ${given}, read_pushed).await
    }
`;
}

function printInfo(
  { fixed, idMember, payloadMember }: ClientSubscription,
  endParam: string | undefined,
): string {
  const rows = Object.entries(fixed).map(
    ([name, value]) => `(${rustQuoted(name)}, ${rustQuoted(oneLine(value))})`,
  );
  const parts = [
    "method: &METHOD",
    `fixed: &[${rows.join(", ")}]`,
    `id_member: ${rustQuoted(idMember)}`,
    `payload_member: ${rustQuoted(payloadMember)}`,
    `end: ${endParam === undefined ? "None" : `Some((&END, ${rustQuoted(endParam)}))`}`,
  ];
  return `SubscriptionInfo { ${parts.join(", ")} }`;
}

function printArms({ itemName, pushes }: ClientSubscription): string {
  return pushes
    .map(({ notification }) => {
      const name = rustQuoted(notification);
      const put =
        itemName === undefined ? "" : `.map(${wordName(itemName)}::${variantName(notification)})`;
      return `                ${name} => Some(read(${name}, payload.as_bytes())${put}),\n`;
    })
    .join("");
}

function itemType({ itemName, pushes }: ClientSubscription, { types }: ClientModel): string {
  if (itemName !== undefined) return wordName(itemName);
  return pushes[0] === undefined ? "serde_json::Value" : rustType(pushes[0].type, types);
}

function variantName(notification: string): string {
  return wordName(notification).replace(/^(?=[^A-Za-z])/, "N");
}

/** Prints the enum of a subscription with several notifications. */
function printItem(
  { itemName, method, pushes }: ClientSubscription,
  { types }: ClientModel,
): string {
  if (itemName === undefined) return "";
  const variants = pushes.map(
    ({ notification, type }) =>
      `${rustDoc([`The payload of \`${notification}\`.`], "    ")}    ${variantName(notification)}(${rustType(type, types)}),\n`,
  );
  return `
${rustDoc([`One of the notifications of \`${method}\`.`])}#[derive(Debug, Clone, PartialEq)]
pub enum ${wordName(itemName)} {
${variants.join("")}}
`;
}
