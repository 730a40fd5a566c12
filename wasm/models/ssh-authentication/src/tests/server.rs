use super::with_order_added;
use crate::key::{KeyError, blob_of, fingerprint};
use crate::key_pair::KeyPair;
use crate::message::{By, Message, Request};
use crate::server::{Account, Check, Outcome, Refusal, Server};
use crate::signature::{self, SignatureError};
use crate::signed::{Method, SignedData};
use crate::wire::{Encoded, FieldName, WireProblem};
use crate::{AuthorizedKey, CONNECTION, ED25519};

fn pair() -> KeyPair {
    KeyPair::from_secret(&[7; 32])
}

fn server() -> Server {
    let line = AuthorizedKey::new(pair().public().blob(), "comment").to_string();
    Server {
        session_id: vec![3; 32],
        host_key: KeyPair::from_secret(&[9; 32]).public().blob(),
        accounts: vec![
            Account { name: "alice".to_owned(), authorized_keys: format!("# keys\nnonsense here\n\n{line}\n") },
            Account { name: "bob".to_owned(), authorized_keys: String::new() },
        ],
        algorithms: vec![ED25519.to_owned(), "rsa-sha2-512".to_owned()],
    }
}

fn data() -> SignedData {
    SignedData {
        session_id: vec![3; 32],
        user: "alice".to_owned(),
        service: CONNECTION.to_owned(),
        method: Method::PublicKey,
        algorithm: ED25519.to_owned(),
        public_key_blob: pair().public().blob(),
    }
}

/// A request with a signature of itself by `by`.
fn signed(data: &SignedData, by: &KeyPair) -> Vec<u8> {
    let signature_blob = by.sign(&data.encode().bytes).blob();
    Message::Signed { data: data.clone(), signature_blob }.encode().bytes
}

fn refused(bytes: &[u8]) -> Refusal {
    let verdict = server().judge(bytes);
    let Outcome::Refused(refusal) = verdict.outcome else { panic!("{:?}", verdict.outcome) };
    // All checks before the one that failed passed, and none after it was made.
    let failed = Check::ALL.iter().position(|check| *check == refusal.check()).unwrap();
    assert_eq!(verdict.passed, Check::ALL[..failed]);
    refusal
}

#[test]
fn the_right_request_passes_every_check() {
    let verdict = server().judge(&signed(&data(), &pair()));
    assert_eq!((verdict.outcome, verdict.passed), (Outcome::Accepted, Check::ALL.to_vec()));
}

#[test]
fn a_request_that_names_a_host_key_names_the_server_s_own() {
    let bound = |secret| {
        let host_key = KeyPair::from_secret(&[secret; 32]).public().blob();
        signed(&SignedData { method: Method::HostBound { host_key }, ..data() }, &pair())
    };
    assert_eq!(server().judge(&bound(9)).outcome, Outcome::Accepted);
    assert_eq!(refused(&bound(8)), Refusal::HostKey);
    // The server says nothing to that.
    let none = Message::None { user: "alice".to_owned() };
    assert_eq!(server().judge(&bound(8)).reply(&none), None);
}

#[test]
fn a_question_is_answered_without_a_signature() {
    let question = Message::Question {
        user: "alice".to_owned(),
        algorithm: ED25519.to_owned(),
        public_key_blob: pair().public().blob(),
    };
    let verdict = server().judge(&question.encode().bytes);
    assert_eq!(verdict.outcome, Outcome::WouldDo);
    assert_eq!(verdict.passed, Check::ALL[..7]);
    assert_eq!(Check::OF_A_QUESTION, 7);
    let Some(reply) = verdict.reply(&question) else { panic!("no reply") };
    assert_eq!((reply.name(), reply.encode().bytes[0]), ("SSH_MSG_USERAUTH_PK_OK", 60));
    // It repeats the key that was asked about.
    assert!(reply.encode().bytes.ends_with(&pair().public().blob()));
}

