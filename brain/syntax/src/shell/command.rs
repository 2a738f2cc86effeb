//! Lists of commands: separators, keywords, redirections, and which word is what.

use std::ops::Range;

use super::findings::Lost;
use super::here::Pending;
use super::pipeline::{Document, Joint};
use super::refusal::{Input, Place, Unclear};
use super::text::Symbol;
use super::word::{Quote, Read, Reader, Word};

/// Where a list ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// At the end of the text.
    End,
    /// At the `)` that closes a substitution.
    Closed,
}

/// What may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expect {
    Command,
    Argument,
    /// A separator, a redirection or a closing keyword.
    AfterCompound,
    LoopName,
    LoopIn,
    CaseWord,
    CaseIn,
    /// A pattern of `case`; `esac` only where one begins.
    PatternStart,
    Pattern,
    FunctionName,
}

/// What a `)` closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    Subshell,
    Case,
}

/// What was read of a list.
#[derive(Debug)]
pub(super) struct List {
    /// The number of the first value that the pipeline or the outermost compound command can hold.
    pub(super) since: usize,
    pub(super) expect: Expect,
    pub(super) frames: Vec<Frame>,
    /// How many compound commands are open.
    pub(super) open: usize,
    /// The words of the simple command, its name first.
    pub(super) words: Vec<Word>,
    /// Whether something stands before the command's name, such that it is no keyword.
    pub(super) begun: bool,
    /// Whether the words belong to a command.
    pub(super) is_command: bool,
    /// The here-documents whose lines come next, with their numbers.
    pub(super) pending: Vec<(usize, Pending)>,
    pub(super) documents: Vec<Document>,
    /// The here-documents of the simple command.
    pub(super) own: Vec<usize>,
    /// The values whose files are the input of the simple command, one range for each redirection.
    pub(super) inputs: Vec<Range<usize>>,
    /// Who reads the input of the open compound commands as a program.
    pub(super) inside: Option<Input>,
    /// Whether the simple command reads from a pipe.
    pub(super) piped: bool,
    /// The values and here-documents that the pipeline has written so far.
    pub(super) written: Vec<Range<usize>>,
    /// The values of variables that the pipeline has written so far.
    pub(super) written_held: Vec<usize>,
    /// The variable of the loop whose words come next.
    pub(super) loop_name: Option<String>,
    /// The values whose files the pipeline has written so far.
    pub(super) written_files: Vec<Range<usize>>,
    pub(super) written_documents: Vec<usize>,
    /// The values that its commands write, which are its output unless they are piped on.
    pub(super) output: Vec<usize>,
}

impl List {
    fn new(since: usize) -> Self {
        Self {
            since,
            expect: Expect::Command,
            frames: Vec::new(),
            open: 0,
            words: Vec::new(),
            begun: false,
            is_command: true,
            pending: Vec::new(),
            documents: Vec::new(),
            own: Vec::new(),
            inputs: Vec::new(),
            inside: None,
            piped: false,
            written: Vec::new(),
            written_held: Vec::new(),
            loop_name: None,
            written_files: Vec::new(),
            written_documents: Vec::new(),
            output: Vec::new(),
        }
    }
}

