//! The words of a list: keywords, assignments, names, arguments.

use super::command::{Expect, Frame, List};
use super::program;
use super::refusal::{Place, Unclear};
use super::text::Symbol;
use super::word::{Read, Reader, Word};

impl Reader<'_> {
    /// Reads a word where a list may have one.
    pub(super) fn list_word(&mut self, list: &mut List) -> Read<()> {
        let word = self.word()?;
        let redirects = matches!(self.cursor.peek(), Some(Symbol::Char('<' | '>')));
        let numbers = word.text.chars().all(|c| c.is_ascii_digit());
        if redirects && numbers && !word.quoted {
            // `2>`: the number of the descriptor, and no argument.
            return Ok(());
        }
        if word.text.ends_with('=') && self.cursor.is_at('(') {
            self.array(&word)?;
        }
        match list.expect {
            Expect::Command => self.first_word(list, word),
            Expect::Argument => {
                list.words.push(word);
                Ok(())
            }
            Expect::AfterCompound => {
                if self.keyword(list, &word)? {
                    Ok(())
                } else {
                    self.lost_since(word.values.start, Unclear::Grammar)
                }
            }
            Expect::LoopName => {
                self.findings.forbid(word.values, Place::ParameterName);
                list.loop_name = Some(word.text);
                list.expect = Expect::LoopIn;
                Ok(())
            }
            Expect::LoopIn if is_keyword(&word, "in") => {
                list.is_command = false;
                list.expect = Expect::Argument;
                Ok(())
            }
            Expect::LoopIn if is_keyword(&word, "do") => {
                list.expect = Expect::Command;
                Ok(())
            }
            Expect::CaseWord => {
                list.expect = Expect::CaseIn;
                Ok(())
            }
            Expect::CaseIn if is_keyword(&word, "in") => {
                list.frames.push(Frame::Case);
                list.expect = Expect::PatternStart;
                Ok(())
            }
            Expect::PatternStart if is_keyword(&word, "esac") => self.end_case(list),
            Expect::PatternStart | Expect::Pattern => {
                list.expect = Expect::Pattern;
                Ok(())
            }
            Expect::FunctionName => {
                self.findings.known.define(&word.text);
                self.findings.forbid(word.values, Place::CommandWord);
                self.blanks();
                if self.cursor.take("(") {
                    self.blanks();
                    self.cursor.take(")");
                }
                list.expect = Expect::Command;
                Ok(())
            }
            Expect::LoopIn | Expect::CaseIn => self.lost_since(word.values.start, Unclear::Grammar),
        }
    }

    /// Handles a word where a command begins.
    fn first_word(&mut self, list: &mut List, word: Word) -> Read<()> {
        if !list.begun && self.keyword(list, &word)? {
            return Ok(());
        }
        if word.assigns {
            let name = word.text.split_once('=').map_or("", |(name, _)| name);
            self.findings.known.hold(name, word.assigned());
            if let Some(place) = evaluated(name) {
                self.findings.forbid(word.values, place);
            }
            list.begun = true;
            return Ok(());
        }
        self.findings
            .forbid(word.values.clone(), Place::command_word(&word));
        list.words.push(word);
        list.expect = Expect::Argument;
        Ok(())
    }

    /// Handles a keyword; false if the word is none here.
    fn keyword(&mut self, list: &mut List, word: &Word) -> Read<bool> {
        if word.quoted {
            return Ok(false);
        }
        let begins = list.expect == Expect::Command;
        match word.text.as_str() {
            "then" | "else" | "elif" | "do" => list.expect = Expect::Command,
            "fi" | "done" | "}" => {
                list.open = list.open.saturating_sub(1);
                list.expect = Expect::AfterCompound;
            }
            "esac" => self.end_case(list)?,
            "if" | "while" | "until" | "{" if begins => list.open += 1,
            "!" | "coproc" if begins => {}
            "time" if begins => {
                self.blanks();
                self.cursor.take("-p ");
            }
            "for" | "select" if begins => {
                list.open += 1;
                list.expect = Expect::LoopName;
            }
            "case" if begins => {
                list.open += 1;
                list.expect = Expect::CaseWord;
            }
            "function" if begins => list.expect = Expect::FunctionName,
            "[[" if begins => {
                self.condition()?;
                list.expect = Expect::AfterCompound;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn end_case(&mut self, list: &mut List) -> Read<()> {
        if list.frames.last() != Some(&Frame::Case) {
            return self.lost(Unclear::Grammar);
        }
        list.frames.pop();
        list.open = list.open.saturating_sub(1);
        list.expect = Expect::AfterCompound;
        Ok(())
    }

    /// Reads the rest of `[[ .. ]]`.
    fn condition(&mut self) -> Read<()> {
        let from = self.findings.seen();
        loop {
            self.blanks();
            match self.cursor.peek() {
                None | Some(Symbol::Char('#' | ';')) => {
                    return self.lost_since(from, Unclear::Grammar);
                }
                Some(Symbol::Char('<')) if self.cursor.is_before("<<") => {
                    return self.lost_since(from, Unclear::Differs);
                }
                Some(Symbol::Char('\n' | '&' | '|' | '<' | '>' | '(' | ')')) => {
                    self.cursor.next();
                }
                Some(_) => {
                    let word = self.word()?;
                    if is_keyword(&word, "]]") {
                        break;
                    }
                }
            }
        }
        let seen = self.findings.seen();
        self.findings.forbid(from..seen, Place::Condition);
        Ok(())
    }

    /// Reads the `(..)` of `name=(..)`, which dash does not know.
    fn array(&mut self, name: &Word) -> Read<()> {
        self.cursor.next();
        loop {
            self.blanks();
            match self.cursor.peek() {
                Some(Symbol::Char(')')) => break,
                Some(Symbol::Char('\n')) => {
                    self.cursor.next();
                }
                Some(Symbol::Char('#')) => self.comment(),
                None | Some(Symbol::Char(';' | '&' | '|' | '<' | '>' | '(')) => {
                    return self.lost_since(name.values.start, Unclear::Grammar);
                }
                Some(_) => {
                    self.word()?;
                }
            }
        }
        self.cursor.next();
        let seen = self.findings.seen();
        self.findings.forbid(name.values.start..seen, Place::Array);
        Ok(())
    }
}

fn is_keyword(word: &Word, keyword: &str) -> bool {
    !word.quoted && word.text == keyword
}

/// Returns the place that the value of a variable of this name is, if somebody evaluates it.
pub(super) fn evaluated(name: &str) -> Option<Place> {
    match name {
        // Prompts and start-up files are expanded when they are used, command substitutions included.
        "PS0" | "PS1" | "PS2" | "PS4" | "PROMPT_COMMAND" | "ENV" | "BASH_ENV"
        // Numbers to bash, which are read as arithmetic.
        | "HISTCMD" | "LINENO" | "OPTIND" | "RANDOM" | "SECONDS" | "SRANDOM" => Some(Place::Prompt),
        _ => program::is_command_variable(name).then_some(Place::Variable),
    }
}
