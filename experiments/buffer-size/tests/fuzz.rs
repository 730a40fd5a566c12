//! Whatever is nearly a greeting is answered or dropped, with bounded memory, and the server serves on.

mod support;

mod fuzz {
    use std::env;
    use std::fs;
    use std::io::{Read, Write};
    use std::net::{Shutdown, TcpStream};

    use random::{Below, stream};

    use crate::support::{Server, program};
    use testkit::{TIMEOUT, wait_until};

    /// Read buffer, warm-up and window in milliseconds.
    const VALID: [u32; 3] = [4096, 1, 1];
    /// At the edges of what a greeting may ask for, and of numbers.
    const EDGES: [u32; 10] = [0, 1, 255, 30_000, 30_001, (16 << 20) - 1, 16 << 20, (16 << 20) + 1, 1 << 31, u32::MAX];
    /// The most memory of the server, in KiB: the largest buffer for each of the connections that it measures at once, as dropped ones
    /// may still be going, and 32 MiB for itself.
    const MOST_KIB: u64 = (16 * 16 + 32) << 10;

    /// As many as property tests draw.
    fn cases() -> u64 {
        env::var("PROPTEST_CASES").map_or(256, |cases| cases.parse().unwrap())
    }

    /// A greeting with some changes.
    fn input(case: u64) -> Vec<u8> {
        let mut rng = stream(7, case);
        let mut below = |bound: usize| Below::new(bound as u32).draw(&mut rng) as usize;
        let mut numbers = VALID;
        for _ in 0..below(3) {
            numbers[below(3)] = EDGES[below(EDGES.len())];
        }
        let mut bytes =
            [b"BUFSIZE1".to_vec(), numbers.iter().flat_map(|number| number.to_be_bytes()).collect()].concat();
        for _ in 0..below(3) {
            let at = below(bytes.len() + 1);
            match below(4) {
                0 => bytes.truncate(at),
                1 => bytes.extend((0..below(100)).map(|_| below(256) as u8)),
                2 => bytes.insert(at, below(256) as u8),
                _ => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte = below(256) as u8;
                    }
                }
            }
        }
        bytes
    }

    /// What it answers until it closes; a reset answers nothing.
    fn answer(server: &Server, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        // It may close before it has taken all.
        let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(Shutdown::Write));
        let mut said = Vec::new();
        if let Err(error) = stream.read_to_end(&mut said) {
            assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "it does not close: {bytes:?}");
        }
        said
    }

    fn most_kib(server: &Server) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    #[test]
    fn greetings_that_are_nearly_right_are_answered_or_dropped() {
        let server = Server::start(program(), "127.0.0.1");
        answer(&server, b"");
        wait_until("the first client's descriptors are left", || server.holds().1 == 1);
        let before = server.holds();
        let mut welcome = 0;
        for case in 0..cases() {
            let bytes = input(case);
            let said = answer(&server, &bytes);
            assert!(
                said.len() <= 1 + 1024 && (said.is_empty() || said[0] == b'+'),
                "{bytes:?} is answered by {said:?}"
            );
            welcome += u64::from(!said.is_empty());
        }
        assert!(welcome > 0 && welcome < cases(), "{welcome} of {} are welcome", cases());
        wait_until("descriptors or threads are left", || server.holds() == before);
        let most = most_kib(&server);
        assert!(most < MOST_KIB, "it had {most} KiB");
    }
}
