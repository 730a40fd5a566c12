use proptest::prelude::*;
use serde_json::{Value, json};

use super::to_text;

#[test]
fn what_fits_in_a_line_stands_in_one() {
    assert_eq!(to_text(&json!({"a": 1, "b": [1.5, "x"], "c": {}})), "{ \"a\": 1, \"b\": [1.5, \"x\"], \"c\": {} }\n");
}

#[test]
fn what_does_not_fit_is_broken_at_the_outside_first() {
    let long = "x".repeat(100);
    let expected = format!("{{\n  \"a\": \"{long}\",\n  \"b\": {{ \"c\": [1, 2] }}\n}}\n");
    assert_eq!(to_text(&json!({"a": long, "b": {"c": [1, 2]}})), expected);
}

#[test]
fn a_point_and_a_measure_stand_in_one_line_however_long() {
    let long = "x".repeat(300);
    for items in ["points", "measures"] {
        let text = to_text(&json!({"series": [{"id": "s", items: [{"at": long}, {"at": 2}]}]}));
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("\"at\"")).collect();
        assert_eq!(lines, [format!("        {{ \"at\": \"{long}\" }},"), "        { \"at\": 2 }".to_owned()]);
    }
}

#[test]
fn whole_numbers_have_no_fraction() {
    assert_eq!(to_text(&json!([1000.0, 0.5, -0.25, 1e300])), "[1000, 0.5, -0.25, 1e+300]\n");
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u32>().prop_map(Value::from),
        (-1e6..1e6f64).prop_map(Value::from),
        "[ -~é\n\"\\\\]{0,60}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::btree_map("points|measures|published|[a-z\"]{0,12}", inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Numbers as in JavaScript, where 1 and 1.0 are the same.
fn as_javascript(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_f64().unwrap()),
        Value::Array(items) => items.into_iter().map(as_javascript).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, as_javascript(value))).collect(),
        other => other,
    }
}

proptest! {
    #[test]
    fn the_text_says_what_the_value_holds(value in any_json()) {
        let read: Value = serde_json::from_str(&to_text(&value)).unwrap();
        prop_assert_eq!(as_javascript(read), as_javascript(value));
    }
}
