use serde_json::{json, Value};

/// The node, asked without the libraries.
pub struct Node {
    pub url: String,
}

/// The funded key of AvalancheGo's network local.
pub const KEY: &str = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
pub const P_ADDRESS: &str = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
pub const X_ADDRESS: &str = "X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
pub const PRIMARY: &str = "11111111111111111111111111111111LpoYY";

impl Node {
    pub fn new(url: String) -> Self {
        Self { url }
    }

    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    pub async fn platform(&self, method: &str, params: Value) -> Result<Value, String> {
        self.ask("/ext/bc/P", &format!("platform.{method}"), params).await
    }

    pub async fn ask(&self, path: &str, method: &str, params: Value) -> Result<Value, String> {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let response = reqwest::Client::new().post(self.at(path)).json(&body).send().await;
        let answer: Value = response
            .map_err(super::cases::text)?
            .json()
            .await
            .map_err(super::cases::text)?;
        answer.get("result").cloned().ok_or_else(|| answer.to_string())
    }

    /// A text in the result of a call.
    pub async fn text(&self, path: &str, method: &str, params: Value, member: &str) -> Result<String, String> {
        let result = self.ask(path, method, params).await?;
        result[member]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| result.to_string())
    }
}
