//! Params as they are sent: by name, or as a list.

use serde::ser::{Error, Serialize, Serializer};
use serde_json::Value;

use crate::call::MethodInfo;

pub(crate) struct Arranged<'a, P> {
    params: &'a P,
    positions: &'static [&'static str],
    only_by_position: bool,
}

impl<'a, P> Arranged<'a, P> {
    pub(crate) fn new(method: &MethodInfo, params: &'a P) -> Self {
        Self { params, positions: method.positions, only_by_position: method.only_by_position }
    }
}

impl<P: Serialize> Serialize for Arranged<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.positions.is_empty() {
            return self.params.serialize(serializer);
        }
        let by_name = serde_json::to_value(self.params).map_err(S::Error::custom)?;
        let mut list: Vec<Option<&Value>> =
            self.positions.iter().map(|name| by_name.get(name)).collect();
        while list.last() == Some(&None) {
            list.pop();
        }
        if !self.only_by_position && list.contains(&None) {
            return by_name.serialize(serializer);
        }
        list.serialize(serializer)
    }
}
