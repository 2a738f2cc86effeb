//! Values on their way into shell text: each in a variable of its own.

use brain_syntax::name;
use brain_syntax::shell::{self, Piece};
use brain_syntax::template::{Form, Part, Placeholder, Template};

use super::not_started;
use super::word::Word;
use crate::step::process::{self, LONGEST_ARGUMENT, PrivateFiles};
use crate::workflow::{Failure, Scope};

/// The name of the variable that the value with this number, from 1, is bound to.
pub(super) fn variable(number: usize) -> String {
    format!("{}{number}", name::BOUND)
}

/// Values on their way into a script.
pub(super) struct Binding<'a> {
    scope: &'a Scope,
    /// The values, in the order of their variables.
    pub(super) values: Vec<String>,
    /// Their placeholders.
    pub(super) placeholders: Vec<String>,
    /// The files of `{file:x}`, not written yet.
    pub(super) files: PrivateFiles,
}

impl<'a> Binding<'a> {
    /// Begins without values.
    pub(super) fn new(scope: &'a Scope) -> Self {
        Self {
            scope,
            values: Vec::new(),
            placeholders: Vec::new(),
            files: PrivateFiles::new(scope.run().id()),
        }
    }

    /// Writes a script in which each value is a variable.
    pub(super) fn script(&mut self, template: &Template) -> Result<process::Program, Failure> {
        let pieces: Vec<Piece<'_>> = template.parts().iter().map(piece).collect();
        let mut contexts = shell::contexts(&pieces).into_iter();
        let mut text = String::new();
        let mut word = Word::default();
        for part in template.parts() {
            match part {
                Part::Text(literal) => {
                    text.push_str(literal);
                    word.add_text(literal);
                }
                Part::Placeholder(placeholder) if placeholder.form == Form::Raw => {
                    let value = self.scope.value(placeholder).map_err(Failure::fatal)?;
                    text.push_str(&value);
                }
                Part::Placeholder(placeholder) => {
                    let context = contexts.next().and_then(Result::ok).ok_or_else(|| {
                        Failure::fatal(format!(
                            "`{}` stands where no value can be bound",
                            placeholder.written
                        ))
                    })?;
                    let number = self.bind(placeholder)?;
                    text.push_str(&context.reference(&variable(number)));
                    let size = word.add_value(context, &self.values[number - 1]);
                    if size > LONGEST_ARGUMENT {
                        return Err(Failure::fatal(too_long_word(&placeholder.written, size)));
                    }
                }
                _ => {
                    return Err(Failure::fatal(
                        "a part of the command is of an unknown kind",
                    ));
                }
            }
        }
        // On the first line of the author's text, so that the shell's line numbers are the author's.
        let mut script = String::new();
        for number in 1..=self.values.len() {
            let name = variable(number);
            script.extend([name.as_str(), "=${", &number.to_string(), "} "]);
        }
        if !script.is_empty() {
            script.push_str("; set --; ");
        }
        script.push_str(&text);
        Ok(process::Program::Shell {
            script,
            values: self.values.clone(),
        })
    }

    /// Binds the value of a placeholder, once however often it stands there, and returns its number.
    fn bind(&mut self, placeholder: &Placeholder) -> Result<usize, Failure> {
        let written = &placeholder.written;
        if let Some(index) = self.placeholders.iter().position(|bound| bound == written) {
            return Ok(index + 1);
        }
        let value = self.scope.value(placeholder).map_err(Failure::fatal)?;
        let value = if self.scope.is_rehearsal() && placeholder.form == Form::File {
            written.clone()
        } else if placeholder.form == Form::File {
            self.keep_in_file(value.into_owned())?
        } else if value.len() > LONGEST_ARGUMENT {
            return Err(Failure::fatal(too_long(written, value.len())));
        } else if value.contains('\0') {
            return Err(Failure::fatal(format!(
                "the value of `{written}` holds a NUL byte, which no command line can: pass it by `stdin:` or `{}`",
                file_form(written)
            )));
        } else {
            value.into_owned()
        };
        self.values.push(value);
        self.placeholders.push(written.clone());
        Ok(self.values.len())
    }

    fn keep_in_file(&mut self, value: String) -> Result<String, Failure> {
        let path = self.files.add(value).map_err(|error| not_started(&error))?;
        path.into_os_string()
            .into_string()
            .map_err(|_| Failure::fatal("the folder for temporary files is no UTF-8"))
    }
}

fn piece(part: &Part) -> Piece<'_> {
    match part {
        Part::Text(text) => Piece::Text(text),
        Part::Placeholder(placeholder) if placeholder.form == Form::Raw => Piece::Raw,
        Part::Placeholder(placeholder) if placeholder.form == Form::File => Piece::File,
        _ => Piece::Value,
    }
}

