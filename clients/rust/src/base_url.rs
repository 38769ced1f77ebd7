const APIS: [&str; 9] =
    ["bc", "index", "info", "health", "keystore", "events", "ledger", "dev", "admin"];

/// The URL of a node, also if the path of one of its APIs was given.
pub(crate) fn without_api_path(url: &str) -> &str {
    let Some(at) = url.rfind("/ext/") else { return url };
    let api = url[at + "/ext/".len()..].split('/').next().unwrap_or_default();
    if APIS.contains(&api) { &url[..at] } else { url }
}

#[cfg(test)]
mod tests {
    use super::without_api_path;

    #[test]
    fn the_path_of_an_api_is_removed() {
        let node = "http://127.0.0.1:9650";
        for path in ["", "/ext/bc/P", "/ext/info", "/ext/bc/P/", "/ext/index/P/block"] {
            assert_eq!(without_api_path(&format!("{node}{path}")), node);
        }
        assert_eq!(without_api_path("http://host/ext/other"), "http://host/ext/other");
    }
}
