use super::*;

#[test]
fn a_host_is_named_with_its_port() {
    for name in ["localhost:7117", "192.0.2.7:1", "[2001:db8::7]:65535"] {
        assert_eq!(parse_name(name), Ok(name.to_owned()));
    }
    for wrong in ["localhost", "localhost:", ":7117", "localhost:0", "localhost:65536", "localhost:-1", ""] {
        assert!(parse_name(wrong).unwrap_err().starts_with("it must be HOST:PORT"), "{wrong}");
    }
}
