//! The load, with this program's own servers in the balancer's place.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;

const LOAD: Load = Load {
    address: SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
    rate: 400.0,
    work_seconds: 0.02,
    service: Service::Held,
    failing: 0,
    warm_up_seconds: 0.1,
    watched_seconds: 0.3,
    moments: 0,
    seed: 1,
    repetition: 0,
};

fn take(servers: &mut Servers, load: &Load) -> Result<Outcome, String> {
    servers.take(load, &|| None, &|| Ok(())).unwrap()
}

#[test]
fn all_that_is_sent_comes_to_the_server_and_is_answered() {
    let mut servers = Servers::open(3).unwrap();
    for service in [Service::Held, Service::Queued] {
        let load = Load { address: servers.addresses()[1], rate: 40.0, service, ..LOAD };
        let outcome = take(&mut servers, &load).unwrap();
        // Poisson of mean 16: from 2 to 40 in all but one of a million.
        assert!((2..=40).contains(&outcome.sent), "{outcome:?}");
        assert_eq!(outcome.by_server, [0, outcome.sent, 0]);
        assert!(outcome.answered <= outcome.sent && outcome.times.len() as u64 <= outcome.sent);
        assert!(outcome.times.is_sorted() && outcome.times.iter().all(|&time| time > 0.0));
        assert!(servers.connections.is_empty());
    }
}

#[test]
fn what_is_in_flight_at_the_servers_is_what_comes_times_how_long_it_stays() {
    let mut servers = Servers::open(1).unwrap();
    let load = Load { address: servers.addresses()[0], watched_seconds: 1.0, ..LOAD };
    let seen = take(&mut servers, &load).unwrap().seen;
    // Little's law: 8; over 50 works, so with a standard error of about 0.6, and a busy machine adds some.
    assert!((5.0..20.0).contains(&seen.mean()), "{}", seen.mean());
}

#[test]
fn a_failing_server_answers_an_error_at_once_and_others_may_not() {
    let mut servers = Servers::open(2).unwrap();
    let failing = Load { address: servers.addresses()[0], failing: 1, ..LOAD };
    let outcome = take(&mut servers, &failing).unwrap();
    assert_eq!((outcome.failed, outcome.seen.largest()), (outcome.times.len() as u64, 0));
    assert_eq!(outcome.by_server, [outcome.sent, 0]);
    let load = Load { address: servers.addresses()[1], ..failing };
    let healthy = take(&mut servers, &load).unwrap();
    assert!(healthy.failed == 0 && healthy.failed_share().unwrap().value == 0.0, "{healthy:?}");
}

#[test]
fn what_servers_have_is_recorded_moment_by_moment() {
    let mut servers = Servers::open(2).unwrap();
    let load = Load { address: servers.addresses()[1], moments: 10, ..LOAD };
    let round = take(&mut servers, &load).unwrap().round;
    assert_eq!((round.loads.len(), round.failed), (20, vec![0; 10]));
    // Eight on average.
    assert!(
        round.loads.chunks(2).all(|loads| loads[0] == 0) && round.loads.iter().any(|&load| load > 1),
        "{:?}",
        round.loads
    );
    let failing = take(&mut servers, &Load { failing: 2, ..load }).unwrap().round;
    assert!(
        failing.loads.iter().all(|&load| load == 0) && failing.failed.iter().any(|&failed| failed > 1),
        "{failing:?}"
    );
}

#[test]
fn who_takes_one_after_the_other_takes_longer() {
    let mut servers = Servers::open(1).unwrap();
    let load = Load { address: servers.addresses()[0], rate: 150.0, work_seconds: 0.01, ..LOAD };
    let median =
        |service, servers: &mut Servers| take(servers, &Load { service, ..load }).unwrap().quantile(0.9).unwrap();
    let held = median(Service::Held, &mut servers);
    // More comes than it can do.
    let queued = median(Service::Queued, &mut servers);
    assert!(queued > held, "{queued} {held}");
}