#[test]
fn each_check_refuses_by_its_name() {
    let with = |change: fn(&mut SignedData)| {
        let mut changed = data();
        change(&mut changed);
        refused(&signed(&changed, &pair()))
    };
    assert_eq!(with(|data| data.service = "ssh-nothing".to_owned()), Refusal::Service("ssh-nothing".to_owned()));
    assert_eq!(with(|data| data.user = "eve".to_owned()), Refusal::User("eve".to_owned()));
    assert_eq!(with(|data| data.algorithm = "ssh-rsa".to_owned()), Refusal::Algorithm("ssh-rsa".to_owned()));
    assert_eq!(
        with(|data| data.algorithm = "rsa-sha2-512".to_owned()),
        Refusal::Key(KeyError::Algorithm("rsa-sha2-512".to_owned()))
    );
    let fingerprint = fingerprint(&pair().public().blob());
    let unlisted = Refusal::NotListed { user: "bob".to_owned(), fingerprint };
    assert_eq!(with(|data| data.user = "bob".to_owned()), unlisted);
    assert_eq!(with(|data| data.session_id = vec![4; 32]), Refusal::Signature);
    assert_eq!(refused(&signed(&data(), &KeyPair::from_secret(&[8; 32]))), Refusal::Signature);
    let none = Message::None { user: "alice".to_owned() }.encode().bytes;
    assert_eq!(refused(&none), Refusal::Method("none".to_owned()));
}

#[test]
fn a_malformed_key_or_signature_is_no_reason_to_look_further() {
    for (point, error) in [
        (vec![1; 31], KeyError::Length(31)),
        (vec![0; 32], KeyError::SmallOrder),
        ([vec![2], vec![0; 31]].concat(), KeyError::NotAPoint),
    ] {
        let wrong = SignedData { public_key_blob: blob_of(&point).bytes, ..data() };
        assert_eq!(refused(&signed(&wrong, &pair())), Refusal::Key(error));
    }
    let right = pair().sign(&data().encode().bytes).to_bytes();
    let with = |value: &[u8]| {
        let signature_blob = signature::blob_of(value).bytes;
        refused(&Message::Signed { data: data(), signature_blob }.encode().bytes)
    };
    assert_eq!(with(&right[..63]), Refusal::SignatureForm(SignatureError::Length(63)));
    assert_eq!(with(&with_order_added(&right)), Refusal::SignatureForm(SignatureError::LargeS));
    assert_eq!(with(&[0; 64]), Refusal::Signature);
}

#[test]
fn no_flipped_bit_is_let_in() {
    let bytes = signed(&data(), &pair());
    for bit in 0..8 * bytes.len() {
        let mut wrong = bytes.clone();
        wrong[bit / 8] ^= 0x80 >> (bit % 8);
        assert!(matches!(server().judge(&wrong).outcome, Outcome::Refused(_)), "bit {bit}");
    }
}

#[test]
fn a_message_that_can_t_be_read_has_no_answer() {
    let bytes = signed(&data(), &pair());
    for cut in 0..bytes.len() {
        let Refusal::Message(error) = refused(&bytes[..cut]) else { panic!("cut to {cut}") };
        assert!(matches!(error.problem, WireProblem::Ended { .. }), "{error}");
    }
    let message = Message::Signed { data: data(), signature_blob: Vec::new() };
    assert_eq!(server().judge(&bytes[1..]).reply(&message), None);
    let refusal = server().judge(&Message::None { user: "eve".to_owned() }.encode().bytes).reply(&message);
    assert_eq!(refusal, Some(Message::Failure { methods: vec!["publickey".to_owned()] }));
}

#[test]
fn messages_have_the_bytes_of_the_rfc() {
    let failure = Message::Failure { methods: vec!["publickey".to_owned(), "password".to_owned()] };
    assert_eq!(failure.encode().bytes, *b"\x33\x00\x00\x00\x12publickey,password\x00");
    assert_eq!(Message::Success.encode().bytes, [52]);
    assert_eq!(
        Message::None { user: "al".to_owned() }.encode().bytes,
        *b"\x32\x00\x00\x00\x02al\x00\x00\x00\x0essh-connection\x00\x00\x00\x04none"
    );
    // What is signed is the session identifier and the request up to the signature.
    let bytes = signed(&data(), &pair());
    let By::Key { proof: Some(proof), .. } = Request::parse(&bytes).unwrap().by else { panic!("no proof") };
    let session_id = Encoded::default().string(FieldName::SessionId, &[3; 32]).bytes;
    assert_eq!([session_id, bytes[..proof.signed_bytes].to_vec()].concat(), data().encode().bytes);
}
