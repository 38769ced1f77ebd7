use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::answer::{Answer, by_id};
use crate::call::{Call, MethodInfo, Params};
use crate::caller::{Caller, Options, read, to_json};
use crate::error::Error;

/// Calls that are sent together, in one HTTP request for each API.
#[derive(Debug)]
#[must_use = "a batch is sent with send"]
pub struct Batch {
    caller: Caller,
    number: u64,
    options: Options,
    calls: Vec<Pending>,
}

#[derive(Debug)]
struct Pending {
    /// None for a notification.
    id: Option<u64>,
    path: &'static str,
    method: &'static MethodInfo,
    body: String,
}

/// Identifies the result of a call in a batch.
#[derive(Debug)]
pub struct Slot<R> {
    batch: u64,
    index: usize,
    result: PhantomData<fn() -> R>,
}

/// The results of a batch.
#[derive(Debug)]
pub struct Answers {
    batch: u64,
    texts: Vec<(Pending, Result<Box<RawValue>, Error>)>,
}

/// Distinguishes batches, so that a slot is not used with another batch.
static BATCHES: AtomicU64 = AtomicU64::new(0);

impl Batch {
    pub(crate) fn new(caller: Caller) -> Self {
        let number = BATCHES.fetch_add(1, Ordering::Relaxed);
        Self { caller, number, options: Options::default(), calls: Vec::new() }
    }

    #[cfg(feature = "blocking")]
    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Adds a call; its own timeout and retries do not count, those of the batch do.
    pub fn add<P: Params, R>(&mut self, call: Call<P, R>) -> Slot<R> {
        let request = self.caller.request(call.method, &call.params);
        let body = to_json(&request);
        let pending = Pending { id: request.id, path: call.path, method: call.method, body };
        self.calls.push(pending);
        Slot { batch: self.number, index: self.calls.len() - 1, result: PhantomData }
    }

    /// Sets the total time of the batch, including retries, instead of the client's.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// How often a request is sent again after a passing failure, if all its methods may be called twice.
    pub fn retries(mut self, retries: u32) -> Self {
        self.options.retries = Some(retries);
        self
    }

    /// Sends the calls. A call that fails, or all of an API that cannot be reached, fail in their slots.
    pub async fn send(self) -> Answers {
        let mut by_path: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, call) in self.calls.iter().enumerate() {
            by_path.entry(call.path).or_default().push(index);
        }
        let mut found: Vec<_> = self.calls.iter().map(|_| None).collect();
        let sends = by_path.iter().map(|(path, indexes)| self.send_path(path, indexes));
        let answers = join(sends.collect()).await;
        for (indexes, answers) in by_path.into_values().zip(answers) {
            for index in indexes {
                found[index] = Some(self.answer_of(&self.calls[index], &answers));
            }
        }
        let texts = self.calls.into_iter().zip(found.into_iter().flatten()).collect();
        Answers { batch: self.number, texts }
    }

    async fn send_path(
        &self,
        path: &str,
        indexes: &[usize],
    ) -> Result<BTreeMap<u64, Box<RawValue>>, Error> {
        let calls: Vec<_> = indexes.iter().map(|index| &self.calls[*index]).collect();
        let bodies: Vec<_> = calls.iter().map(|call| call.body.as_str()).collect();
        let repeatable = calls.iter().all(|call| call.method.repeatable);
        let body = format!("[{}]", bodies.join(","));
        let text = self.caller.send("a batch", path, body, repeatable, self.options).await?;
        if calls.iter().all(|call| call.id.is_none()) {
            return Ok(BTreeMap::new());
        }
        let named = |error: Error| error.of_text(WHOLE.name, &self.caller.node().url_of(path));
        if text.trim_ascii_start().starts_with(b"{") {
            let refusal: Answer<Value> = read(WHOLE.name, &text).map_err(named)?;
            let is_of_batch = refusal.has_null_id();
            return match refusal.unwrap(&WHOLE, || None) {
                Err(Error::Rpc(error)) if is_of_batch => Err(Error::Rpc(error)),
                Err(Error::Rpc(_)) | Ok(_) => {
                    Err(Error::response("batch response is not an array".to_owned()))
                }
                invalid => invalid.map(|_| BTreeMap::new()),
            };
        }
        let answers: Vec<Box<RawValue>> = read(WHOLE.name, &text).map_err(named)?;
        by_id(answers, |id| calls.iter().any(|call| call.id == Some(id)))
    }

    fn answer_of(
        &self,
        call: &Pending,
        answers: &Result<BTreeMap<u64, Box<RawValue>>, Error>,
    ) -> Result<Box<RawValue>, Error> {
        let missing = || format!("{}: the batch has no response to it", call.method.name);
        let answers = answers.as_ref().map_err(Clone::clone)?;
        let Some(id) = call.id else {
            return Ok(RawValue::NULL.to_owned());
        };
        let answer = answers.get(&id).cloned();
        answer.ok_or_else(|| Error::response(missing()))
    }
}

impl Answers {
    /// The result of a call.
    ///
    /// # Panics
    ///
    /// If the slot is of another batch.
    pub fn take<R: DeserializeOwned>(&self, slot: Slot<R>) -> Result<R, Error> {
        assert_eq!(slot.batch, self.batch, "the slot is of another batch");
        let (call, text) = &self.texts[slot.index];
        let text = text.as_ref().map_err(Clone::clone)?;
        if call.id.is_none() {
            return read(call.method.name, text.get().as_bytes());
        }
        let answer: Answer<R> = read(call.method.name, text.get().as_bytes())?;
        answer.unwrap(call.method, || {
            let request: Value = serde_json::from_str(&call.body).ok()?;
            request.get("params").cloned()
        })
    }
}

/// Waits for all.
async fn join<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
    let mut running: Vec<_> = futures.into_iter().map(|future| (Box::pin(future), None)).collect();
    poll_fn(|context| {
        let mut ready = Poll::Ready(());
        for (future, output) in running.iter_mut().filter(|(_, output)| output.is_none()) {
            match future.as_mut().poll(context) {
                Poll::Ready(value) => *output = Some(value),
                Poll::Pending => ready = Poll::Pending,
            }
        }
        ready
    })
    .await;
    running.into_iter().filter_map(|(_, output)| output).collect()
}

/// Returns the error of a node that rejects the whole batch.
const WHOLE: MethodInfo = MethodInfo::new("a batch", false, &[]);
