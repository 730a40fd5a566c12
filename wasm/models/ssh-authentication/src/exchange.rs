//! A whole authentication between a client and a server of this model's, with toy keys: as it should be, or tampered with.

use rand_core::Rng;

use super::key::base64;
use super::key_pair::KeyPair;
use super::message::Message;
use super::server::{Account, Outcome, Refusal, Server, Verdict};
use super::signature;
use super::signed::{Method, SignedData};
use super::wire::{Encoded, FieldName};
use super::{CONNECTION, ED25519};
use random;

/// The user whose `authorized_keys` has the line that can be changed.
pub const ALICE: &str = "alice";

/// Bytes of the session identifier of a key exchange with SHA-512, such as OpenSSH's default of 9.0, sntrup761x25519-sha512.
pub const SESSION_ID_BYTES: usize = 64;

/// Algorithms that the server lets sign: OpenSSH's, without those for certificates and security keys.
const ALLOWED: [&str; 6] =
    [ED25519, "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "rsa-sha2-512", "rsa-sha2-256"];

limits::named! {
    /// How the signature is made.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Signing("signing") {
        /// With the private key, of this connection's data.
        Right = "right",
        /// By the client's key, for another connection.
        OtherSession = "other-session",
        /// With another private key.
        OtherKey = "other-key",
    }
}

/// Toy keys and session identifiers, drawn from a seed: the same for every reader, so good for nothing else.
#[derive(Debug, Clone)]
pub struct Toys {
    /// The client's key pair.
    pub client: KeyPair,
    /// Somebody else's.
    pub other: KeyPair,
    /// The server's, in either connection.
    pub host: KeyPair,
    /// This connection's session identifier.
    pub session_id: [u8; SESSION_ID_BYTES],
    /// Another connection's.
    pub other_session_id: [u8; SESSION_ID_BYTES],
}

impl Toys {
    /// The keys and identifiers that are drawn from a seed.
    pub fn new(seed: u64) -> Self {
        Self {
            client: KeyPair::from_secret(&drawn(seed, 0)),
            other: KeyPair::from_secret(&drawn(seed, 1)),
            session_id: drawn(seed, 2),
            other_session_id: drawn(seed, 3),
            host: KeyPair::from_secret(&drawn(seed, 4)),
        }
    }
}

fn drawn<const BYTES: usize>(seed: u64, repetition: u64) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    random::stream(seed, repetition).fill_bytes(&mut bytes);
    bytes
}

/// An exchange to be played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The keys and identifiers.
    pub toys: Toys,
    /// Whom the client wants to be.
    pub user: String,
    /// Alice's file.
    pub authorized_keys: String,
    /// How the signature is made.
    pub signing: Signing,
    /// A bit that is wrong, counted from the highest of the first byte of the signed data and on through the signature; none
    /// where it lies beyond. One in the session identifier is wrong at the client; any other is turned over on the way.
    pub flipped_bit: Option<usize>,
}

limits::named! {
    /// What a step of the exchange is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Step as "StepName" {
        /// The client asks for the methods.
        Methods = "methods",
        /// The server lists them.
        MethodsReply = "methods-reply",
        /// The client asks whether the key would do.
        Question = "question",
        /// The server says yes or no.
        QuestionReply = "question-reply",
        /// The client puts together what it signs; nothing is sent.
        Sign = "sign",
        /// The client sends the signature.
        Proof = "proof",
        /// The server lets the client in, or not.
        ProofReply = "proof-reply",
    }
}

limits::named! {
    /// Why a signature does not verify, as somebody who sees both sides can tell; the server can't.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Cause(..) as "CauseName" {
        /// The signed data differ from what the server put together, in this field first.
        Differs(FieldName) = "data",
        /// The data are the same; the signature is another private key's.
        OtherKey = "key",
        /// The data are the same; the signature's bytes are no longer those that were made.
        Signature = "bytes",
    }
}

/// What a step shows.
#[derive(Debug, Clone)]
pub struct Shown {
    /// Which one it is.
    pub step: Step,
    /// The message's name; empty where nothing is sent.
    pub message: &'static str,
    /// The bytes, as they arrive.
    pub encoded: Encoded,
}

/// A played exchange.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// Its steps; it ends with the first refusal after the methods are known.
    pub steps: Vec<Shown>,
    /// What the server made of the last request.
    pub verdict: Verdict,
    /// True if that was the proof, and not the question.
    pub was_proof: bool,
    /// The data that the client signed, or would have signed had it come to that.
    pub signed: Encoded,
    /// The data that the server put together to verify, or would have.
    pub rebuilt: Vec<u8>,
    /// Why the signature does not verify, if that is what failed.
    pub cause: Option<Cause>,
    /// The session identifier on the server's side.
    pub session_id: Vec<u8>,
}

