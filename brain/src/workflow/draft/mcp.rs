//! The draft of a call of a tool.

use brain_syntax::draft::{Data, FieldDraft, Mode, Unread, Value};

use super::{data, format, output};
use crate::workflow::header::HeaderSource;
use crate::workflow::maker::Maker;
use crate::workflow::mcp::{McpToolStep, Schema, Server};
use crate::workflow::{Argument, Arguments};

impl Maker<'_> {
    /// Returns the fields of a call of a tool.
    pub(super) fn mcp(&self, mcp: &McpToolStep) -> Vec<FieldDraft> {
        let headers = mcp.headers.iter().map(|(name, value)| {
            let value = match &value.0 {
                HeaderSource::Text(text) => Data::Text(text.clone()),
                HeaderSource::Process(variable) => Data::FromEnvironment(variable.0.clone()),
                HeaderSource::Plain(text) => Data::Plaintext(text.0.clone()),
            };
            self.pair("headers", name, value)
        });
        let headers: Vec<Value> = headers.collect();
        let mut fields = vec![match &mcp.server {
            Server::Command(command) => self.text("server_command", command),
            Server::Url(url) => self.field("server_url", Data::Text(url.clone())),
        }];
        fields.push(self.field("tool", Data::Text(mcp.tool.clone())));
        fields.extend((!headers.is_empty()).then(|| self.field("headers", Data::List(headers))));
        fields.extend(mcp.arguments.as_ref().map(|args| self.arguments(args)));
        fields.extend(self.environment(&mcp.environment));
        fields.extend(mcp.folder.as_ref().map(|text| self.text("cwd", text)));
        let given = [
            ("format", mcp.format.map(format)),
            ("output", mcp.output.map(output)),
            (
                "max_output",
                mcp.max_output.map(|n| Data::Integer(n.into())),
            ),
            ("schema", mcp.schema.as_ref().map(file)),
        ];
        let given = given
            .into_iter()
            .filter_map(|(word, data)| Some((word, data?)));
        fields.extend(given.map(|(word, data)| self.field(word, data)));
        fields
    }

    fn arguments(&self, arguments: &Arguments) -> FieldDraft {
        let entries = match arguments {
            Arguments::Computed(computed) => {
                return self.closure("args", &computed.inputs, &computed.spelled, Mode::Sync);
            }
            Arguments::NoObject(json) => return self.field("args", self.json("args", json)),
            Arguments::Fixed(entries) => entries.iter(),
        };
        let entries = entries.map(|(name, argument)| {
            let name = self.value("args", Data::Text(name.clone()));
            let value = match argument {
                Argument::Template(text) => self.value("args", data(text)),
                Argument::Written(json) => self.written(json),
                Argument::Made(_) => self.value("args", Data::Other("an expression")),
            };
            (name, value)
        });
        let inside = self.value("args", Data::Object(entries.collect()));
        self.field("args", Data::Json(Box::new(inside)))
    }

    /// Describes JSON with all that is in it.
    fn written(&self, json: &serde_json::Value) -> Value {
        use serde_json::Value as Json;
        let data = match json {
            Json::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| {
                    let name = self.value("args", Data::Text(name.clone()));
                    (name, self.written(value))
                });
                Data::Object(fields.collect())
            }
            Json::Array(values) => {
                Data::List(values.iter().map(|value| self.written(value)).collect())
            }
            Json::String(text) => Data::Text(text.clone()),
            Json::Bool(truth) => Data::Boolean(*truth),
            Json::Number(number) => match (number.as_i128(), number.as_f64()) {
                (Some(whole), _) => Data::Integer(whole),
                (None, Some(decimal)) => Data::Decimal(decimal),
                (None, None) => Data::Other("an expression"),
            },
            Json::Null => Data::Null,
        };
        self.value("args", data)
    }
}

/// Describes a file, which is read now unless the macro has brought it.
fn file(schema: &Schema) -> Data {
    let content = match &schema.content {
        Some(content) => Ok((*content).to_owned()),
        None => std::fs::read_to_string(&schema.path)
            .map_err(|error| Unread::new(&error, "the folder that the program runs in")),
    };
    Data::File {
        path: schema.path.clone(),
        content,
    }
}
