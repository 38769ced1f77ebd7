import { javaPackageName } from "../../../codegen/clients/java/package.ts";
import { javaName } from "../../../codegen/clients/java/types.ts";
import type { PackageInfo } from "../../../codegen/clients/language.ts";
import { quoted, rustQuoted } from "../../../codegen/clients/literals.ts";
import { labelOf } from "../../../codegen/clients/lookup.ts";
import type { ClientModel, ClientSubscription } from "../../../codegen/clients/model.ts";
import { goName, wordName } from "../../../codegen/clients/names.ts";
import { pythonName } from "../../../codegen/clients/python/names.ts";
import { pythonPackageName } from "../../../codegen/clients/python/package-name.ts";
import { pythonValue } from "../../../codegen/clients/python/values.ts";
import { crateName } from "../../../codegen/clients/rust/package.ts";
import { rustName } from "../../../codegen/clients/rust/types.ts";
import { shapeOf } from "../../../codegen/clients/shapes.ts";

/**
 * Programs that read calls.json, a list of `{"name", "params", "count", "isTwice"}`, take a number of items of each
 * subscription at the URL that is their argument, and print a list of `{"items", "reconnections"}` or `{"failure"}`. With
 * `isTwice` they begin it twice, take an item of each in turn, end the first one, and take one more of the second. They are
 * where the programs of `../languages` are, so that the same commands compile and run them. A message can have 1 MiB.
 */
export const streamPrograms: Readonly<
  Record<string, (model: ClientModel, info: PackageInfo) => readonly [path: string, text: string]>
> = {
  typescript: () => ["check.mjs", typescript],
  python: (model, info) => ["check.py", python(model, info)],
  go: (model, info) => ["check/main.go", go(model, info)],
  rust: (model, info) => [`examples/check_${info.name.replaceAll("-", "_")}.rs`, rust(model, info)],
  java: (model, info) => ["check/Check.java", java(model, info)],
};

const typescript = `import { WebSocket } from "ws";
import calls from "./calls.mjs";
import { createClient } from "./dist/index.js";
const client = createClient(process.argv[2], { retryDelayMs: 1, timeoutMs: 10_000, maxResponseBytes: 2 ** 20, webSocket: (url) => new WebSocket(url) });
const outcomes = [];
for (const { name, params, count, isTwice } of calls) {
  const items = [];
  let reconnections = 0;
  const onReconnect = () => reconnections++;
  const begin = () => {
    const subscribe = client.subscriptions[name];
    return params === null ? subscribe({ onReconnect }) : subscribe(params, { onReconnect });
  };
  const keep = (item) => items.push(item?.payload ?? item);
  try {
    if (isTwice) {
      const [first, second] = [begin(), begin()];
      while (items.length < 2 * count) {
        keep((await first.next()).value);
        keep((await second.next()).value);
      }
      await first.return();
      keep((await second.next()).value);
      await second.return();
    } else {
      for await (const item of begin()) {
        keep(item);
        if (items.length === count) break;
      }
    }
    outcomes.push({ items, reconnections });
  } catch (error) {
    outcomes.push({ failure: String(error) });
  }
}
process.stdout.write(
  JSON.stringify(outcomes, (_key, value) => (typeof value === "bigint" ? \`\\u0000n\${value}\` : value)).replaceAll(
    /"\\\\u0000n(-?\\d+)"/g,
    "$1",
  ),
);
`;

