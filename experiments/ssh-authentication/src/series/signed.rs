//! What is signed, field by field, and how long signatures are.

use harness::Failure;
use harness::record::{Dimension, Measure, Point, Series};

use super::{CASE, case, in_every_round, key_type, once};
use crate::agent::Signed;
use crate::cases::Case;
use crate::keys::KeyType;
use crate::measured::Rows;
use crate::observed::parse;

/// What was signed in each case with an agent, and with each type of key.
pub(super) fn fields() -> Series {
    Series::new("signed", "What the client signs, field by field")
        .dimensions([
            case([Case::Agent, Case::AgentUnbound]),
            key_type(KeyType::ALL),
            Dimension::new("order", "Order", None),
            Dimension::new("field", "Field", None),
        ])
        .measures([
            Measure::counted("bytes", "Bytes, with the length before them", "bytes"),
            Measure::counted("value_bytes", "Bytes of the value", "bytes"),
        ])
}

pub(super) fn field_points(rows: &Rows) -> Result<Vec<Point>, Failure> {
    let mut points = Vec::new();
    for (&kind, signed) in &rows.signed {
        points.extend(of_one(Case::Agent, kind, signed.first())?);
    }
    let unbound = rows.of(Case::AgentUnbound).iter().find_map(|seen| seen.signed.first());
    points.extend(of_one(Case::AgentUnbound, KeyType::Ed25519, unbound)?);
    Ok(points)
}

fn of_one(case: Case, kind: KeyType, signed: Option<&Signed>) -> Result<Vec<Point>, Failure> {
    let Some(signed) = signed else { return Ok(Vec::new()) };
    let encoded = parse(signed)?.encode();
    let fields = encoded.fields.iter().filter(|field| field.depth == 0);
    let points = fields.enumerate().map(|(index, field)| {
        Point::new([
            (CASE, case.name().into()),
            ("key_type", kind.name().into()),
            ("order", (index + 1).into()),
            ("field", field.name.name().into()),
        ])
        .value("bytes", once(field.range.len()))
        .value("value_bytes", once(field.value().len()))
    });
    Ok(points.collect())
}

/// How long what was sent is.
pub(super) fn sizes() -> Series {
    Series::new("sizes", "How long keys and signatures are, as they are sent")
        .dimensions([key_type(KeyType::ALL)])
        .measures([
            Measure::median("signature_bytes", "Signature", "bytes"),
            Measure::median("signed_bytes", "What is signed", "bytes"),
        ])
}

pub(super) fn size_points(rows: &Rows) -> impl Iterator<Item = Point> {
    rows.signed.iter().filter(|(_, signed)| !signed.is_empty()).map(|(kind, signed)| {
        let bytes = |part: fn(&Signed) -> usize| in_every_round(signed.iter().map(part));
        Point::new([("key_type", kind.name().into())])
            .value("signature_bytes", bytes(|signed| signed.signature.len()))
            .value("signed_bytes", bytes(|signed| signed.data.len()))
    })
}