#[test]
fn what_was_late_is_known() {
    let mut servers = Servers::open(1).unwrap();
    let load = Load { address: servers.addresses()[0], ..LOAD };
    let slept = std::cell::Cell::new(false);
    let check = || {
        if !slept.replace(true) {
            thread::sleep(Duration::from_millis(120));
        }
        Ok(())
    };
    let outcome = servers.take(&load, &|| None, &check).unwrap().unwrap();
    assert!(outcome.late_seconds > 0.05, "{outcome:?}");
}

#[test]
fn more_late_connections_than_wait_in_a_queue_are_opened_all_the_same() {
    let mut servers = Servers::open(1).unwrap();
    // Watched for long enough that a busy machine opens them meanwhile.
    let load = Load { address: servers.addresses()[0], rate: 2000.0, watched_seconds: 1.0, ..LOAD };
    let slept = std::cell::Cell::new(false);
    // About 600 requests are due when it goes on, and no connection waits for one.
    let check = || {
        if !slept.replace(true) {
            thread::sleep(Duration::from_millis(300));
        }
        Ok(())
    };
    let outcome = servers.take(&load, &|| None, &check).unwrap().unwrap();
    assert!(outcome.sent > 300 && outcome.by_server == [outcome.sent], "{outcome:?}");
}

#[test]
fn processor_time_is_that_of_the_watch() {
    let mut servers = Servers::open(1).unwrap();
    let load = Load { address: servers.addresses()[0], ..LOAD };
    let asked = std::cell::Cell::new(0.0);
    let processor_seconds = || {
        asked.set(asked.get() + 2.5);
        Some(asked.get())
    };
    let outcome = servers.take(&load, &processor_seconds, &|| Ok(())).unwrap().unwrap();
    assert_eq!((outcome.processor_seconds, asked.get()), (Some(2.5), 5.0));
}

/// A server of another program's, that says this once to each who asks.
fn saying(text: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = vec![0; REQUEST.len()];
            if stream.read_exact(&mut request).is_ok() {
                let _ = stream.write_all(text);
            }
        }
    });
    address
}

#[test]
fn what_a_balancer_does_wrong_is_said() {
    let mut servers = Servers::open(1).unwrap();
    for (text, why) in [
        (&b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"[..], "it answers 502"),
        (b"", "it ended a connection amid a request"),
        (b"SSH-2.0\r\n\r\n", "a message's head is not HTTP's"),
    ] {
        let load = Load { address: saying(text), ..LOAD };
        assert_eq!(take(&mut servers, &load).unwrap_err(), why);
    }
}

#[test]
fn requests_that_come_to_other_servers_are_missed() {
    let (mut servers, mut others) = (Servers::open(1).unwrap(), Servers::open(1).unwrap());
    let address = others.addresses()[0];
    let is_done = AtomicBool::new(false);
    let until_done = || if is_done.load(Ordering::Relaxed) { Err(Failure::Interrupted(String::new())) } else { Ok(()) };
    thread::scope(|scope| {
        // They answer, and nobody asks on their behalf.
        let silent = Load { address, rate: 1e-9, watched_seconds: 60.0, ..LOAD };
        scope.spawn(move || others.take(&silent, &|| None, &until_done));
        let outcome = take(&mut servers, &Load { address, ..LOAD });
        is_done.store(true, Ordering::Relaxed);
        let why = outcome.unwrap_err();
        assert!(why.starts_with("servers got 0 of"), "{why}");
    });
}

#[test]
fn nobody_there_is_an_error_and_the_user_can_end_it() {
    let mut servers = Servers::open(1).unwrap();
    let gone = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
    let why = take(&mut servers, &Load { address: gone, ..LOAD }).unwrap_err();
    assert!(why.starts_with("a connection failed: "), "{why}");
    let load = Load { address: servers.addresses()[0], watched_seconds: 60.0, ..LOAD };
    let ended = servers.take(&load, &|| None, &|| Err(Failure::Interrupted(String::new())));
    assert!(matches!(ended, Err(Failure::Interrupted(_))));
}