function python(model: ClientModel, info: PackageInfo): string {
  const name = pythonPackageName(info);
  const rows = subscriptionsIn(model).map(({ localName, params }) => {
    const args = (params?.members ?? []).map(
      (member) =>
        `**({${quoted(pythonName(labelOf(member)))}: reader(${pythonValue(shapeOf(member.type, model.types))})(given[${quoted(member.name)}], "")} if ${quoted(member.name)} in given else {})`,
    );
    return `    ${quoted(localName)}: lambda given, called: client.subscriptions.${pythonName(localName)}(${[...args, "on_reconnect=called"].join(", ")}),\n`;
  });
  return `import asyncio, json, sys
from ${name} import Client, Pushed
from ${name}._codec import encode, reader
from ${name}._generated.types import *
client = Client(sys.argv[1], retry_delay=0.001, timeout=10, max_response_bytes=2**20)
begin = {
${rows.join("")}}

def payload(item):
    return encode(item.payload if isinstance(item, Pushed) else item)

def take(call):
    reasons, items = [], []
    if call.get("isTwice"):
        with begin[call["name"]](call["params"] or {}, reasons.append) as second:
            with begin[call["name"]](call["params"] or {}, reasons.append) as first:
                for _ in range(call["count"]):
                    items += [payload(next(first)), payload(next(second))]
            items.append(payload(next(second)))
        return {"items": items, "reconnections": len(reasons)}
    with begin[call["name"]](call["params"] or {}, reasons.append) as stream:
        for item in stream:
            items.append(payload(item))
            if len(items) == call["count"]:
                break
    return {"items": items, "reconnections": len(reasons)}

async def take_async(call):
    reasons, items = [], []
    if call.get("isTwice"):
        async with begin[call["name"]](call["params"] or {}, reasons.append) as second:
            async with begin[call["name"]](call["params"] or {}, reasons.append) as first:
                for _ in range(call["count"]):
                    items.append(payload(await anext(aiter(first))))
                    items.append(payload(await anext(aiter(second))))
            items.append(payload(await anext(aiter(second))))
        return {"items": items, "reconnections": len(reasons)}
    async with begin[call["name"]](call["params"] or {}, reasons.append) as stream:
        async for item in stream:
            items.append(payload(item))
            if len(items) == call["count"]:
                break
    return {"items": items, "reconnections": len(reasons)}

outcomes = []
with open("calls.json") as file:
    calls = json.load(file)
for call in calls:
    try:
        outcomes.append(asyncio.run(take_async(call)) if call.get("isAsync") else take(call))
    except Exception as failure:
        outcomes.append({"failure": str(failure)})
print(json.dumps(outcomes))
`;
}

function go(model: ClientModel, info: PackageInfo): string {
  const rows = subscriptionsIn(model).map(({ localName, params, itemName, pushes }) => {
    const begin = `client.Subscriptions.${goName(localName)}(ctx, ${params === undefined ? "" : "given, "}options...)`;
    const read =
      params === undefined
        ? ""
        : `		var given generated.${goName(params.name)}
		if err := json.Unmarshal(call.Params, &given); err != nil {
			return nil, err
		}
`;
    const fields = pushes.map(
      ({ notification }) =>
        `			if item.${goName(notification)} != nil {\n				return item.${goName(notification)}\n			}\n`,
    );
    const payload =
      itemName === undefined
        ? "func(item any) any { return item }"
        : `func(any any) any {\n			item := any.(generated.${goName(itemName)})\n${fields.join("")}			return nil\n		}`;
    return `	${quoted(localName)}: func(ctx context.Context, client *generated.Client, call call, options []generated.Option) ([]any, error) {
${read}		payload := ${payload}
		stream, err := ${begin}
		if !call.IsTwice {
			return taken(stream, err, call.Count, payload)
		}
		if err != nil {
			return nil, err
		}
		second, err := ${begin}
		return takenInTurn(stream, second, err, call.Count, payload)
	},
`;
  });
  return `package main

import (
	"context"
	"encoding/json"
	"log"
	"os"
	"time"

	generated ${quoted(`${info.name}-client`)}
)

type call struct {
	Name    string          \`json:"name"\`
	Params  json.RawMessage \`json:"params"\`
	Count   int             \`json:"count"\`
	IsTwice bool            \`json:"isTwice"\`
}

type outcome struct {
	Items         []any  \`json:"items,omitempty"\`
	Reconnections int    \`json:"reconnections"\`
	Failure       string \`json:"failure,omitempty"\`
}

func taken[T any](stream *generated.Subscription[T], err error, count int, payload func(any) any) ([]any, error) {
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	var items []any
	for item := range stream.Items() {
		if items = append(items, payload(item)); len(items) == count {
			return items, nil
		}
	}
	return items, stream.Err()
}

func takenInTurn[T any](first, second *generated.Subscription[T], err error, count int, payload func(any) any) ([]any, error) {
	defer first.Close()
	if err != nil {
		return nil, err
	}
	defer second.Close()
	var items []any
	for range count {
		items = append(items, payload(<-first.Items()), payload(<-second.Items()))
	}
	first.Close()
	return append(items, payload(<-second.Items())), nil
}

var subscriptions = map[string]func(context.Context, *generated.Client, call, []generated.Option) ([]any, error){
${rows.join("")}}

func main() {
	text, err := os.ReadFile("calls.json")
	if err != nil {
		log.Fatal(err)
	}
	var calls []call
	if err := json.Unmarshal(text, &calls); err != nil {
		log.Fatal(err)
	}
	client := generated.New(
		os.Args[1], generated.WithRetryDelay(time.Millisecond), generated.WithTimeout(10*time.Second), generated.WithMaxResponseBytes(1<<20),
	)
	outcomes := []outcome{}
	for _, each := range calls {
		reconnections := 0
		options := []generated.Option{generated.WithOnReconnect(func(error) { reconnections++ })}
		items, err := subscriptions[each.Name](context.Background(), client, each, options)
		if err != nil {
			outcomes = append(outcomes, outcome{Failure: err.Error()})
		} else {
			outcomes = append(outcomes, outcome{Items: items, Reconnections: reconnections})
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		log.Fatal(err)
	}
}
`;
}

