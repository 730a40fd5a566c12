use super::{hex, with_order_added};
use crate::key::{KeyError, PublicKey, base64, blob_of, fingerprint};
use crate::key_pair::KeyPair;
use crate::signature::{self, Signature, SignatureError, VerifyError};
use crate::wire::{Encoded, FieldName, WireProblem};

/// RFC 8032, section 7.1: private key, public key, message, signature.
const VECTORS: [[&str; 4]; 4] = [
    [
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155\
         5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ],
    [
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
         085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ],
    [
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
         18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ],
    [
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
         2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589\
         09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ],
];

fn pair(secret: &str) -> KeyPair {
    KeyPair::from_secret(&hex(secret).try_into().unwrap())
}

#[test]
fn the_vectors_of_the_rfc_hold() {
    for [secret, public, message, signature] in VECTORS {
        let (pair, message) = (pair(secret), hex(message));
        assert_eq!(pair.public().to_bytes(), *hex(public), "{public}");
        assert_eq!(pair.secret(), *hex(secret));
        let signed = pair.sign(&message);
        assert_eq!(signed.to_bytes(), *hex(signature), "{public}");
        assert_eq!(signed.verify(&pair.public(), &message), Ok(()));
        assert_eq!(signature::verify(&pair.public().blob(), &signed.blob(), &message), Ok(()));
    }
}

#[test]
fn a_signature_belongs_to_one_key_and_one_message() {
    let (one, other) = (pair(VECTORS[0][0]), pair(VECTORS[1][0]));
    let signed = one.sign(b"message");
    assert_eq!(signed.verify(&other.public(), b"message"), Err(SignatureError::Mismatch));
    assert_eq!(signed.verify(&one.public(), b"messagf"), Err(SignatureError::Mismatch));
    for bit in 0..512 {
        let mut bytes = signed.to_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let refused = Signature::from_bytes(&bytes).and_then(|signature| signature.verify(&one.public(), b"message"));
        assert!(refused.is_err(), "bit {bit}");
    }
}

/// As `ssh-keygen` writes and fingerprints the key of RFC 8032's first vector.
#[test]
fn a_key_is_written_as_openssh_writes_it() {
    let blob = pair(VECTORS[0][0]).public().blob();
    assert_eq!(base64(&blob), "AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea");
    assert_eq!(PublicKey::from_blob(&blob).unwrap().blob(), blob);
    assert_eq!(fingerprint(&blob), FINGERPRINT);
    let shown = format!("{:?}", pair(VECTORS[0][0]));
    assert!(shown.contains(FINGERPRINT) && !shown.contains("9d61"), "{shown}");
}

const FINGERPRINT: &str = "SHA256:bbXpuKG6zhzdmnxq256TlqzFBzRl2f6OOg722cYNbU8";

#[test]
fn a_malformed_key_is_refused_by_name() {
    let good = pair(VECTORS[0][0]).public();
    for length in [0, 31, 33, 64] {
        assert_eq!(PublicKey::from_blob(&blob_of(&vec![9; length]).bytes), Err(KeyError::Length(length)));
    }
    // y = 2 has no x on the curve.
    let mut off_curve = [0; 32];
    off_curve[0] = 2;
    assert_eq!(PublicKey::from_bytes(&off_curve), Err(KeyError::NotAPoint));
    for small in SMALL_ORDER {
        assert_eq!(PublicKey::from_bytes(&hex(small)), Err(KeyError::SmallOrder), "{small}");
    }
    let other_type = Encoded::default().string(FieldName::KeyType, b"ssh-rsa").string(FieldName::Point, &[1; 32]);
    assert_eq!(PublicKey::from_blob(&other_type.bytes), Err(KeyError::Type("ssh-rsa".to_owned())));
    let blob = good.blob();
    for cut in 0..blob.len() {
        assert!(matches!(PublicKey::from_blob(&blob[..cut]), Err(KeyError::Wire(_))), "cut to {cut}");
    }
    let longer = [blob, vec![0]].concat();
    let Err(KeyError::Wire(error)) = PublicKey::from_blob(&longer) else { panic!("a byte too many is let through") };
    assert_eq!((error.offset, error.problem), (51, WireProblem::Trailing { bytes: 1 }));
}

/// The eight points whose order divides 8.
const SMALL_ORDER: [&str; 8] = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
];

#[test]
fn a_malformed_signature_is_refused_by_name() {
    let pair = pair(VECTORS[2][0]);
    let good = pair.sign(b"data");
    assert_eq!(Signature::from_bytes(&good.to_bytes()[..63]), Err(SignatureError::Length(63)));
    assert_eq!(Signature::from_bytes(&[]), Err(SignatureError::Length(0)));
    assert_eq!(Signature::from_bytes(&with_order_added(&good.to_bytes())), Err(SignatureError::LargeS));
    assert_eq!(Signature::from_bytes(&[0xff; 64]), Err(SignatureError::LargeS));
    // S at the order itself, and one below: too large, and well-formed though wrong.
    let mut bytes = with_order_added(&[0; 64]);
    assert_eq!(Signature::from_bytes(&bytes), Err(SignatureError::LargeS));
    bytes[32] -= 1;
    assert_eq!(Signature::from_bytes(&bytes).unwrap().verify(&pair.public(), b"data"), Err(SignatureError::Mismatch));
    let blob = good.blob();
    for cut in 0..blob.len() {
        assert!(matches!(Signature::from_blob(&blob[..cut]), Err(SignatureError::Wire(_))), "cut to {cut}");
    }
    let rsa =
        Encoded::default().string(FieldName::SignatureFormat, b"rsa-sha2-256").string(FieldName::SignatureValue, b"");
    assert_eq!(
        Signature::from_blob(&rsa.bytes).unwrap_err().to_string(),
        "the signature's format is “rsa-sha2-256”; it must be ssh-ed25519"
    );
    let key = pair.public().blob();
    assert_eq!(signature::verify(&key, &blob, b"dat"), Err(VerifyError::Signature(SignatureError::Mismatch)));
    assert!(matches!(signature::verify(&blob, &blob, b"data"), Err(VerifyError::Key(_))));
}
