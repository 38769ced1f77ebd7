//! Tests of the runtime with the errors and the rules of our own documents.

mod error {
    use std::time::Duration;

    use crate::error::{arguments, recognise};
    use crate::generated::errors::DeclaredError;

    fn declared(names: &[&str], code: i64, message: &str) -> Option<DeclaredError> {
        recognise(names, code, message, None).map(|(declared, _)| declared)
    }

    #[test]
    fn arguments_stand_between_the_words() {
        assert_eq!(arguments(&["a ", "!"], "a b!"), Some(vec!["b"]));
        assert_eq!(arguments(&["", ": ", ""], "x: y: z"), Some(vec!["x: y", "z"]));
        assert_eq!(arguments(&["same"], "same"), Some(vec![]));
        assert_eq!(arguments(&["same"], "same again"), None);
        assert_eq!(arguments(&["a", "b"], "c"), None);
        assert_eq!(arguments(&["a", "a"], "a"), None);
        assert_eq!(arguments(&["", "-", "-", ""], "1-2-3-4"), Some(vec!["1-2", "3", "4"]));
        assert_eq!(arguments(&["", "", "!"], "ab!"), Some(vec!["ab", ""]));
    }

    #[test]
    fn a_text_that_repeats_the_words_is_read_in_linear_time() {
        let text = format!("{})", " at ".repeat(500_000));
        let began = std::time::Instant::now();
        assert_eq!(arguments(&["", " at ", " under ", ")"], &text), None);
        assert!(began.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn the_form_that_says_most_wins() {
        let names = ["PrivateKeyNotRead", "PrivateKeyNotFound"];
        let found = declared(&names, -32000, "problem retrieving private key: not found");
        assert_eq!(found, Some(DeclaredError::PrivateKeyNotFound));
        let found = declared(&names, -32000, "problem retrieving private key: torn page");
        let reason = "torn page".to_owned();
        assert_eq!(found, Some(DeclaredError::PrivateKeyNotRead { reason }));
    }

    #[test]
    fn an_error_that_the_method_does_not_declare_has_no_name() {
        let message = "there is no ID with alias: Q";
        assert_eq!(declared(&[], -32000, message), None);
        assert_eq!(declared(&["AliasNotFound"], -32001, message), None);
        let alias = "Q".to_owned();
        let found = declared(&["AliasNotFound"], -32000, message);
        assert_eq!(found, Some(DeclaredError::AliasNotFound { alias }));
    }
}

mod param_check {
    use serde_json::{Value, json};

    use crate::param_check::check_params;

    #[test]
    fn the_first_problem_is_reported() {
        let text = |method: &str, params: Value| {
            check_params(method, &params).map(|problem| problem.to_string())
        };
        assert_eq!(
            text("platform.getTx", json!({ "txID": "x" })).unwrap(),
            r#"txID: expected a cb58 ID of 32 bytes, got "x""#
        );
        assert_eq!(
            text("platform.getTx", json!({})).unwrap(),
            "txID: expected a cb58 ID of 32 bytes, got nothing"
        );
        let id = "11111111111111111111111111111111LpoYY";
        assert_eq!(text("platform.getTx", json!({ "txID": id })), None);
        assert_eq!(text("platform.getHeight", json!({})), None);
    }
}
