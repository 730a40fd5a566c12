use super::super::Law;

#[test]
fn a_call_takes_the_sum_of_its_parts() {
    let law = Law { per_call_s: 2e-7, per_byte_s: 1e-11 };
    assert_eq!(law.seconds(0.0), 2e-7);
    assert_eq!(law.seconds(100.0), 2e-7 + 100.0 * 1e-11);
    assert_eq!(law.throughput(100.0), 100.0 / law.seconds(100.0));
}
