//! What is signed, field by field, and how long keys and signatures are.

use harness::Failure;
use harness::record::{Dimension, Measure, Point, Series};

use super::{case, constant, counted, key_type, number, point, text};
use crate::agent::Signed;
use crate::cases::Case;
use crate::keys::KeyType;
use crate::measured::Found;
use crate::observed::parse;

/// Both series.
pub(super) fn all(found: &Found) -> Result<[Series; 2], Failure> {
    Ok([fields(found)?, sizes(found)])
}

/// Of each case with an agent, what it signed; of each type of key, likewise.
fn fields(found: &Found) -> Result<Series, Failure> {
    let mut points = Vec::new();
    for (&kind, signed) in &found.signed {
        points.extend(of_one(Case::Agent, kind, signed.first())?);
    }
    let unbound = found.cases.get(&Case::AgentUnbound).into_iter().flatten().find_map(|seen| seen.signed.first());
    points.extend(of_one(Case::AgentUnbound, KeyType::Ed25519, unbound)?);
    Ok(Series {
        id: "signed".to_owned(),
        title: "What the client signs, field by field".to_owned(),
        dimensions: vec![
            case(),
            key_type(),
            Dimension::new("order", "Order", None),
            Dimension::new("field", "Field", None),
        ],
        measures: vec![
            Measure::new("bytes", "Bytes, with the length before them", "bytes", "count", "none"),
            Measure::new("value_bytes", "Bytes of the value", "bytes", "count", "none"),
        ],
        points,
        ..Series::default()
    })
}

fn of_one(case: Case, kind: KeyType, signed: Option<&Signed>) -> Result<Vec<Point>, Failure> {
    let Some(signed) = signed else { return Ok(Vec::new()) };
    let encoded = parse(signed)?.encode();
    let fields = encoded.fields.iter().filter(|field| field.depth == 0);
    let points = fields.enumerate().map(|(index, field)| {
        let at = vec![
            ("case", text(case.name())),
            ("key_type", text(kind.name())),
            ("order", number(index + 1)),
            ("field", text(field.name.words())),
        ];
        let values = vec![("bytes", constant(field.range.len())), ("value_bytes", constant(field.value().len()))];
        point(at, values)
    });
    Ok(points.collect())
}

fn sizes(found: &Found) -> Series {
    let points = found.signed.iter().filter(|(_, signed)| !signed.is_empty()).map(|(kind, signed)| {
        let bytes = |part: fn(&Signed) -> usize| counted(signed.iter().map(part));
        let values = vec![
            ("public_key_bytes", bytes(|signed| signed.public_key.len())),
            ("signature_bytes", bytes(|signed| signed.signature.len())),
            ("signed_bytes", bytes(|signed| signed.data.len())),
        ];
        point(vec![("key_type", text(kind.name()))], values)
    });
    Series {
        id: "sizes".to_owned(),
        title: "How long keys and signatures are, as they are sent".to_owned(),
        dimensions: vec![key_type()],
        measures: vec![
            Measure::new("public_key_bytes", "Public key", "bytes", "median", "order statistics"),
            Measure::new("signature_bytes", "Signature", "bytes", "median", "order statistics"),
            Measure::new("signed_bytes", "What is signed", "bytes", "median", "order statistics"),
        ],
        points: points.collect(),
        ..Series::default()
    }
}
