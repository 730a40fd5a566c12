//! What the parts say of the proxy case: how much more a Unix socket between proxy and application should serve.

use harness::record::{Series, Setting};
use unix_sockets_model::{Request, cost};

use crate::cores::Cores;
use crate::predicted::{Fitted, parts_of};
use crate::series::digits;
use crate::transport::Transport;

/// What passes between proxy and application for one short request, in bytes: its head, and the answer's with a word.
const REQUEST_BYTES: f64 = 200.0;
const RESPONSE_BYTES: f64 = 200.0;

/// Puts the predicted ratio into the points of `proxy-ratios`.
///
/// All cores are taken to be busy, so that a request takes `cores` over the rate of processor time; over TCP it takes as much
/// more as the parts do on one core, where they are all work and no waiting.
pub(crate) fn predict(series: &mut [Series], fitted: &[Fitted], cores: usize) {
    let [tcp, unix] = [Transport::Tcp, Transport::Unix].map(|transport| parts_of(fitted, transport, Cores::One));
    let (Some(tcp), Some(unix)) = (tcp, unix) else { return };
    let rates: Vec<(Setting, Setting, f64)> = unix_rates(series);
    let Some(ratios) = series.iter_mut().find(|series| series.id == "proxy-ratios") else { return };
    for point in &mut ratios.points {
        let at = (point.at.get("server"), point.at.get("keepalive"));
        let rate = rates.iter().find(|(server, keepalive, _)| at == (Some(server), Some(keepalive)));
        if let Some((_, keepalive, per_second)) = rate {
            let request = request(*keepalive == Setting::Text("with".to_owned()));
            let seconds = cores as f64 / per_second;
            let more = cost(tcp, &request).total_s() - cost(unix, &request).total_s();
            point.predicted.insert("ratio".to_owned(), digits((seconds + more) / seconds));
        }
    }
}

fn request(is_kept: bool) -> Request {
    Request {
        connections_per_request: if is_kept { 0.0 } else { 1.0 },
        round_trips: 1.0,
        request_bytes: REQUEST_BYTES,
        response_bytes: RESPONSE_BYTES,
        chunk_bytes: REQUEST_BYTES.max(RESPONSE_BYTES),
        application_s: 0.0,
    }
}

/// Server, keepalive and requests per second over a Unix socket.
fn unix_rates(series: &[Series]) -> Vec<(Setting, Setting, f64)> {
    let Some(proxy) = series.iter().find(|series| series.id == "proxy") else { return Vec::new() };
    let over_unix =
        proxy.points.iter().filter(|point| point.at.get("socket") == Some(&Setting::Text("unix".to_owned())));
    over_unix
        .filter_map(|point| {
            let rate = point.values.get("requests_per_second")?.value;
            Some((point.at.get("server")?.clone(), point.at.get("keepalive")?.clone(), rate))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predicted::tests::fitted;
    use harness::record::{Estimate, Point};

    fn point<const N: usize>(at: [(&str, &str); N], value: Option<f64>) -> Point {
        let rate = value.map(|value| {
            let estimate = Estimate { n: 1, value, low: value, high: value, min: None, max: None };
            ("requests_per_second".to_owned(), estimate)
        });
        Point {
            at: at.into_iter().map(|(name, text)| (name.to_owned(), Setting::Text(text.to_owned()))).collect(),
            values: rate.into_iter().collect(),
            ..Point::default()
        }
    }

    fn series(id: &str, points: Vec<Point>) -> Series {
        let (title, dimensions, measures) = (String::new(), Vec::new(), Vec::new());
        Series { id: id.to_owned(), title, dimensions, measures, points, ..Series::default() }
    }

    #[test]
    fn the_sooner_the_application_answers_the_more_the_kind_of_socket_matters() {
        let unix = |server, keepalive, rate| {
            point([("server", server), ("keepalive", keepalive), ("socket", "unix")], Some(rate))
        };
        let ratio = |server, keepalive| point([("server", server), ("keepalive", keepalive)], None);
        let mut all = vec![
            series(
                "proxy",
                vec![
                    unix("gunicorn", "without", 5_000.0),
                    unix("rust", "without", 20_000.0),
                    unix("rust", "with", 20_000.0),
                ],
            ),
            series(
                "proxy-ratios",
                vec![
                    ratio("gunicorn", "without"),
                    ratio("rust", "without"),
                    ratio("rust", "with"),
                    ratio("rust", "unknown"),
                ],
            ),
        ];
        predict(&mut all, &fitted(), 2);
        let predicted = |place: usize| all[1].points[place].predicted.get("ratio").copied();
        let (slow, fast, kept) = (predicted(0).unwrap(), predicted(1).unwrap(), predicted(2).unwrap());
        assert!(1.0 < slow && slow < kept.max(fast) && kept < fast, "{slow} {fast} {kept}");
        // 100 µs of processor time; TCP costs 17 + 1 + 13 for the connection, 3 wake-ups 1, 4 calls 1.5, 400 bytes 0.04.
        assert!((fast - 1.4004).abs() < 1e-6, "{fast}");
        assert_eq!(predicted(3), None);
    }
}