function rust(model: ClientModel, info: PackageInfo): string {
  const arms = subscriptionsIn(model).map(({ localName, params, itemName, pushes }) => {
    const given = params === undefined ? "" : "serde_json::from_str(params.get()).map_err(text)?";
    const forms = pushes.map(
      ({ notification }) =>
        `                ${crateName(info)}::subscriptions::${wordName(itemName ?? "")}::${wordName(notification)}(payload) => serde_json::to_string(&payload),\n`,
    );
    const write =
      itemName === undefined
        ? "|item| serde_json::to_string(&item)"
        : `|item| match item {\n${forms.join("")}            }`;
    return `        ${rustQuoted(localName)} => {
            let stream = subscriptions.${rustName(localName)}(${given}).await.map_err(text)?;
            if !is_twice {
                return taken(stream, count, ${write}).await;
            }
            let second = subscriptions.${rustName(localName)}(${given}).await.map_err(text)?;
            taken_in_turn(stream, second, count, ${write}).await
        }
`;
  });
  return `#![allow(unused_imports, unused_variables)]
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ${crateName(info)}::serde_json::{self, Value, value::RawValue};
use ${crateName(info)}::{Client, Error, Subscription, Subscriptions, types};

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

async fn taken<T>(
    mut stream: Subscription<T>,
    count: usize,
    write: impl Fn(T) -> serde_json::Result<String>,
) -> Result<Vec<String>, String> {
    let mut items = Vec::new();
    while items.len() < count {
        match stream.next().await {
            Some(item) => items.push(write(item.map_err(text)?).map_err(text)?),
            None => break,
        }
    }
    Ok(items)
}

async fn taken_in_turn<T>(
    mut first: Subscription<T>,
    mut second: Subscription<T>,
    count: usize,
    write: impl Fn(T) -> serde_json::Result<String>,
) -> Result<Vec<String>, String> {
    let mut items = Vec::new();
    let mut keep = |item: Option<Result<T, Error>>| -> Result<(), String> {
        let item = item.ok_or("the subscription ended")?.map_err(text)?;
        items.push(write(item).map_err(text)?);
        Ok(())
    };
    for _ in 0..count {
        keep(first.next().await)?;
        keep(second.next().await)?;
    }
    drop(first);
    keep(second.next().await)?;
    Ok(items)
}

async fn run(
    subscriptions: Subscriptions,
    name: &str,
    params: &RawValue,
    count: usize,
    is_twice: bool,
) -> Result<Vec<String>, String> {
    match name {
${arms.join("")}        _ => Err("no such subscription".to_owned()),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).unwrap_or_default();
    let client = Client::builder(&url)
        .retry_delay(std::time::Duration::from_millis(1))
        .timeout(std::time::Duration::from_secs(10))
        .max_response_bytes(1 << 20)
        .build()?;
    let calls: Vec<std::collections::BTreeMap<String, Box<RawValue>>> =
        serde_json::from_str(&std::fs::read_to_string("calls.json")?)?;
    let mut outcomes = Vec::new();
    for each in calls {
        let name: String = serde_json::from_str(each["name"].get())?;
        let count: usize = serde_json::from_str(each["count"].get())?;
        let is_twice = each.get("isTwice").is_some_and(|value| value.get() == "true");
        let reconnections = Arc::new(AtomicUsize::new(0));
        let counted = reconnections.clone();
        let subscriptions = client.subscriptions().on_reconnect(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        outcomes.push(match run(subscriptions, &name, &each["params"], count, is_twice).await {
            Ok(items) => format!(
                "{{\\"items\\":[{}],\\"reconnections\\":{}}}",
                items.join(","),
                reconnections.load(Ordering::Relaxed)
            ),
            Err(failure) => format!("{{\\"failure\\":{}}}", serde_json::to_string(&failure)?),
        });
    }
    // Subscriptions that were dropped end in the background.
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    println!("[{}]", outcomes.join(","));
    Ok(())
}
`;
}