impl Reader<'_> {
    /// Reads commands up to the end of the list, which is taken, and returns the values that they may write.
    pub(super) fn list(&mut self, until: Until) -> Read<Vec<usize>> {
        let mut list = List::new(self.findings.seen());
        let read = self.commands(&mut list, until);
        for document in &list.documents {
            list.output.extend(document.values.clone());
            list.output.extend(&document.held);
        }
        read.map(|()| list.output).map_err(|lost| Lost {
            // Whoever reads the words of a command may come after what could not be followed.
            from: if lost.why.ends_text() {
                lost.from
            } else {
                lost.from.min(list.since)
            },
            ..lost
        })
    }

    fn commands(&mut self, list: &mut List, until: Until) -> Read<()> {
        let from = self.findings.seen();
        let awaited = self.awaited;
        loop {
            self.blanks();
            self.awaited = awaited || !list.pending.is_empty();
            match self.cursor.peek() {
                None => {
                    self.finish(list, Joint::Other);
                    if until == Until::Closed {
                        return self.lost_since(from, Unclear::Substitution);
                    }
                    if !list.pending.is_empty() {
                        return self.lost(Unclear::HereDocument);
                    }
                    self.awaited = awaited;
                    return Ok(());
                }
                Some(Symbol::Char('#')) => self.comment(),
                Some(Symbol::Char('\n')) => {
                    if awaited {
                        return self.lost(Unclear::Differs);
                    }
                    self.cursor.next();
                    self.newline(list)?;
                }
                Some(Symbol::Char(')')) if self.closes(list, until) => {
                    self.cursor.next();
                    self.finish(list, Joint::Other);
                    if !list.pending.is_empty() {
                        return self.lost(Unclear::Differs);
                    }
                    self.awaited = awaited;
                    return Ok(());
                }
                Some(Symbol::Char(c @ (';' | '&' | '|' | '(' | ')' | '<' | '>'))) => {
                    self.operator_token(c, list)?;
                }
                Some(_) => self.list_word(list)?,
            }
        }
    }

    #[expect(
        clippy::unused_self,
        reason = "a question in the middle of a reader's loop"
    )]
    fn closes(&self, list: &List, until: Until) -> bool {
        until == Until::Closed
            && list.frames.is_empty()
            && !matches!(list.expect, Expect::Pattern | Expect::PatternStart)
    }

    /// Passes blanks.
    pub(super) fn blanks(&mut self) {
        loop {
            self.cursor.skip_continuations();
            if self.cursor.take_if(|c| c == ' ' || c == '\t').is_none() {
                return;
            }
        }
    }

    /// Passes a comment up to the end of its line.
    pub(super) fn comment(&mut self) {
        while let Some(symbol) = self.cursor.peek() {
            if symbol == Symbol::Char('\n') {
                return;
            }
            if let Symbol::Value(value) = symbol {
                self.findings.refuse(value, Place::Comment);
            }
            self.cursor.next();
        }
    }

    fn operator_token(&mut self, c: char, list: &mut List) -> Read<()> {
        match c {
            '<' | '>' => self.redirection(list),
            '(' => self.open_parenthesis(list),
            ')' => self.close_parenthesis(list),
            _ if self.cursor.take(";;&") || self.cursor.take(";;") || self.cursor.take(";&") => {
                self.finish(list, Joint::Other);
                if list.frames.last() != Some(&Frame::Case) {
                    return self.lost(Unclear::Grammar);
                }
                list.expect = Expect::PatternStart;
                Ok(())
            }
            // bash redirects both outputs, dash starts a command in the background.
            _ if self.cursor.is_before("&>") => self.lost(Unclear::Differs),
            '|' if list.expect == Expect::Pattern => {
                self.cursor.next();
                Ok(())
            }
            _ => {
                let pipe = c == '|' && !self.cursor.is_before("||");
                for both in ["&&", "||", "|&"] {
                    if self.cursor.take(both) {
                        return self.separate(list, pipe);
                    }
                }
                self.cursor.next();
                self.separate(list, pipe)
            }
        }
    }

    fn separate(&mut self, list: &mut List, pipe: bool) -> Read<()> {
        match list.expect {
            Expect::Argument | Expect::AfterCompound | Expect::Command | Expect::LoopIn => {
                self.finish(list, if pipe { Joint::Pipe } else { Joint::Other });
                list.expect = Expect::Command;
                Ok(())
            }
            _ => self.lost(Unclear::Grammar),
        }
    }

    fn open_parenthesis(&mut self, list: &mut List) -> Read<()> {
        match list.expect {
            Expect::Command if self.cursor.is_before("((") && !list.begun => {
                let from = self.findings.seen();
                self.cursor.take("((");
                self.nested(|reader| reader.arithmetic(from, Quote::Bare))?;
                list.expect = Expect::AfterCompound;
            }
            // `for ((`, which only bash has.
            Expect::LoopName if self.cursor.is_before("((") => {
                let from = self.findings.seen();
                self.cursor.take("((");
                self.nested(|reader| reader.arithmetic(from, Quote::Bare))?;
                list.expect = Expect::AfterCompound;
            }
            Expect::Command if !list.begun => {
                self.cursor.next();
                list.frames.push(Frame::Subshell);
                list.open += 1;
            }
            Expect::PatternStart => {
                self.cursor.next();
                list.expect = Expect::Pattern;
            }
            // `name()`
            Expect::Argument if list.words.len() == 1 && !list.begun && list.is_command => {
                self.cursor.next();
                self.blanks();
                if !self.cursor.take(")") {
                    return self.lost(Unclear::Grammar);
                }
                if let Some(name) = list.words.pop() {
                    self.findings.known.define(&name.text);
                }
                list.expect = Expect::Command;
            }
            _ => return self.lost(Unclear::Grammar),
        }
        Ok(())
    }

    fn close_parenthesis(&mut self, list: &mut List) -> Read<()> {
        match (list.expect, list.frames.last()) {
            (Expect::Pattern, _) => {
                self.cursor.next();
                list.expect = Expect::Command;
                Ok(())
            }
            (Expect::Command | Expect::Argument | Expect::AfterCompound, Some(Frame::Subshell)) => {
                self.cursor.next();
                self.finish(list, Joint::Other);
                list.frames.pop();
                list.open = list.open.saturating_sub(1);
                list.expect = Expect::AfterCompound;
                Ok(())
            }
            _ => self.lost(Unclear::Grammar),
        }
    }
}