fn too_long_word(written: &str, size: usize) -> String {
    format!(
        "the word of the command that `{written}` stands in has {size} bytes, over the limit of {LONGEST_ARGUMENT} bytes: pass it by `stdin:` or `{}`",
        file_form(written)
    )
}

fn file_form(written: &str) -> String {
    written.replacen('{', "{file:", 1)
}

/// Says that a value is too long for a command line, and what to do.
pub(super) fn too_long(written: &str, size: usize) -> String {
    format!(
        "the value of `{written}` has {size} bytes, over the limit of {LONGEST_ARGUMENT} bytes for a command line: pass it by `stdin:` or `{}`",
        file_form(written)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::{LastRun, Left, Run, Trigger};

    fn scope() -> Scope {
        let run = Run::new("id".to_owned(), "flow".to_owned());
        let mut scope = Scope::new(run, Trigger::manual(), LastRun::default());
        scope.add("a", Left::Text("$(x) 'y'".into()));
        scope.add("b", Left::Text("-l".into()));
        scope.add("nul", Left::Text("a\0b".into()));
        scope.add("large", Left::Text("a".repeat(LONGEST_ARGUMENT + 1).into()));
        scope
    }

    /// Writes the script of a command, and returns it with the values.
    fn script(command: &str) -> Result<(String, Vec<String>), String> {
        let (scope, template) = (scope(), Template::parse(command).unwrap());
        let mut binding = Binding::new(&scope);
        match binding
            .script(&template)
            .map_err(|failure| failure.chain())?
        {
            process::Program::Shell { script, values } => Ok((script, values)),
            process::Program::Argv(argv) => panic!("{argv:?}"),
        }
    }

    #[test]
    fn values_stand_beside_the_text_and_never_in_it() {
        let (script, values) = script("ls {raw:b} {a} \"{a}\" '{a}'\nls").unwrap();
        assert_eq!(values, ["$(x) 'y'"]);
        let (before, text) = script.split_once("set --; ").unwrap();
        assert_eq!(before, "_brain_1=${1} ; ");
        assert_eq!(
            text,
            "ls -l \"${_brain_1}\" \"${_brain_1}\" ''\"${_brain_1}\"''\nls"
        );
        // The first line stays the first, for the shell's own messages.
        assert!(!before.contains('\n'));
    }

    #[test]
    fn a_text_without_values_is_left_alone() {
        let (script, values) = script("echo \"$1\" {{x}}").unwrap();
        assert_eq!((script.as_str(), values.len()), ("echo \"$1\" {x}", 0));
    }

    #[test]
    fn what_no_command_line_can_hold_is_refused_with_the_way_out() {
        let said = script("echo {nul}").unwrap_err();
        assert!(
            said.contains("`{file:nul}`") && said.contains("NUL"),
            "{said}"
        );
        let said = script("echo {large|none}").unwrap_err();
        assert!(said.contains("`{file:large|none}`"), "{said}");
        assert!(script("echo {file:nul} {file:large}").is_ok());
    }

    #[tokio::test]
    async fn files_of_values_have_names_of_their_own() {
        let (scope, template) = (
            scope(),
            Template::parse("cat {file:a} {file:b} {file:a}").unwrap(),
        );
        let mut binding = Binding::new(&scope);
        binding.script(&template).unwrap();
        binding.files.write().await.unwrap();
        let read: Vec<String> = binding
            .values
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect();
        assert_eq!(read, ["$(x) 'y'", "-l"]);
    }

    #[test]
    fn a_value_that_stands_there_twice_is_bound_once() {
        let (text, values) = script("echo {a} {b} {a}").unwrap();
        assert_eq!(values.len(), 2, "{text}");
    }

    #[test]
    fn what_makes_a_word_too_long_together_is_refused() {
        let scope = || {
            let mut scope = scope();
            scope.add(
                "half",
                Left::Text("a".repeat(LONGEST_ARGUMENT / 2 + 1).into()),
            );
            scope
        };
        let script = |command: &str| {
            let scope = scope();
            let written = Binding::new(&scope).script(&Template::parse(command).unwrap());
            written.map(|_| ()).map_err(|failure| failure.to_string())
        };
        for command in [
            "echo {half}{half}",
            "echo \"{half} and {half}\"",
            "echo x{half}'{half}'",
        ] {
            let error = script(command).unwrap_err();
            assert!(
                error.contains("131073") || error.contains("131072") || error.contains("13107"),
                "{error}"
            );
            assert!(error.contains("stdin:"), "{error}");
        }
        for command in [
            "echo {half} {half}",
            "echo \"{half}\" \"{half}\"",
            "cat <<E\n{half}{half}\nE",
        ] {
            assert_eq!(script(command), Ok(()), "{command}");
        }
    }
}
