//! Writes what happens: rewritten lines on a terminal, plain ones elsewhere.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::mark;
use super::tick::Tick;
use crate::cli::{print, span};
use crate::clock::Timestamp;
use crate::step::live::{LineState, Stream};
use crate::store::StepStatus;

/// How progress looks.
#[derive(Debug, Clone, Copy)]
enum Style {
    Lines,
    Terminal { colours: bool },
}

/// What is on the screen.
pub(in crate::cli) struct Screen {
    style: Style,
    started: HashMap<u32, Timestamp>,
    /// Steps that the built-in summariser answered instead of a model.
    offline: HashSet<u32>,
    spinner: Option<ProgressBar>,
    /// The last line of an answer that a model is writing, and its step.
    answer: (String, String),
    /// How many tokens an answer has, and its step.
    tokens: (String, u64),
}

/// How much of the line that a model is writing stands beside the spinner, in characters: with the name of the step and
/// the time it fits into 80 columns.
const LINE_END: usize = 40;

/// How often the elapsed time of a running step is drawn anew: often enough to look alive.
const TICK: Duration = Duration::from_millis(100);

/// The longest line of an answer that is waited for, in bytes: a paragraph is one line, and longer than a screen.
const LONGEST_ANSWER_LINE: usize = 4 * 1024;

impl Screen {
    /// Makes one that suits stderr.
    pub(in crate::cli) fn new() -> Self {
        Self {
            style: if print::is_terminal() {
                Style::Terminal {
                    colours: print::has_colours(),
                }
            } else {
                Style::Lines
            },
            started: HashMap::new(),
            offline: HashSet::new(),
            spinner: None,
            answer: (String::new(), String::new()),
            tokens: (String::new(), 0),
        }
    }

    /// Shows one thing.
    pub(in crate::cli) fn show(&mut self, tick: Tick) {
        match tick {
            Tick::Talk(line) => self.write(&line),
            Tick::Started { position, name, at } => {
                self.started.insert(position, at);
                self.start_spinner(name);
            }
            Tick::AttemptEnded {
                position,
                is_offline,
                warning,
            } => {
                self.end_answer();
                if let Some(warning) = warning {
                    self.write(&print::visible(&format!("warning: {warning}")));
                }
                if is_offline {
                    self.offline.insert(position);
                }
            }
            Tick::Ended {
                position,
                name,
                status,
                at,
            } => self.end(position, &name, status, at),
            Tick::Skipped { name } => {
                self.ended(StepStatus::Skipped, &format!("{name} skipped"));
            }
            Tick::Lines {
                step,
                stream,
                text,
                state,
            } => self.lines(&step, stream, &text, state),
            Tick::Piece { step, text } => self.piece(step, &text),
            Tick::Tokens { step, count } => {
                self.tokens = (step, count);
                self.tell_spinner();
            }
            Tick::LeftOut(lines) => self.write(&format!("[{lines} lines left out]")),
        }
    }

    fn start_spinner(&mut self, name: String) {
        if let Style::Terminal { .. } = self.style {
            let spinner = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}")
                .unwrap_or_else(|_| ProgressStyle::default_spinner());
            spinner.set_style(style);
            spinner.set_message(name);
            spinner.enable_steady_tick(TICK);
            self.spinner = Some(spinner);
        }
    }

    fn end(&mut self, position: u32, name: &str, status: StepStatus, at: Timestamp) {
        self.end_answer();
        if let Some(spinner) = self.spinner.take() {
            spinner.finish_and_clear();
        }
        let took = self
            .started
            .remove(&position)
            .map(|started| span::written(at.milliseconds_since(started)));
        let offline = if self.offline.remove(&position) {
            ", offline"
        } else {
            ""
        };
        let text = match (took, status) {
            (Some(took), _) => format!("{name} {took}{offline}"),
            (None, status) => format!("{name} {status}"),
        };
        self.ended(status, &text);
    }

    fn ended(&self, status: StepStatus, text: &str) {
        let colour = match status {
            StepStatus::Success => 32,
            StepStatus::Skipped => 90,
            StepStatus::Running => 36,
            _ => 31,
        };
        self.write(&format!("{} {text}", self.coloured(&mark(status), colour)));
    }

    fn lines(&self, step: &str, stream: Stream, text: &str, state: LineState) {
        let sign = match stream {
            Stream::Stdout => '|',
            Stream::Stderr => '!',
        };
        let prefix = self.coloured(&format_args!("{step} {sign}"), 90);
        let rest = print::harmless(text).replace('\n', &format!("\n{prefix} "));
        let mut block = format!("{prefix} {rest}");
        if let LineState::Cut(bytes) = state {
            block.extend([" [", &bytes.to_string(), " bytes left out]"]);
        }
        self.write(&block);
    }

    fn piece(&mut self, step: String, text: &str) {
        if self.answer.0 != step {
            self.end_answer();
            self.answer.0 = step;
        }
        self.answer.1.push_str(text);
        if let Some((lines, rest)) = self.answer.1.rsplit_once('\n') {
            self.lines(&self.answer.0, Stream::Stdout, lines, LineState::Whole);
            self.answer.1 = rest.to_owned();
        }
        if self.answer.1.len() > LONGEST_ANSWER_LINE {
            self.end_answer();
        }
        self.tell_spinner();
    }

    /// Shows how far an answer is: the end of its last line, or how much there is of it.
    fn tell_spinner(&self) {
        let Some(spinner) = &self.spinner else {
            return;
        };
        let (step, count) = &self.tokens;
        let line = print::visible(&self.answer.1);
        let length = line.chars().count();
        let end: String = line.chars().skip(length.saturating_sub(LINE_END)).collect();
        spinner.set_message(match (count, end.is_empty()) {
            (0, true) => return,
            (_, true) => format!("{step} ({count} tokens)"),
            (_, false) => format!("{step} ({count} tokens) {end}"),
        });
    }

    /// Shows what there is of the last line of an answer.
    pub(in crate::cli) fn end_answer(&mut self) {
        let line = std::mem::take(&mut self.answer.1);
        if !line.is_empty() {
            self.lines(&self.answer.0, Stream::Stdout, &line, LineState::Whole);
        }
    }

    fn coloured(&self, text: &dyn std::fmt::Display, colour: u8) -> String {
        match self.style {
            Style::Terminal { colours: true } => format!("\u{1b}[{colour}m{text}\u{1b}[0m"),
            _ => text.to_string(),
        }
    }

    /// Writes lines above the one that is rewritten.
    fn write(&self, lines: &str) {
        match &self.spinner {
            Some(spinner) => spinner.suspend(|| print::talk(lines)),
            None => print::talk(lines),
        }
    }
}
