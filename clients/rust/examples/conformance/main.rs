//! Makes the calls from standard input through the client and prints the results.
//!
//! The lines are described in `clients/README.md`.

use std::future::Future;
use std::io::{self, BufRead, Write};
use std::pin::Pin;

use couloir_client::serde_json::{self, Map, Value, json};
use couloir_client::spec::IndexPath;
use couloir_client::{
    Answers, AvalanchegoClient, Batch, Call, Client, Error, EventStream, Params, RpcError, types,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[rustfmt::skip]
#[allow(deprecated, clippy::redundant_field_names, clippy::let_and_return)]
mod calls;
mod events;

#[derive(Deserialize)]
pub struct Line {
    #[serde(default)]
    id: String,
    #[serde(default)]
    method: String,
    params: Option<Value>,
    api: Option<String>,
    path: Option<String>,
    batch: Option<Vec<Line>>,
    #[serde(flatten)]
    listening: events::Listening,
}

impl Line {
    fn api(&self) -> &str {
        let (api, _) = self.method.split_once('.').unwrap_or_default();
        self.api.as_deref().unwrap_or(api)
    }

    fn local_name(&self) -> &str {
        self.method.split_once('.').unwrap_or_default().1
    }

    fn params<P: DeserializeOwned>(&self) -> Result<P, String> {
        let params = self.params.clone().unwrap_or(Value::Object(Map::new()));
        serde_json::from_value(params).map_err(|error| error.to_string())
    }

    fn path(&self) -> Result<IndexPath, String> {
        let key = self.path.as_deref().unwrap_or_default();
        let all = [
            IndexPath::PBlock,
            IndexPath::XBlock,
            IndexPath::XTx,
            IndexPath::XVtx,
            IndexPath::CBlock,
        ];
        let found = all.into_iter().find(|path| path.as_str() == format!("/ext/index/{key}"));
        found.ok_or_else(|| format!("no path {key}"))
    }
}

/// The action for a call of any method.
pub trait Visit {
    type Output;

    fn visit<P, R>(&mut self, call: Call<P, R>) -> Self::Output
    where
        P: Params + Send + Sync + 'static,
        R: Serialize + DeserializeOwned + Send + 'static;
}

struct Sending;

impl Visit for Sending {
    type Output = Pin<Box<dyn Future<Output = Result<Value, Error>>>>;

    fn visit<P, R>(&mut self, call: Call<P, R>) -> Self::Output
    where
        P: Params + Send + Sync + 'static,
        R: Serialize + DeserializeOwned + Send + 'static,
    {
        Box::pin(async { Ok(json!(call.await?)) })
    }
}

struct Adding<'a>(&'a mut Batch);

impl Visit for Adding<'_> {
    type Output = Box<dyn FnOnce(&Answers) -> Result<Value, Error>>;

    fn visit<P, R>(&mut self, call: Call<P, R>) -> Self::Output
    where
        P: Params + Send + Sync + 'static,
        R: Serialize + DeserializeOwned + Send + 'static,
    {
        let slot = self.0.add(call);
        Box::new(|answers| Ok(json!(answers.take(slot)?)))
    }
}

enum AnyClient {
    Spec(Client),
    Avalanchego(AvalanchegoClient),
}

impl AnyClient {
    fn call<V: Visit>(&self, line: &Line, visit: V) -> Result<V::Output, String> {
        match self {
            Self::Spec(client) => calls::spec(client, line, visit),
            Self::Avalanchego(client) => calls::avalanchego(client, line, visit),
        }
    }

    fn events(&self, query: types::EventsQuery) -> EventStream {
        match self {
            Self::Spec(client) => client.events(query),
            Self::Avalanchego(client) => client.events(query),
        }
    }

    async fn answer(&self, line: &Line) -> Result<Value, String> {
        let Some(lines) = &line.batch else {
            return outcome(self.call(line, Sending)?.await);
        };
        let mut batch = match self {
            Self::Spec(client) => client.batch(),
            Self::Avalanchego(client) => client.batch(),
        };
        let mut takes = Vec::new();
        for line in lines {
            takes.push(self.call(line, Adding(&mut batch))?);
        }
        let answers = batch.send().await;
        let outcomes: Result<Vec<_>, _> =
            takes.into_iter().map(|take| outcome(take(&answers))).collect();
        Ok(json!({ "batch": outcomes? }))
    }
}

fn outcome(result: Result<Value, Error>) -> Result<Value, String> {
    match result {
        Ok(result) => Ok(json!({ "result": result })),
        Err(Error::Rpc(error)) => Ok(json!({ "error": rpc_error(&error) })),
        Err(error) => Err(format!("{error:?}")),
    }
}

fn rpc_error(error: &RpcError) -> Value {
    let declared = error.declared.as_ref();
    json!({
        "code": error.code,
        "message": error.message,
        "data": error.data,
        "name": declared.map(|declared| declared.name()),
        "arguments": error.arguments,
        "text": error.to_string(),
    })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let client = match arguments.as_slice() {
        [url, profile] if profile == "spec" => AnyClient::Spec(Client::new(url)?),
        [url, profile] if profile == "avalanchego" => {
            AnyClient::Avalanchego(AvalanchegoClient::new(url)?)
        }
        _ => return Err("usage: conformance URL spec|avalanchego".into()),
    };
    let mut out = io::stdout().lock();
    for text in io::stdin().lock().lines() {
        let line: Line = serde_json::from_str(&text?)?;
        let mut say = |mut answer: Value| {
            answer["id"] = json!(line.id);
            writeln!(out, "{answer}")
        };
        match &line.listening.events {
            Some(query) => {
                line.listening.listen(client.events(query.clone()), say).await?;
            }
            None => {
                let answer = client.answer(&line).await;
                say(answer.unwrap_or_else(|failure| json!({ "failure": failure })))?;
            }
        }
    }
    Ok(())
}
