//! Closures as data: what they read, and how they are called.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use brain_syntax::draft::Spelled;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::arity::{AsyncFunction, Function};
use super::depth::{DEEPEST, TOO_DEEP, depth};
use super::{Failure, LastRun, Left, Run, Trigger};

/// How a closure runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// To its end, on a thread of its own.
    Sync,
    /// On a thread of its own too, and stopped where it waits.
    Async,
}

/// What a closure may read while it is called.
#[derive(Debug, Clone)]
pub struct Inputs {
    pub(crate) names: Arc<[String]>,
    pub(crate) values: Vec<Left>,
    pub(crate) run: Run,
    pub(crate) trigger: Trigger,
    pub(crate) last_run: LastRun,
    /// The runtime that timers and sockets of `async` closures live on.
    pub(crate) runtime: Handle,
    pub(crate) stop: CancellationToken,
}

impl Inputs {
    /// Returns the output that the parameter at `index` reads, as it is.
    ///
    /// # Errors
    /// If the step was skipped.
    pub fn text(&self, index: usize) -> Result<String, Failure> {
        match &self.values[index] {
            Left::Text(text) => Ok(text.as_ref().to_owned()),
            Left::Nothing => Ok(String::new()),
            Left::Skipped => Err(Failure::fatal(format!(
                "it reads `{}`, which was skipped",
                self.names[index]
            ))),
        }
    }

    /// Returns the output that the parameter at `index` reads, if there is one: the step was not skipped, and gave
    /// something.
    pub fn optional_text(&self, index: usize) -> Option<String> {
        match &self.values[index] {
            Left::Text(text) => Some(text.as_ref().to_owned()),
            Left::Nothing | Left::Skipped => None,
        }
    }

    /// Reads the output that the parameter at `index` reads from JSON; a skipped step and an empty output are `null`.
    ///
    /// # Errors
    /// If it is not JSON, or not of the type, which is then called `type_name`.
    pub fn read<'a, T>(
        &'a self,
        index: usize,
        type_name: &str,
        read: impl FnOnce(
            &mut serde_json::Deserializer<serde_json::de::StrRead<'a>>,
        ) -> Result<T, serde_json::Error>,
    ) -> Result<T, Failure> {
        let text = match &self.values[index] {
            Left::Text(text) if !text.is_empty() => &**text,
            _ => "null",
        };
        let unread = |error: &dyn fmt::Display| {
            Failure::fatal(format!(
                "could not read `{}` as `{type_name}`: {error}",
                self.names[index]
            ))
        };
        if depth(text) > DEEPEST {
            return Err(unread(&TOO_DEEP));
        }
        let mut reader = serde_json::Deserializer::from_str(text);
        reader.disable_recursion_limit();
        let value = read(&mut reader).and_then(|value| reader.end().map(|()| value));
        value.map_err(|error| unread(&error))
    }

    /// Returns the present run.
    pub fn run(&self) -> Run {
        self.run.clone()
    }

    /// Returns what made the run.
    pub fn trigger(&self) -> Trigger {
        self.trigger.clone()
    }

    /// Returns the last successful run.
    pub fn last_run(&self) -> LastRun {
        self.last_run.clone()
    }

    /// Waits for a future, unless the step is stopped first.
    ///
    /// # Errors
    /// If the step is stopped.
    pub fn block_on<F: Future>(&self, future: F) -> Result<F::Output, Failure> {
        self.runtime.block_on(async {
            tokio::select! {
                biased;
                // The attempt is over and nobody waits for the value.
                () = self.stop.cancelled() => Err(Failure::fatal("it was stopped")),
                value = future => Ok(value),
            }
        })
    }

    /// Returns what the parameter at `index` reads if its type says that it is no step's output.
    pub(super) fn context(&self, index: usize, wanted: std::any::TypeId) -> Option<Box<dyn Any>> {
        use std::any::TypeId;
        match self.names[index].as_str() {
            "run" if wanted == TypeId::of::<Run>() => Some(Box::new(self.run())),
            "trigger" if wanted == TypeId::of::<Trigger>() => Some(Box::new(self.trigger())),
            "last_run" if wanted == TypeId::of::<LastRun>() => Some(Box::new(self.last_run())),
            _ => None,
        }
    }
}

type Call<T> = Arc<dyn Fn(&Inputs) -> Result<T, Failure> + Send + Sync>;

/// The closure of a `call` step.
#[derive(Clone)]
pub(crate) struct Body {
    pub(crate) inputs: Arc<[String]>,
    pub(crate) spelled: Vec<Spelled>,
    pub(crate) mode: Mode,
    pub(crate) call: Call<Option<String>>,
    /// Whether its result is a `Result` that nobody looks into.
    pub(crate) drops_a_result: bool,
}

