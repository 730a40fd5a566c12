//! Looks figures up in the series.

use harness::record::{Estimate, Series, Setting};

/// A measure at the point that has these settings, among perhaps others.
pub(super) fn seen<'a>(
    series: &'a [Series],
    id: &str,
    settings: &[(&str, &str)],
    measure: &str,
) -> Option<&'a Estimate> {
    let series = series.iter().find(|series| series.id == id)?;
    let point = series.points.iter().find(|point| {
        settings.iter().all(|&(name, wanted)| match point.at.get(name) {
            Some(Setting::Text(text)) => text == wanted,
            Some(Setting::Number(number)) => number.to_string() == wanted,
            None => false,
        })
    })?;
    point.values.get(measure)
}

/// How many times as fast as TCP a Unix socket is: pattern, bytes and cores.
pub(super) fn ratio<'a>(series: &'a [Series], pattern: &str, bytes: &str, cores: &str) -> Option<&'a Estimate> {
    ratio_of(series, pattern, bytes, cores, "ratio")
}

/// The same of another measure of the ratios.
pub(super) fn ratio_of<'a>(
    series: &'a [Series],
    pattern: &str,
    bytes: &str,
    cores: &str,
    measure: &str,
) -> Option<&'a Estimate> {
    seen(series, "ratios", &[("pattern", pattern), ("bytes", bytes), ("cores", cores)], measure)
}

/// Unix over TCP behind the proxy.
pub(super) fn proxy<'a>(series: &'a [Series], server: &str, keepalive: &str) -> Option<&'a Estimate> {
    seen(series, "proxy-ratios", &[("server", server), ("keepalive", keepalive)], "ratio")
}

/// A way into the container over the forwarded port.
pub(super) fn docker<'a>(series: &'a [Series], server: &str, path: &str, connection: &str) -> Option<&'a Estimate> {
    seen(series, "docker-ratios", &[("server", server), ("path", path), ("connection", connection)], "ratio")
}