impl Exchange {
    /// Plays it.
    pub fn play(plan: &Plan) -> Self {
        let Plan { toys, user, .. } = plan;
        let host_key = toys.host.public().blob();
        let server = Server {
            session_id: toys.session_id.to_vec(),
            host_key: host_key.clone(),
            accounts: vec![Account { name: ALICE.to_owned(), authorized_keys: plan.authorized_keys.clone() }],
            algorithms: ALLOWED.map(str::to_owned).to_vec(),
        };
        let mut steps = Vec::new();
        let mut show = |step, message: Option<&Message>| {
            let (name, encoded) =
                message.map_or(("", Encoded::default()), |message| (message.name(), message.encode()));
            steps.push(Shown { step, message: name, encoded });
        };

        let methods = Message::None { user: user.clone() };
        show(Step::Methods, Some(&methods));
        show(Step::MethodsReply, server.judge(&methods.encode().bytes).reply(&methods).as_ref());

        let public_key_blob = toys.client.public().blob();
        let question = Message::Question {
            user: user.clone(),
            algorithm: ED25519.to_owned(),
            public_key_blob: public_key_blob.clone(),
        };
        show(Step::Question, Some(&question));
        let verdict = server.judge(&question.encode().bytes);
        show(Step::QuestionReply, verdict.reply(&question).as_ref());

        let honest = SignedData {
            session_id: toys.session_id.to_vec(),
            user: user.clone(),
            service: CONNECTION.to_owned(),
            method: Method::HostBound { host_key },
            algorithm: ED25519.to_owned(),
            public_key_blob,
        };
        let signed = what_is_signed(plan, &honest);
        if verdict.outcome != Outcome::WouldDo {
            let (rebuilt, session_id) = (signed.bytes.clone(), server.session_id);
            return Self { steps, verdict, was_proof: false, signed, rebuilt, cause: None, session_id };
        }

        steps.push(Shown { step: Step::Sign, message: "", encoded: signed.clone() });
        let made = signature_of(plan, &signed.bytes);
        let proof = Message::Signed { data: honest.clone(), signature_blob: signature::blob_of(&made).bytes };
        let mut sent = proof.encode();
        flip(&mut sent.bytes, on_the_way(plan));
        let verdict = server.judge(&sent.bytes);
        let reply = verdict.reply(&proof);
        let rebuilt = server.data_to_verify(&sent.bytes, honest.encode_request().bytes.len());
        let cause =
            (verdict.outcome == Outcome::Refused(Refusal::Signature)).then(|| cause_of(plan, &signed, &rebuilt));
        steps.push(Shown { step: Step::Proof, message: proof.name(), encoded: sent });
        let (name, encoded) = reply.map_or(("", Encoded::default()), |reply| (reply.name(), reply.encode()));
        steps.push(Shown { step: Step::ProofReply, message: name, encoded });
        Self { steps, verdict, was_proof: true, signed, rebuilt, cause, session_id: server.session_id }
    }
}

/// Bytes of the session identifier in the signed data, with its length: they are signed, and not sent.
pub const UNSENT_BYTES: usize = 4 + SESSION_ID_BYTES;

fn what_is_signed(plan: &Plan, honest: &SignedData) -> Encoded {
    let mut data = honest.clone();
    if plan.signing == Signing::OtherSession {
        data.session_id = plan.toys.other_session_id.to_vec();
    }
    let mut signed = data.encode();
    flip(&mut signed.bytes, plan.flipped_bit.filter(|bit| *bit < 8 * UNSENT_BYTES));
    signed
}

/// The bit that is turned over in the message.
fn on_the_way(plan: &Plan) -> Option<usize> {
    plan.flipped_bit?.checked_sub(8 * UNSENT_BYTES)
}

fn flip(bytes: &mut [u8], bit: Option<usize>) {
    let Some(bit) = bit else { return };
    if let Some(byte) = bytes.get_mut(bit / 8) {
        *byte ^= 0x80 >> (bit % 8);
    }
}

fn signature_of(plan: &Plan, data: &[u8]) -> Vec<u8> {
    let by = if plan.signing == Signing::OtherKey { &plan.toys.other } else { &plan.toys.client };
    by.sign(data).to_bytes().to_vec()
}

fn cause_of(plan: &Plan, signed: &Encoded, rebuilt: &[u8]) -> Cause {
    let differing = signed.bytes.iter().zip(rebuilt).position(|(one, other)| one != other);
    // The same up to the end of the shorter: the first byte that only one of them has.
    let shorter = signed.bytes.len().min(rebuilt.len());
    let at = differing.or((signed.bytes.len() != rebuilt.len()).then_some(shorter));
    let field = at.and_then(|at| signed.fields.iter().find(|field| field.depth == 0 && field.range.contains(&at)));
    match (field, plan.signing) {
        (Some(field), _) => Cause::Differs(field.name),
        (None, Signing::OtherKey) => Cause::OtherKey,
        (None, _) => Cause::Signature,
    }
}

/// A file's line with the keys of a seed in it: `{mine}` stands for the client's public key in base64, `{other}` for the other
/// one's.
pub fn fill_line(template: &str, toys: &Toys) -> String {
    let written = |pair: &KeyPair| base64(&pair.public().blob());
    template.replace("{mine}", &written(&toys.client)).replace("{other}", &written(&toys.other))
}
