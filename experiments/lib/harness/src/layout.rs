//! How a record looks as text: small, and good to read in a diff.

use serde::Serialize;
use serde_json::Value;

/// A line is broken only where it would be longer.
const WIDTH: usize = 120;

/// `record` as JSON, indented by two spaces. What fits in a line stands in one; a point always does, however long, so
/// that a diff shows the points that changed. Whole numbers have no `.0`.
pub(crate) fn to_text(record: &impl Serialize) -> String {
    let value = serde_json::to_value(record).expect("a record is plain JSON");
    let mut text = String::new();
    write(&value, 0, 0, &mut text);
    text.push('\n');
    text
}

/// `before` is what already stands on the line.
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
            Value::Array(points) if key == "points" => write_points(points, indent, text),
            value => write(value, indent, indent + label.len(), text),
        }
    }
    text.push('\n');
    text.push_str(&" ".repeat(indent - 2));
    text.push(close);
}

fn write_points(points: &[Value], indent: usize, text: &mut String) {
    let lines: Vec<String> =
        points.iter().map(|point| format!("{}{}", " ".repeat(indent + 2), one_line(point))).collect();
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