impl Body {
    pub(super) fn new<Args, F: Function<Args, N>, const N: usize>(
        inputs: [&str; N],
        mode: Mode,
        call: impl Fn(&Inputs) -> Result<Option<String>, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self {
            inputs: inputs.iter().map(|&name| name.to_owned()).collect(),
            spelled: F::spelled(),
            mode,
            call: Arc::new(call),
            drops_a_result: is_result::<F::Output>(),
        }
    }

    pub(super) fn new_async<Args, F: AsyncFunction<Args, N>, const N: usize>(
        inputs: [&str; N],
        call: impl Fn(&Inputs) -> Result<Option<String>, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self {
            inputs: inputs.iter().map(|&name| name.to_owned()).collect(),
            spelled: F::spelled(),
            mode: Mode::Async,
            call: Arc::new(call),
            drops_a_result: is_result::<F::Output>(),
        }
    }

    /// Says that the call looks into the result.
    pub(super) fn fallible(mut self) -> Self {
        self.drops_a_result = false;
        self
    }

    /// Takes a closure that the macro wrote and the compiler checked.
    pub(crate) fn written(
        inputs: Vec<&str>,
        mode: Mode,
        call: impl Fn(&Inputs) -> Result<Option<String>, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self {
            // The macro checked the parameters; for the check of the builder any type will do.
            spelled: vec![Spelled::Option; inputs.len()],
            inputs: inputs.into_iter().map(str::to_owned).collect(),
            mode,
            call: Arc::new(call),
            drops_a_result: false,
        }
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body")
            .field("inputs", &self.inputs)
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}

/// Whether `T` is a `Result`, which as an output would be JSON about success or failure and never fail the step.
fn is_result<T>() -> bool {
    std::any::type_name::<T>().starts_with("core::result::Result<")
}

/// The closure of a `when`.
#[derive(Clone)]
pub struct Condition {
    pub(crate) inputs: Arc<[String]>,
    pub(crate) spelled: Vec<Spelled>,
    pub(crate) decide: Call<bool>,
}

impl Condition {
    /// Makes a condition from a closure.
    pub(crate) fn of<Args, F, const N: usize>(inputs: [&str; N], decide: F) -> Self
    where
        F: Function<Args, N>,
        F::Output: Into<bool>,
    {
        Self {
            inputs: inputs.iter().map(|&name| name.to_owned()).collect(),
            spelled: F::spelled(),
            decide: Arc::new(move |inputs| decide.call(inputs).map(Into::into)),
        }
    }

    /// Takes a closure that the macro wrote and the compiler checked.
    pub(crate) fn written(
        inputs: Vec<&str>,
        decide: impl Fn(&Inputs) -> Result<bool, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self {
            spelled: vec![Spelled::Option; inputs.len()],
            inputs: inputs.into_iter().map(str::to_owned).collect(),
            decide: Arc::new(decide),
        }
    }
}

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Condition")
            .field("inputs", &self.inputs)
            .finish_non_exhaustive()
    }
}

/// What a closure gave: a value, or a `Result` that is one.
#[derive(Debug)]
pub struct Outcome<T>(Plain<T>);

/// What a closure gave that is no `Result`.
#[derive(Debug)]
pub struct Plain<T>(RefCell<Option<T>>);

impl<T> Outcome<T> {
    /// Takes what a closure gave.
    pub fn of(value: T) -> Self {
        Self(Plain(RefCell::new(Some(value))))
    }
}

impl<T, E> Outcome<Result<T, E>> {
    /// Takes the `Result`.
    ///
    /// # Errors
    /// The error in it.
    pub fn settle(self) -> Result<T, E> {
        self.0.take()
    }
}

// Where the value is no `Result`, `settle` is looked for behind this and found there.
impl<T> Deref for Outcome<T> {
    type Target = Plain<T>;

    fn deref(&self) -> &Plain<T> {
        &self.0
    }
}

impl<T> Plain<T> {
    /// Takes the value.
    ///
    /// # Errors
    /// None.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "code that was written for both calls it as it calls the one of a `Result`"
    )]
    pub fn settle(&self) -> Result<T, Failure> {
        Ok(self.take())
    }

    fn take(&self) -> T {
        self.0.take().expect("an outcome is settled once")
    }
}

/// An output that was written, with the type it was written from.
#[derive(Debug)]
pub struct Written<T> {
    pub(crate) output: Option<String>,
    of: PhantomData<fn() -> T>,
}

impl<T> Written<T> {
    /// Keeps `output`, and the type of `value`.
    pub fn new(value: T, output: Option<String>) -> Self {
        drop(value);
        Self {
            output,
            of: PhantomData,
        }
    }
}
