//! The end of a simple command: who reads its words, its here-documents and what is piped into it.

use std::ops::Range;

use super::command::List;
use super::known::First;
use super::program::{self, Judgement};
use super::refusal::{Place, Program};
use super::word::{OPAQUE, Reader, Word};

/// How a command is joined to the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    Pipe,
    Other,
}

/// A here-document of the list.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) values: Range<usize>,
    /// The values of the variables that it expands.
    pub(super) held: Vec<usize>,
    /// Where its values stand if an interpreter reads it.
    pub(super) place: Option<Place>,
}

impl Reader<'_> {
    /// Ends a simple command: looks at what reads its words and its input.
    pub(super) fn finish(&mut self, list: &mut List, joint: Joint) {
        let words = self.spread(std::mem::take(&mut list.words));
        let own = std::mem::take(&mut list.own);
        let inputs = std::mem::take(&mut list.inputs);
        let judgement = if list.is_command {
            program::judge(&words)
        } else {
            Judgement::default()
        };
        for (values, place) in &judgement.refused {
            self.findings.forbid(values.clone(), *place);
        }
        for (values, place) in &judgement.refused_held {
            self.findings.forbid_held(values, *place);
        }
        self.assign(list, &words);
        let reads = match judgement.reads_program {
            None if words.is_empty() => list.inside,
            reads => reads,
        };
        if let Some(input) = reads {
            let place = Place::Program(Program::Input(input));
            for values in &inputs {
                self.findings.forbid(values.clone(), input.file());
            }
            let mut documents = own.clone();
            if list.piped {
                documents.extend(&list.written_documents);
                for values in &list.written {
                    self.findings.forbid(values.clone(), place);
                }
                self.findings.forbid_held(&list.written_held, place);
                for values in &list.written_files {
                    self.findings.forbid(values.clone(), input.file());
                }
            }
            for document in documents {
                if let Some(document) = list.documents.get_mut(document) {
                    document.place = Some(place);
                    self.findings.forbid(document.values.clone(), place);
                    self.findings.forbid_held(&document.held, place);
                }
            }
            if list.open > 0 && own.is_empty() && inputs.is_empty() {
                list.inside = Some(input);
            }
        }
        self.note_output(list, (&words, &judgement), joint);
        list.written_files.extend(inputs);
        list.written_documents.extend(own);
        if joint == Joint::Pipe {
            list.piped = true;
        } else if list.open == 0 {
            list.since = self.findings.seen();
            list.piped = false;
            list.written.clear();
            list.written_held.clear();
            list.written_files.clear();
            list.written_documents.clear();
            list.inside = None;
        }
        list.begun = false;
        list.is_command = true;
    }

    /// Notes which values a command writes, into the next one or to whoever reads the list.
    fn note_output(
        &self,
        list: &mut List,
        (words, judgement): (&[Word], &Judgement),
        joint: Joint,
    ) {
        let calls = words
            .first()
            .is_some_and(|word| list.is_command && self.findings.known.is_function(&word.text));
        let mut output = Vec::new();
        if list.piped && (judgement.writes_files || calls) {
            output.extend(list.written.iter().cloned().flatten());
            output.extend(&list.written_held);
        }
        // Of a function nobody knows what it writes.
        if judgement.writes || calls {
            let written = words.iter().filter(|word| !word.file);
            for word in written {
                list.written.push(word.values.clone());
                list.written_held.extend(&word.held);
                output.extend(word.values.clone());
                output.extend(&word.held);
            }
        }
        if judgement.writes_files {
            for word in words.iter().filter(|word| word.file) {
                list.written_files.push(word.values.clone());
                output.extend(word.values.clone());
            }
        }
        if joint == Joint::Other {
            list.output.extend(output);
        }
    }

    /// Makes a word of each argument that `"$@"` stands for.
    fn spread(&self, words: Vec<Word>) -> Vec<Word> {
        let spread = |(index, word): (usize, Word)| {
            if !(word.spreads && word.text.chars().eq([OPAQUE])) {
                return vec![word];
            }
            let first = match index {
                0 => First::Command,
                _ => First::Argument,
            };
            let held = self.findings.known.spread(first);
            let of = |held| Word {
                held,
                ..word.clone()
            };
            held.into_iter().map(of).collect()
        };
        words.into_iter().enumerate().flat_map(spread).collect()
    }

    /// Notes which variables a command gives values to.
    fn assign(&mut self, list: &mut List, words: &[Word]) {
        let known = &mut self.findings.known;
        if !list.is_command {
            if let Some(name) = list.loop_name.take() {
                known.hold(&name, words.iter().flat_map(Word::assigned));
            }
            return;
        }
        let Some((first, arguments)) = words.split_first() else {
            return;
        };
        match first.text.as_str() {
            name if known.is_function(name) => {
                known.call(arguments.iter().map(|word| word.assigned().collect()));
            }
            "set" => {
                let values: Vec<usize> = arguments.iter().flat_map(Word::assigned).collect();
                known.set(&values);
            }
            "shift" => known.shift(),
            "export" | "readonly" | "local" | "declare" | "typeset" => {
                for word in arguments {
                    let name = word.text.split_once('=').map_or("", |(name, _)| name);
                    known.hold(name, word.assigned());
                }
            }
            _ => {}
        }
    }
}
