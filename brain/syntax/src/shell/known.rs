//! Which values the variables of a text hold, and the arguments of its functions.
//!
//! A function is written before it is called, and a loop comes back to what it has passed. So nothing here says *when* a
//! variable holds a value: whoever reads a text reads it again with what was found, until nothing more is.

use std::collections::{HashMap, HashSet};

/// What is known of a text, wherever it stands in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Known {
    variables: HashMap<String, Vec<usize>>,
    functions: HashSet<String>,
    /// The values that each argument of a function may hold, whichever function it is.
    arguments: Vec<Vec<usize>>,
    /// Whether arguments change their places.
    shifts: bool,
}

/// So many arguments are told apart; what comes after them counts as the last one.
const ARGUMENTS: usize = 16;

/// The parameters that `set` gives values to.
const PARAMETERS: &[&str] = &["@", "*", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

impl Known {
    /// Returns the values that a variable or parameter may hold.
    pub(super) fn held(&self, name: &str) -> Vec<usize> {
        let mut held = self.variables.get(name).cloned().unwrap_or_default();
        match name.parse::<usize>() {
            _ if matches!(name, "@" | "*") => held.extend(self.all_arguments()),
            Ok(1..) if self.shifts => held.extend(self.all_arguments()),
            Ok(number @ 1..) => {
                let argument = self.arguments.get(number.min(ARGUMENTS) - 1);
                held.extend(argument.into_iter().flatten());
            }
            _ => {}
        }
        held
    }

    /// Returns the words that `"$@"` becomes, each by the values that it may hold; `first` if it begins with the command.
    pub(super) fn spread(&self, first: First) -> Vec<Vec<usize>> {
        let set = self.variables.get("@").cloned().unwrap_or_default();
        let count = self.arguments.len().max(1);
        let words = (0..count).map(|index| {
            let mut held = set.clone();
            if !self.shifts {
                held.extend(self.arguments.get(index).into_iter().flatten());
            } else if index > 0 || first == First::Argument {
                held.extend(self.all_arguments());
            }
            held
        });
        words.collect()
    }

    fn all_arguments(&self) -> impl Iterator<Item = &usize> {
        self.arguments.iter().flatten()
    }

    /// Notes that a variable may hold some values, beside those that it may hold already.
    pub(super) fn hold(&mut self, name: &str, values: impl Iterator<Item = usize>) {
        let mut values = values.peekable();
        if values.peek().is_some() {
            add(self.variables.entry(name.to_owned()).or_default(), values);
        }
    }

    /// Notes that all parameters may hold some values.
    pub(super) fn set(&mut self, values: &[usize]) {
        for name in PARAMETERS {
            self.hold(name, values.iter().copied());
        }
    }

    /// Notes that the text defines a function.
    pub(super) fn define(&mut self, name: &str) {
        self.functions.insert(name.to_owned());
    }

    /// Tells whether the text defines this function somewhere.
    pub(super) fn is_function(&self, name: &str) -> bool {
        self.functions.contains(name)
    }

    /// Notes what the arguments of a function may hold.
    pub(super) fn call(&mut self, arguments: impl Iterator<Item = Vec<usize>>) {
        for (index, values) in arguments.enumerate() {
            let index = index.min(ARGUMENTS - 1);
            if self.arguments.len() == index {
                self.arguments.push(Vec::new());
            }
            add(&mut self.arguments[index], values.into_iter());
        }
    }

    /// Notes that arguments change their places.
    pub(super) fn shift(&mut self) {
        self.shifts = true;
    }
}

/// Tells what the first word of `"$@"` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    Command,
    Argument,
}

fn add(held: &mut Vec<usize>, values: impl Iterator<Item = usize>) {
    held.extend(values);
    // A loop may assign a variable to itself over and over.
    held.sort_unstable();
    held.dedup();
}
