use proptest::prelude::*;

use super::super::parse::{MAX_ERRORS, ParseError, Problem};
use super::super::{Column, MAX_POINTS, MAX_TEXT, parse};

fn rows(text: &str, column: Column) -> Vec<(usize, f64, f64)> {
    let parsed = parse(text, column);
    assert_eq!(parsed.errors, [], "{text}");
    parsed.rows.iter().map(|row| (row.line, row.bytes, row.seconds)).collect()
}

fn problems(text: &str) -> Vec<(usize, Problem)> {
    let errors = parse(text, Column::SecondsPerCall).errors;
    errors.into_iter().map(|ParseError { line, problem }| (line, problem)).collect()
}

#[test]
fn columns_may_be_parted_by_anything_usual() {
    for text in [
        "1024,2e-7",
        "1024\t2e-7",
        "1024;2e-7",
        "1024 2e-7",
        "  1024 ,  2e-7 ",
        "\"1024\",\"2e-7\"",
        "\u{feff}1024 2e-7\r\n",
    ] {
        assert_eq!(rows(text, Column::SecondsPerCall), [(1, 1024.0, 2e-7)], "{text:?}");
    }
}

#[test]
fn units_may_stand_beside_numbers_or_after_a_space() {
    let text = "1Ki 200ns\n1 KiB 0.2 us\n1.024k,0.2µs\n1024 B;0.0002 ms\n1024\t2e-7 s";
    for (_, bytes, seconds) in rows(text, Column::BytesPerSecond) {
        assert!(bytes == 1024.0 && (seconds / 2e-7 - 1.0_f64).abs() < 1e-12);
    }
    assert_eq!(rows("1M 4 GB/s\n1M 32Gbit/s", Column::SecondsPerCall), [(1, 1e6, 2.5e-4), (2, 1e6, 2.5e-4)]);
}

#[test]
fn a_bare_second_column_is_what_it_is_said_to_be() {
    assert_eq!(rows("100 50", Column::SecondsPerCall), [(1, 100.0, 50.0)]);
    assert_eq!(rows("100 50", Column::BytesPerSecond), [(1, 100.0, 2.0)]);
    assert_eq!(rows("1000000 1M", Column::BytesPerSecond), [(1, 1e6, 1.0)]);
}

#[test]
fn headings_comments_and_empty_lines_are_passed_over_and_counted() {
    let text = "# measured today\n\nbuffer (KiB), time (ns)\n1, 200 # warm\n\n2 , 300\n";
    let [(4, first, a), (6, second, b)] = rows(text, Column::BytesPerSecond)[..] else { panic!() };
    assert!(first == 1024.0 && second == 2048.0 && (a - 2e-7).abs() < 1e-20 && (b - 3e-7).abs() < 1e-20);
    assert_eq!(rows("bytes throughput_bytes_per_second\n100 50", Column::SecondsPerCall), [(2, 100.0, 2.0)]);
    assert_eq!(rows("size,result\n100,50", Column::SecondsPerCall), [(2, 100.0, 50.0)]);
}

#[test]
fn every_wrong_line_is_named_with_what_is_wrong() {
    let text = "buffer,time\n100,5\n100\n1,2,3\nx,5\n5,x\n5 furlongs 5\n5s,5\n5,5KiB\n0,5\n-1,5\n1e16,5\n5,0\n5,-1\n5,1e7\n5,nan\n1.2.3,4";
    let text_of = |text: &str| text.to_owned();
    let kind = |unit: &str, measures| Problem::Kind { unit: text_of(unit), measures };
    let expected = [
        (3, Problem::Columns(1)),
        (4, Problem::Columns(3)),
        (5, Problem::Number(text_of("x"))),
        (6, Problem::Number(text_of("x"))),
        (7, Problem::Unit(text_of("furlongs"))),
        (8, kind("s", "bytes, such as KiB")),
        (9, kind("KiB", "time or throughput, such as ns or MiB/s")),
        (10, Problem::Bytes(0.0)),
        (11, Problem::Bytes(-1.0)),
        (12, Problem::Bytes(1e16)),
        (13, Problem::Seconds(0.0)),
        (14, Problem::Seconds(-1.0)),
        (15, Problem::Seconds(1e7)),
        (16, Problem::Number(text_of("nan"))),
        (17, Problem::Number(text_of("1.2.3"))),
    ];
    assert_eq!(problems(text), expected);
    assert_eq!(parse(text, Column::SecondsPerCall).rows.len(), 1);
    let error = &parse("1 2 3", Column::SecondsPerCall).errors[0];
    assert_eq!(error.to_string(), "line 1: there are 3 columns; it must be two, such as: 4096, 390 ns");
}

#[test]
fn a_text_that_is_something_else_is_refused_without_end() {
    assert_eq!(problems(""), [(1, Problem::NoRows)]);
    assert_eq!(problems("# nothing\nsize,time\n"), [(1, Problem::NoRows)]);
    assert_eq!(problems(&"x".repeat(MAX_TEXT + 1)), [(1, Problem::TooLong)]);
    assert_eq!(problems(&"1,x\n".repeat(1_000)).len(), MAX_ERRORS);
    let most = parse(&"1,1\n".repeat(MAX_POINTS + 5), Column::SecondsPerCall);
    assert_eq!(most.rows.len(), MAX_POINTS);
    assert_eq!(most.errors, [ParseError { line: MAX_POINTS + 1, problem: Problem::TooManyRows }]);
    let [(1, Problem::Number(quoted))] = &problems(&format!("1,{}", "é".repeat(9_000)))[..] else { panic!() };
    assert_eq!(quoted.chars().count(), 31);
}

proptest! {
    #[test]
    fn any_text_gives_sensible_rows_and_errors_with_lines(text in any_text()) {
        let parsed = parse(&text, Column::BytesPerSecond);
        let lines = text.lines().count().max(1);
        prop_assert!(!parsed.rows.is_empty() || !parsed.errors.is_empty());
        for row in &parsed.rows {
            prop_assert!((1..=lines).contains(&row.line) && row.bytes > 0.0 && row.seconds > 0.0);
            prop_assert!(row.bytes.is_finite() && row.seconds.is_finite());
        }
        for error in &parsed.errors {
            prop_assert!((1..=lines).contains(&error.line));
            prop_assert!(error.to_string().contains("; it must be"));
        }
    }

    #[test]
    fn written_points_are_read_back(points in proptest::collection::vec((1.0..1e15, 1e-15..1e6), 1..50), tab: bool) {
        let separator = if tab { "\t" } else { ", " };
        let text: String = points.iter().map(|(bytes, seconds)| format!("{bytes:?}{separator}{seconds:e}\n")).collect();
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-14;
        let read = rows(&text, Column::SecondsPerCall);
        prop_assert_eq!(read.len(), points.len());
        for ((_, bytes, seconds), (written_bytes, written_seconds)) in read.into_iter().zip(points) {
            prop_assert!(near(bytes, written_bytes) && near(seconds, written_seconds));
        }
    }
}

/// Texts that come near to being right.
fn any_text() -> impl Strategy<Value = String> {
    let pieces = [
        "1", "64", "0.5", "1e3", "-", ".", "e", "Ki", "KiB", "MB/s", "ns", "µs", " ", ",", "\t", ";", "\n", "\r\n",
        "#", "\"", "size", "é", "🎲", "\0",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..60).prop_map(|pieces| pieces.concat())
}
