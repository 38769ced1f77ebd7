//! Events as a node sends them.

pub fn cursor_at(height: u64) -> String {
    format!("{height}.0.5f7f2a1c")
}

pub fn ready_at(height: u64) -> String {
    place("ready", height, "")
}

pub fn reverted_at(height: u64) -> String {
    place("reverted", height, "")
}

pub fn block_at(height: u64) -> String {
    let members = r#","parentID":"p","kind":"BanffStandardBlock","timestamp":"18446744073709551615","txIDs":["t"]"#;
    place("block", height, members)
}

pub fn server_event(id: &str, data: &str) -> String {
    format!("id: {id}\nevent: e\ndata: {data}\n\n")
}

fn place(kind: &str, height: u64, more: &str) -> String {
    let cursor = cursor_at(height);
    let members = format!(r#""cursor":"{cursor}","height":"{height}","blockID":"b{height}""#);
    server_event(&cursor, &format!(r#"{{"type":"{kind}",{members}{more}}}"#))
}
