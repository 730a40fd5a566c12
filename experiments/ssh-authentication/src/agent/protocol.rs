//! The agent's protocol: messages of a length and a type, one answer to each request.

use std::io::{Error, ErrorKind, Read, Result, Write};

use ssh_authentication_model::wire::{FieldName, Reader};

/// `SSH_AGENTC_SIGN_REQUEST`.
const SIGN_REQUEST: u8 = 13;
/// `SSH_AGENT_SIGN_RESPONSE`.
const SIGN_RESPONSE: u8 = 14;
/// No message is longer (OpenSSH's own limit).
const LONGEST: u32 = 256 << 10;

/// What was signed, with which key, and the signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signed {
    /// The whole request to the agent.
    pub request: Vec<u8>,
    /// The public key that names the private one.
    pub public_key: Vec<u8>,
    /// Every byte that was signed.
    pub data: Vec<u8>,
    /// Two strings: the algorithm, and the signature itself.
    pub signature: Vec<u8>,
}

/// Reads one message; `None` at the end.
pub(crate) fn read_message(stream: &mut impl Read) -> Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match stream.read_exact(&mut length) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        outcome => outcome?,
    }
    let length = u32::from_be_bytes(length);
    if length == 0 || length > LONGEST {
        return Err(Error::new(ErrorKind::InvalidData, format!("a message of the agent's of {length} bytes")));
    }
    let mut message = vec![0; length as usize];
    stream.read_exact(&mut message)?;
    Ok(Some(message))
}

/// Writes one message.
pub(crate) fn write_message(stream: &mut impl Write, message: &[u8]) -> Result<()> {
    let length = u32::try_from(message.len()).map_err(|_| Error::from(ErrorKind::InvalidInput))?;
    stream.write_all(&[&length.to_be_bytes()[..], message].concat())
}

/// True for an answer that is a signature.
pub(crate) fn is_signature(answer: &[u8]) -> bool {
    answer.first() == Some(&SIGN_RESPONSE)
}

/// The public key that a request for a signature names, and the data; `None` where it is another request.
pub(crate) fn data_to_sign(request: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut request = Reader::new(request);
    request.exactly(FieldName::Number, SIGN_REQUEST, "a request for a signature").ok()?;
    let public_key = request.string(FieldName::PublicKey).ok()?.to_vec();
    let data = request.string(FieldName::SessionId).ok()?.to_vec();
    // Flags, four bytes: which hash with an RSA key.
    (0..4).try_for_each(|_| request.byte(FieldName::Algorithm).map(|_| ())).ok()?;
    request.is_empty().then_some((public_key, data))
}

/// What a request and its answer say, if a signature was asked for and given.
pub(crate) fn signed(request: &[u8], answer: &[u8]) -> Option<Signed> {
    let (public_key, data) = data_to_sign(request)?;
    let mut answer = Reader::new(answer);
    answer.exactly(FieldName::Number, SIGN_RESPONSE, "a signature").ok()?;
    let signature = answer.string(FieldName::Signature).ok()?.to_vec();
    answer.is_empty().then(|| Signed { request: request.to_vec(), public_key, data, signature })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn with_length(bytes: &[u8]) -> Vec<u8> {
        [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(message in prop::collection::vec(any::<u8>(), 1..2000)) {
            let mut stream = Vec::new();
            write_message(&mut stream, &message).unwrap();
            let mut stream = &stream[..];
            prop_assert_eq!(read_message(&mut stream).unwrap(), Some(message));
            prop_assert_eq!(read_message(&mut stream).unwrap(), None);
        }

        #[test]
        fn a_signature_is_found_and_nothing_shorter_is(
            key in prop::collection::vec(any::<u8>(), 0..100),
            data in prop::collection::vec(any::<u8>(), 0..300),
            signature in prop::collection::vec(any::<u8>(), 0..100),
            cut in 1..10_usize,
        ) {
            let request = [&[SIGN_REQUEST][..], &with_length(&key), &with_length(&data), &[0; 4]].concat();
            let answer = [&[SIGN_RESPONSE][..], &with_length(&signature)].concat();
            prop_assert_eq!(signed(&request, &answer), Some(Signed { request: request.clone(), public_key: key, data, signature }));
            prop_assert_eq!(signed(&request[..request.len() - cut], &answer), None);
            prop_assert_eq!(signed(&request, &answer[..answer.len() - cut.min(answer.len())]), None);
        }

        #[test]
        fn no_bytes_are_too_wild(request in prop::collection::vec(any::<u8>(), 0..200), answer in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = signed(&request, &answer);
            let _ = read_message(&mut &request[..]);
        }
    }

    #[test]
    fn a_length_beyond_all_measure_is_refused() {
        assert!(read_message(&mut &[0xff; 8][..]).is_err());
        assert!(read_message(&mut &[0; 8][..]).is_err());
        assert!(read_message(&mut &[0, 0, 0, 9, 1][..]).is_err());
    }
}
