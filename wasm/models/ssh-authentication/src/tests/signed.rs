use proptest::prelude::*;

use super::hex;
use crate::key_pair::KeyPair;
use crate::signed::{Method, SignedData};
use crate::wire::{FieldName, WireProblem};

fn example() -> SignedData {
    SignedData {
        session_id: vec![0xab; 32],
        user: "alice".to_owned(),
        service: "ssh-connection".to_owned(),
        method: Method::PublicKey,
        algorithm: "ssh-ed25519".to_owned(),
        public_key_blob: KeyPair::from_secret(&[7; 32]).public().blob(),
    }
}

fn host_bound() -> SignedData {
    let host_key = KeyPair::from_secret(&[8; 32]).public().blob();
    SignedData { method: Method::HostBound { host_key }, session_id: vec![0xcd; 64], ..example() }
}

/// Put together by hand from RFC 4252, section 7.
#[test]
fn the_signed_data_are_those_of_the_rfc() {
    let point: String = KeyPair::from_secret(&[7; 32]).public().to_bytes().map(|b| format!("{b:02x}")).concat();
    let expected = [
        "00000020",
        &"ab".repeat(32),
        "32",
        "00000005616c696365",
        "0000000e7373682d636f6e6e656374696f6e",
        "000000097075626c69636b6579",
        "01",
        "0000000b7373682d65643235353139",
        "00000033",
        "0000000b7373682d65643235353139",
        "00000020",
        &point,
    ];
    assert_eq!(example().encode().bytes, hex(&expected.concat()));
}

#[test]
fn every_byte_belongs_to_one_field() {
    for data in [example(), host_bound()] {
        let encoded = data.encode();
        let mut at = 0;
        for field in encoded.fields.iter().filter(|field| field.depth == 0) {
            assert_eq!(field.range.start, at, "{}", field.name);
            at = field.range.end;
        }
        assert_eq!(at, encoded.bytes.len());
        // What lies within a field lies within its value.
        let key = encoded.fields.iter().find(|field| field.name == FieldName::PublicKey).unwrap();
        let point = encoded.fields.iter().find(|field| field.name == FieldName::Point).unwrap();
        assert_eq!((point.range.end, point.depth), (key.range.end, 1));
        assert_eq!(encoded.bytes[point.value()], KeyPair::from_secret(&[7; 32]).public().to_bytes());
    }
}

#[test]
fn both_methods_are_read_back() {
    for data in [example(), host_bound()] {
        assert_eq!(SignedData::parse(&data.encode().bytes), Ok(data));
    }
}

#[test]
fn what_is_cut_short_says_where() {
    for data in [example(), host_bound()] {
        let bytes = data.encode().bytes;
        for cut in 0..bytes.len() {
            let error = SignedData::parse(&bytes[..cut]).expect_err("it is cut");
            assert!(error.offset <= cut && matches!(error.problem, WireProblem::Ended { .. }), "{cut}: {error}");
        }
    }
    // The longest length that a field can name, and the four bytes of that name, are more than 32 bits count.
    let error = SignedData::parse(&[0xff; 6]).unwrap_err();
    assert_eq!(error.problem, WireProblem::Ended { needed: (1 << 32) + 3, left: 6 });
    let longer = [example().encode().bytes, vec![0; 3]].concat();
    assert_eq!(SignedData::parse(&longer).unwrap_err().problem, WireProblem::Trailing { bytes: 3 });
}

#[test]
fn a_wrong_field_is_named_with_its_place() {
    let said = |at: usize, value: u8| {
        let mut bytes = example().encode().bytes;
        bytes[at] = value;
        SignedData::parse(&bytes).unwrap_err().to_string()
    };
    assert_eq!(said(36, 51), "the message number at byte 36 is 51; it must be 50, a request to authenticate");
    assert_eq!(said(41, 0xff), "the user name at byte 37 is not UTF-8");
    assert_eq!(said(40, 200), "the user name at byte 37 takes 204 bytes, and 111 are left");
    let method = said(68, b'q');
    assert_eq!(
        method,
        "the method name at byte 64 is “qublickey”; it must be publickey or publickey-hostbound-v00@openssh.com"
    );
    assert_eq!(said(77, 0), "the has signature at byte 77 is 0; it must be 1, since it is signed");
}

#[test]
fn the_first_difference_is_named() {
    let base = example();
    let differs = |other: SignedData| base.first_difference(&other);
    assert_eq!(differs(example()), None);
    assert_eq!(differs(SignedData { session_id: vec![0; 32], ..example() }), Some(FieldName::SessionId));
    assert_eq!(differs(SignedData { user: "root".to_owned(), ..example() }), Some(FieldName::User));
    assert_eq!(differs(SignedData { public_key_blob: vec![], ..example() }), Some(FieldName::PublicKey));
    assert_eq!(differs(SignedData { session_id: base.session_id.clone(), ..host_bound() }), Some(FieldName::Method));
}

proptest! {
    #[test]
    fn whatever_is_written_is_read_back(
        session_id in proptest::collection::vec(any::<u8>(), 0..80),
        user in ".{0,20}",
        algorithm in "[a-z0-9@.-]{0,20}",
        public_key_blob in proptest::collection::vec(any::<u8>(), 0..60),
        host_key in proptest::option::of(proptest::collection::vec(any::<u8>(), 0..60)),
    ) {
        let method = host_key.map_or(Method::PublicKey, |host_key| Method::HostBound { host_key });
        let data = SignedData { session_id, user, algorithm, public_key_blob, method, service: "s".to_owned() };
        prop_assert_eq!(SignedData::parse(&data.encode().bytes), Ok(data));
    }
}
