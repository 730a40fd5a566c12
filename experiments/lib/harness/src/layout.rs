//! Layout of a record as text: small, and readable in a diff.

use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::record::Record;

/// Width up to which a value stays on one line.
const WIDTH: usize = 120;

/// `value` as JSON, indented by two spaces. A value that fits stands on one line; points and measures always do, however long, so that
/// a diff shows those that changed. Whole numbers have no `.0`.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("what we write is plain JSON");
    let mut text = String::new();
    write(&value, 0, 0, &mut text);
    text.push('\n');
    text
}

/// A record as text, which reads back as the same record.
///
/// # Errors
/// A value is not a number, which JSON cannot hold.
pub(crate) fn record_text(record: &Record) -> Result<String, Failure> {
    let text = to_text(record);
    match serde_json::from_str::<Record>(&text) {
        Ok(read) if read == *record => Ok(text),
        Ok(_) => Err(Failure::Unexpected("the record holds a value that JSON cannot".to_owned())),
        Err(error) => {
            let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default().trim();
            Err(Failure::Unexpected(format!("the record holds a value that JSON cannot ({error}): {line}")))
        }
    }
}

/// Writes a value; `before` is the width of the text before it on its line.
fn write(value: &Value, indent: usize, before: usize, text: &mut String) {
    let line = one_line(value);
    if before + line.len() < WIDTH {
        return text.push_str(&line);
    }
    let inner = indent + 2;
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| (key.as_str(), format!("{}: ", quoted(key)), value));
            write_items(fields, ('{', '}'), inner, text);
        }
        Value::Array(items) => {
            write_items(items.iter().map(|item| ("", String::new(), item)), ('[', ']'), inner, text);
        }
        _ => text.push_str(&line),
    }
}

fn write_items<'a>(
    items: impl Iterator<Item = (&'a str, String, &'a Value)>,
    (open, close): (char, char),
    indent: usize,
    text: &mut String,
) {
    text.push(open);
    for (position, (key, label, value)) in items.enumerate() {
        text.push_str(if position == 0 { "\n" } else { ",\n" });
        text.push_str(&" ".repeat(indent));
        text.push_str(&label);
        match value {
            Value::Array(items) if ["points", "measures", "published"].contains(&key) => {
                write_lines(items.iter().map(one_line), indent, text);
            }
            value => write(value, indent, indent + label.len(), text),
        }
    }
    text.push('\n');
    text.push_str(&" ".repeat(indent - 2));
    text.push(close);
}

fn write_lines(lines: impl Iterator<Item = String>, indent: usize, text: &mut String) {
    let lines: Vec<String> = lines.map(|line| format!("{}{line}", " ".repeat(indent + 2))).collect();
    text.push_str(&format!("[\n{}\n{}]", lines.join(",\n"), " ".repeat(indent)));
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(key, value)| format!("{}: {}", quoted(key), one_line(value))).collect();
            if fields.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", fields.join(", ")) }
        }
        Value::Array(items) => format!("[{}]", items.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        Value::Number(number) => {
            let text = number.to_string();
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        }
        other => other.to_string(),
    }
}

fn quoted(key: &str) -> String {
    Value::from(key).to_string()
}

#[cfg(test)]
mod tests;
