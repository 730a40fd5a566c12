-- Times in microseconds.
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    '\nreport: {"requests":%.0f,"status":%.0f,"connect":%.0f,"read":%.0f,"write":%.0f,"timeout":%.0f,' ..
      '"bytes":%.0f,"duration":%.0f,"p50":%.1f,"p99":%.1f}\n',
    summary.requests, errors.status, errors.connect, errors.read, errors.write, errors.timeout,
    summary.bytes, summary.duration, latency:percentile(50.0), latency:percentile(99.0)
  ))
end
