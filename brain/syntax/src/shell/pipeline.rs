//! The end of a simple command: who reads its words, its here-documents and what is piped into it.

use std::ops::Range;

use super::command::List;
use super::program::{self, Judgement};
use super::refusal::{Place, Program};
use super::word::Reader;

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
    /// Where its values stand if an interpreter reads it.
    pub(super) place: Option<Place>,
}

impl Reader<'_> {
    /// Ends a simple command: looks at what reads its words and its input.
    pub(super) fn finish(&mut self, list: &mut List, joint: Joint) {
        let words = std::mem::take(&mut list.words);
        let own = std::mem::take(&mut list.own);
        let inputs = std::mem::take(&mut list.inputs);
        let judgement = if list.is_command {
            program::judge(&words)
        } else {
            Judgement::default()
        };
        for (values, place) in judgement.refused {
            self.findings.forbid(values, place);
        }
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
                for values in &list.written_files {
                    self.findings.forbid(values.clone(), input.file());
                }
            }
            for document in documents {
                if let Some(document) = list.documents.get_mut(document) {
                    document.place = Some(place);
                    self.findings.forbid(document.values.clone(), place);
                }
            }
            if list.open > 0 && own.is_empty() && inputs.is_empty() {
                list.inside = Some(input);
            }
        }
        if judgement.writes {
            let written = words.iter().filter(|word| !word.file);
            list.written.extend(written.map(|word| word.values.clone()));
        }
        if judgement.writes_files {
            let files = words.iter().filter(|word| word.file);
            list.written_files
                .extend(files.map(|word| word.values.clone()));
        }
        list.written_files.extend(inputs);
        list.written_documents.extend(own);
        if joint == Joint::Pipe {
            list.piped = true;
        } else if list.open == 0 {
            list.since = self.findings.seen();
            list.piped = false;
            list.written.clear();
            list.written_files.clear();
            list.written_documents.clear();
            list.inside = None;
        }
        list.begun = false;
        list.is_command = true;
    }
}