function java(model: ClientModel, info: PackageInfo): string {
  const name = javaPackageName(info);
  const cases = subscriptionsIn(model).map(({ localName, params }) => {
    const given =
      params === undefined ? "" : `MAPPER.treeToValue(params, ${wordName(params.name)}.class)`;
    return `      case ${quoted(localName)} -> client.subscriptions().${javaName(localName)}(${given});\n`;
  });
  return `package check;

import ${name}.Client;
import ${name}.Subscription;
import ${name}.types.*;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

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

  @SuppressWarnings("try") // The first of two is closed before the second.
  public static void main(String[] args) throws java.io.IOException {
    Client client =
        Client.builder(args[0])
            .retryDelay(Duration.ofMillis(1))
            .timeout(Duration.ofSeconds(10))
            .maxResponseBytes(1 << 20)
            .build();
    StringBuilder outcomes = new StringBuilder("[");
    for (JsonNode each : MAPPER.readTree(Files.readString(Path.of("calls.json")))) {
      outcomes.append(outcomes.length() > 1 ? "," : "");
      int[] reconnections = {0};
      try (Subscription<?> stream = begin(client, each.get("name").asString(), each.get("params"))) {
        stream.onReconnect(reason -> reconnections[0]++);
        List<String> items = new ArrayList<>();
        int count = each.get("count").asInt();
        if (each.path("isTwice").asBoolean(false)) {
          try (Subscription<?> second = begin(client, each.get("name").asString(), each.get("params"))) {
            for (int left = count; left > 0; left--) {
              items.add(text(stream));
              items.add(text(second));
            }
            stream.close();
            items.add(text(second));
          }
        } else {
          while (items.size() < count && stream.hasNext()) {
            items.add(text(stream));
          }
        }
        outcomes.append("{\\"items\\":[").append(String.join(",", items)).append("],\\"reconnections\\":");
        outcomes.append(reconnections[0]).append("}");
      } catch (RuntimeException failure) {
        String text = MAPPER.writeValueAsString(failure.toString());
        outcomes.append("{\\"failure\\":").append(text).append("}");
      }
    }
    System.out.println(outcomes.append("]"));
  }

  private static String text(Subscription<?> stream) {
    return MAPPER.writeValueAsString(payload(stream.next()));
  }

  /** The payload of one of several notifications, which is the member of a record in an interface of the client. */
  private static JsonNode payload(Object item) {
    JsonNode json = MAPPER.valueToTree(item);
    Class<?> outer = item.getClass().getEnclosingClass();
    return outer != null && json.has("payload") ? json.get("payload") : json;
  }

  private static Subscription<?> begin(Client client, String name, JsonNode params) {
    return switch (name) {
${cases.join("")}      default -> throw new IllegalArgumentException("no subscription " + name);
    };
  }
}
`;
}

function subscriptionsIn({ subscriptions }: ClientModel): readonly ClientSubscription[] {
  return subscriptions;
}
