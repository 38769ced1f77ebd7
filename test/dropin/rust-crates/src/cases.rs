use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use serde_json::json;

/// Runs cases and prints each.
#[derive(Default)]
pub struct Cases {
    pub failed: bool,
}

pub type Outcome = Result<(), String>;

impl Cases {
    /// A case: an error, or a panic of the library, is why it failed.
    pub async fn run(&mut self, name: &str, case: impl Future<Output = Outcome>) {
        let outcome = match AssertUnwindSafe(case).catch_unwind().await {
            Ok(outcome) => outcome,
            Err(panic) => Err(panicked(&panic)),
        };
        match outcome {
            Ok(()) => println!(r#"{{"name":{},"outcome":"passed"}}"#, json!(name)),
            Err(why) => {
                self.failed = true;
                println!(r#"{{"name":{},"outcome":"failed","why":{}}}"#, json!(name), json!(why));
            }
        }
    }
}

fn panicked(panic: &Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "a panic without text".to_owned())
}

/// What was seen must be what was expected.
pub fn equal<T: PartialEq + std::fmt::Debug>(seen: T, expected: T) -> Outcome {
    if seen == expected {
        return Ok(());
    }
    Err(format!("{seen:?} instead of {expected:?}"))
}

/// An error of a library as text.
pub fn text(error: impl std::fmt::Debug) -> String {
    format!("{error:?}")
}
