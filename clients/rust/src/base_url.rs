const APIS: [&str; 9] =
    ["bc", "index", "info", "health", "keystore", "events", "ledger", "dev", "admin"];

/// The URL of a node, also if the path of one of its APIs was given.
pub(crate) fn without_api_path(url: &str) -> String {
    let (path, query) = url.split_at(url.find('?').unwrap_or(url.len()));
    let Some(at) = path.rfind("/ext/") else { return url.to_owned() };
    let api = path[at + "/ext/".len()..].split('/').next().unwrap_or_default();
    if APIS.contains(&api) { format!("{}{query}", &path[..at]) } else { url.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::without_api_path;

    #[test]
    fn the_path_of_an_api_is_removed() {
        let node = "http://127.0.0.1:9650";
        for path in ["", "/ext/bc/P", "/ext/info", "/ext/bc/P/", "/ext/index/P/block"] {
            assert_eq!(without_api_path(&format!("{node}{path}")), node);
            let with_query = without_api_path(&format!("{node}{path}?key=/ext/x"));
            assert_eq!(with_query, format!("{node}?key=/ext/x"));
        }
        assert_eq!(without_api_path("http://host/ext/other"), "http://host/ext/other");
    }
}
