use super::*;

#[test]
fn processor_time_is_told_in_seconds_where_the_kernel_counts_it() {
    assert_eq!(cpu_seconds_in("2500000000 17 3\n"), Some(2.5));
    assert_eq!(cpu_seconds_in("0 0 0\n"), None);
}
