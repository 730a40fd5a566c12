use super::*;

const SNMP: &str =
    "Ip: Forwarding DefaultTTL\nIp: 1 64\nTcp: RtoAlgorithm InSegs OutSegs RetransSegs\nTcp: 1 10 20 3\n";
const TCP: &str = "  sl  local_address rem_address   st tx_queue\n   0: 0100007F:1F90 0200007F:0050 01 00000000\n   1: \
                   0100007F:1F91 0200007F:0051 0A 00000000\n";

#[test]
fn what_is_sent_again_counts_as_sent() {
    assert_eq!(segments_sent_in(SNMP), Some(23));
    assert_eq!(segments_sent_in("Tcp: OutSegs\nTcp: 20\n"), None);
    assert!(segments_sent().is_some());
}

#[test]
fn a_connection_is_established_by_its_state_and_the_port_at_the_other_end() {
    assert!(is_established_in(TCP, 80));
    assert!(!is_established_in(TCP, 81), "it listens");
    assert!(!is_established_in(TCP, 8080), "that is this end");
}
