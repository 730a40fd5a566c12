use crate::SignedData;
use crate::exchange::{ALICE, Cause, Exchange, Plan, Signing, Step, Toys, fill_line};
use crate::server::{Check, Outcome, Refusal};
use crate::wire::FieldName;

fn plan() -> Plan {
    let toys = Toys::new(1);
    Plan {
        authorized_keys: fill_line("ssh-ed25519 {mine} comment", &toys),
        toys,
        user: ALICE.to_owned(),
        signing: Signing::Right,
        flipped_bit: None,
    }
}

fn play(change: impl FnOnce(&mut Plan)) -> Exchange {
    let mut changed = plan();
    change(&mut changed);
    Exchange::play(&changed)
}

fn failed(exchange: &Exchange) -> Check {
    let Outcome::Refused(refusal) = &exchange.verdict.outcome else { panic!("{:?}", exchange.verdict.outcome) };
    refusal.check()
}

#[test]
fn an_authentication_takes_six_messages_and_one_signature() {
    let exchange = play(|_| {});
    let steps: Vec<_> = exchange.steps.iter().map(|shown| (shown.step, shown.encoded.bytes[0])).collect();
    let expected = [
        (Step::Methods, 50),
        (Step::MethodsReply, 51),
        (Step::Question, 50),
        (Step::QuestionReply, 60),
        // Its first byte is that of a length.
        (Step::Sign, 0),
        (Step::Proof, 50),
        (Step::ProofReply, 52),
    ];
    assert_eq!(steps, expected);
    assert_eq!(exchange.verdict.outcome, Outcome::Accepted);
    assert_eq!(exchange.signed.bytes, exchange.rebuilt);
    assert_eq!(SignedData::parse(&exchange.signed.bytes).unwrap().session_id, exchange.session_id);
}

#[test]
fn the_private_key_is_in_no_message() {
    let (exchange, secret) = (play(|_| {}), plan().toys.client.secret());
    for shown in &exchange.steps {
        assert!(!shown.encoded.bytes.windows(8).any(|bytes| secret.windows(8).any(|part| part == bytes)));
    }
}

#[test]
fn the_comment_decides_nothing() {
    let toys = plan().toys;
    for line in ["ssh-ed25519 {mine} root@everywhere", "ssh-ed25519 {mine}", "no-pty ssh-ed25519 {mine} x"] {
        let exchange = play(|plan| plan.authorized_keys = fill_line(line, &toys));
        assert_eq!(exchange.verdict.outcome, Outcome::Accepted, "{line}");
    }
}

#[test]
fn nothing_is_signed_for_a_key_that_would_not_do() {
    let toys = plan().toys;
    let unlisted = fill_line("ssh-ed25519 {other} alice", &toys);
    for (change, check) in [
        (Box::new(move |plan: &mut Plan| plan.authorized_keys = unlisted) as Box<dyn FnOnce(&mut Plan)>, Check::Listed),
        (Box::new(|plan: &mut Plan| plan.user = "eve".to_owned()), Check::User),
    ] {
        let exchange = play(change);
        assert_eq!((failed(&exchange), exchange.steps.len(), exchange.was_proof), (check, 4, false));
        // The client learns no more than that it failed.
        assert_eq!(exchange.steps[3].encoded.bytes, *b"\x33\x00\x00\x00\x09publickey\x00");
    }
}

#[test]
fn a_wrong_signature_is_explained() {
    let cause = |signing| play(|plan| plan.signing = signing).cause;
    assert_eq!(cause(Signing::OtherSession), Some(Cause::Differs(FieldName::SessionId)));
    assert_eq!(cause(Signing::OtherKey), Some(Cause::OtherKey));
}

#[test]
fn every_flipped_bit_is_refused_and_explained() {
    let bits = 8 * (play(|_| {}).signed.bytes.len() + 87);
    for bit in 0..bits {
        let exchange = play(|plan| plan.flipped_bit = Some(bit));
        let Outcome::Refused(refusal) = &exchange.verdict.outcome else { panic!("bit {bit} is let in") };
        assert_eq!(exchange.cause.is_some(), *refusal == Refusal::Signature, "bit {bit}");
        if bit < 8 * 68 {
            assert_eq!(exchange.cause, Some(Cause::Differs(FieldName::SessionId)), "bit {bit}");
        }
    }
    assert_eq!(play(|plan| plan.flipped_bit = Some(bits)).verdict.outcome, Outcome::Accepted);
}

#[test]
fn a_seed_gives_the_same_toys_and_another_seed_others() {
    let (one, again, other) = (Toys::new(1), Toys::new(1), Toys::new(2));
    assert_eq!((one.client.secret(), one.session_id), (again.client.secret(), again.session_id));
    assert_ne!(one.client.secret(), other.client.secret());
    assert_ne!(one.client.secret(), one.other.secret());
    assert_ne!(one.session_id, one.other_session_id);
}
