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
    /// Whether an interpreter reads it.
    pub(super) is_program: bool,
}

impl Reader<'_> {
    /// Ends a simple command: looks at what reads its words and its input.
    pub(super) fn finish(&mut self, list: &mut List, joint: Joint) {
        let words = std::mem::take(&mut list.words);
        let own = std::mem::take(&mut list.own);
        let judgement = if list.is_command {
            program::judge(&words)
        } else {
            Judgement::default()
        };
        for (values, place) in judgement.refused {
            self.findings.forbid(values, place);
        }
        if judgement.reads_program {
            let mut documents = own.clone();
            if list.piped {
                documents.extend(&list.written_documents);
                for values in &list.written {
                    self.findings
                        .forbid(values.clone(), Place::Program(Program::Input));
                }
            }
            for document in documents {
                if let Some(document) = list.documents.get_mut(document) {
                    document.is_program = true;
                    self.findings
                        .forbid(document.values.clone(), Place::Program(Program::Input));
                }
            }
        }
        if judgement.writes {
            list.written
                .extend(words.iter().map(|word| word.values.clone()));
        }
        list.written_documents.extend(own);
        if joint == Joint::Pipe {
            list.piped = true;
        } else if list.open == 0 {
            list.since = self.findings.seen();
            list.piped = false;
            list.written.clear();
            list.written_documents.clear();
        }
        list.begun = false;
        list.is_command = true;
    }
}
